//! Faults of structure: links, entry pages, notes and folders that are too large or too small, notes about one thing.

use super::{Floor, cite, path, shown, written};
use crate::plan::{FaultKind, Outcome, Place};

const A: &str = "knowledge/refunds.md";
const B: &str = "knowledge/support.md";
const INDEX: &str = "knowledge/index.md";

fn whole(paths: &[&str]) -> Vec<Place> {
    paths.iter().map(|at| Place::whole(path(at))).collect()
}

#[test]
fn a_note_that_is_linked_to_links_back() {
    let mut floor = Floor::new();
    floor.note(A, "# Refunds\n\nSee [[support]].\n");
    floor.note(B, "---\ntype: Team\n---\n# Support\n\nText.\n\n[^1]: https://example.org\n");
    floor.fault(FaultKind::OneWayLink, whole(&[A, B]), &[]);
    let (text, outcome) = floor.mended(B);
    assert_eq!(
        text,
        "---\ntype: Team\n---\n# Support\n\nText.\n\n[^1]: https://example.org\n\n## Related\n\n- [Refunds](refunds.md)\n"
    );
    assert_eq!(outcome, Outcome::Changed);
}

#[test]
fn no_link_tells_of_a_note_that_a_reader_may_not_see() {
    let mut floor = Floor::new();
    floor.note(A, "---\nlabels: [hr]\n---\n# Pay\n\nSee [[support]].\n");
    floor.note(B, "# Support\n\nText.\n");
    floor.fault(FaultKind::OneWayLink, whole(&[A, B]), &[]);
    let (mended, _) = floor.mend();
    assert!(mended.draft.changes.is_empty(), "{}", shown(&mended));
    let reason = mended.faults[0].1.reason().unwrap_or_default();
    assert!(reason.contains("may see"), "{reason}");
}

#[test]
fn an_orphan_is_listed_in_the_nearest_entry_page() {
    let mut floor = Floor::new();
    floor.note(INDEX, "---\r\ntype: Index\r\n---\r\n# Knowledge\r\n\r\n- [Support](support.md)\r\n");
    floor.note(B, "# Support\n\nText.\n");
    floor.note("knowledge/eu/vat.md", "---\ntitle: \"VAT [EU]\"\ndescription: What is due.\n---\nText.\n");
    floor.fault(FaultKind::Orphan, whole(&["knowledge/eu/vat.md"]), &[]);
    floor.fault(FaultKind::MissingIndexEntry, whole(&["knowledge/eu/vat.md"]), &[]);
    let (mended, head) = floor.mend();
    assert_eq!(
        head.note(INDEX).expect("a page").text,
        "---\r\ntype: Index\r\n---\r\n# Knowledge\r\n\r\n- [Support](support.md)\r\n- [VAT \\[EU\\]](eu/vat.md) - What is due.\r\n"
    );
    assert!(mended.faults.iter().all(|(_, outcome)| *outcome == Outcome::Changed), "{:?}", mended.faults);
}

#[test]
fn where_there_are_no_entry_pages_the_note_most_like_it_links_to_an_orphan() {
    let mut floor = Floor::new();
    floor.note(A, "# Refund window\n\nA refund can be requested within 7 days.\n");
    floor.note(B, "# Cats\n\nCats sleep a lot.\n");
    floor.note("knowledge/late.md", "# Late refund\n\nA refund after the window needs a manager.\n");
    floor.fault(FaultKind::Orphan, whole(&["knowledge/late.md"]), &[]);
    let (mended, head) = floor.mend();
    assert!(
        head.note(A).expect("a note").text.ends_with("\n## Related\n\n- [Late refund](late.md)\n"),
        "{}",
        shown(&mended)
    );
    assert!(
        head.note("knowledge/late.md").expect("a note").text.ends_with("- [Refund window](refunds.md)\n")
    );
    assert_eq!(head.note(B).expect("a note").text, floor.bench.note(B));
}

#[test]
fn of_two_notes_about_one_thing_one_takes_the_other_in_with_all_it_says() {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "A refund can be requested within 7 days of receipt.\n");
    let two = floor.said(
        "2026-04-01",
        "Customers may request a refund within seven days of receipt.\nVouchers are refunded as vouchers.\n",
    );
    floor.note(
        A,
        &written(
            "Refunds",
            "A refund can be requested within 7 days of receipt.[^1]",
            &cite("1", &one, 1, "within 7 days of receipt"),
        ),
    );
    floor.note(
        "knowledge/money-back.md",
        &written(
            "Getting money back",
            "Customers may request a refund within seven days of receipt.[^1]\n\n## Vouchers\n\n- Vouchers are refunded as vouchers.[^2]",
            &format!(
                "{}{}",
                cite("1", &two, 1, "within seven days of receipt"),
                cite("2", &two, 2, "Vouchers are refunded as vouchers")
            ),
        )
        .replacen("type: Policy", "type: Policy\naliases: [chargeback]", 1),
    );
    floor.note(B, "# Support\n\nAsk about [[money-back#Vouchers|vouchers]] and [money](money-back.md).\n");
    floor.note("knowledge/c.md", "# C\n\nSee [[refunds]].\n");
    floor.note("knowledge/d.md", "# D\n\nSee [[refunds]].\n");
    floor.note("knowledge/e.md", "# E\n\nSee [[refunds]].\n");
    floor.fault(FaultKind::DuplicateNote, whole(&[A, "knowledge/money-back.md"]), &[]);
    let (mended, head) = floor.mend();
    let hash = two.as_str().rsplit('-').next().expect("a hash");
    assert_eq!(
        head.note(A).expect("a note").text,
        format!(
            "---\ntype: Policy\ntitle: Refunds\naliases: [Getting money back, chargeback, money back]\nsupersedes: \"[[money-back]]\"\n---\n# Refunds\n\nA refund can be requested within 7 days of receipt.[^1][^{hash}-1]\n\n## Vouchers\n\n- Vouchers are refunded as vouchers.[^2]\n\n## Related\n\n- [Support](support.md)\n\n{}{}{}",
            cite("1", &one, 1, "within 7 days of receipt"),
            cite(&format!("{hash}-1"), &two, 1, "within seven days of receipt"),
            cite("2", &two, 2, "Vouchers are refunded as vouchers"),
        ),
        "{}",
        shown(&mended)
    );
    let gone = &head.note("knowledge/money-back.md").expect("a note").text;
    assert!(gone.starts_with("---\ntype: Policy\naliases: [chargeback]\ntitle: Getting money back\nstatus: deprecated\nsuperseded_by: \"[[refunds]]\"\n---\n"), "{gone}");
    assert_eq!(
        head.note(B).expect("a note").text,
        "# Support\n\nAsk about [[refunds#Vouchers|vouchers]] and [money](refunds.md).\n"
    );
    assert_eq!(mended.reasons.len(), 1);
    assert_eq!(mended.reasons[0].path.as_str(), "knowledge/money-back.md");
}

#[test]
fn notes_that_contradict_each_other_are_not_made_one() {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "The connection timeout is 30 seconds.\n");
    let two = floor.said("2026-04-01", "The connection timeout is 90 seconds.\n");
    floor.note(
        A,
        &written("Gateway", "The connection timeout is 30 seconds.[^1]", &cite("1", &one, 1, "30 seconds")),
    );
    floor.note(
        B,
        &written("Timeouts", "The connection timeout is 90 seconds.[^1]", &cite("1", &two, 1, "90 seconds")),
    );
    floor.fault(FaultKind::DuplicateNote, whole(&[A, B]), &[]);
    let (mended, _) = floor.mend();
    assert!(mended.draft.changes.is_empty(), "{}", shown(&mended));
    assert!(mended.faults[0].1.reason().is_some_and(|reason| reason.contains("contradict")));
}

#[test]
fn an_undersize_note_goes_into_one_about_the_same_and_stays_where_none_is() {
    let mut floor = Floor::new();
    let one = floor.said(
        "2026-03-01",
        "The refund window for shoes is 7 days.\nThe refund window for hats is 9 days.\n",
    );
    floor.note(
        A,
        &written(
            "Refund window",
            "The refund window for shoes is 7 days.[^1]",
            &cite("1", &one, 1, "7 days"),
        ),
    );
    floor.note(
        "knowledge/hats.md",
        &written(
            "Refund window for hats",
            "The refund window for hats is 9 days.[^1]",
            &cite("1", &one, 2, "9 days"),
        ),
    );
    floor.fault(FaultKind::UndersizeNote, whole(&["knowledge/hats.md"]), &[]);
    let (mended, head) = floor.mend();
    let text = &head.note(A).expect("a note").text;
    assert_eq!(
        *text,
        format!(
            "---\ntype: Policy\ntitle: Refund window\naliases: [Refund window for hats, hats]\nsupersedes: \"[[hats]]\"\n---\n# Refund window\n\nThe refund window for shoes is 7 days.[^1]\n\nThe refund window for hats is 9 days.[^1-2]\n\n{}{}",
            cite("1", &one, 1, "7 days"),
            cite("1-2", &one, 2, "9 days"),
        ),
        "{}",
        shown(&mended)
    );
    let mut floor = Floor::new();
    floor.note(A, "# Cats\n\nCats sleep.\n");
    floor.note(B, "# Vienna\n\nVienna has trams.\n");
    floor.fault(FaultKind::UndersizeNote, whole(&[B]), &[]);
    assert!(matches!(floor.mended(B).1, Outcome::Left { .. }));
}

#[test]
fn an_oversize_note_is_divided_along_its_headings_and_its_anchors_still_lead_there() {
    let mut floor = Floor::new();
    floor.config.check.max_words = 70;
    floor.config.check.min_words = 5;
    let id =
        floor.said("2026-03-01", "Shoes are refunded within 7 days.\nHats are refunded within 9 days.\n");
    let filler = "```\nno [^2] and no [link](x.md) here\n```\n\n> Words that quote somebody and say nothing that anybody claims, do they? ".to_owned();
    floor.note(INDEX, "# Knowledge\n\n* [Refunds](refunds.md)\n");
    let body = format!(
        "Intro?\n\n## Shoes\n\nShoes are refunded within 7 days.[^1]\n\n## Hats\n\n{filler}{}\n\n### Felt\n\n- Hats are refunded within 9 days.[^2] See [support](support.md).",
        "word? ".repeat(30)
    );
    let notes = format!("{}{}", cite("1", &id, 1, "within 7 days"), cite("2", &id, 2, "within 9 days"));
    floor.note(A, &written("Refunds", &body, &notes).replacen("type: Policy", "type: Policy\nlabels: []", 1));
    floor.note(B, "# Support\n\nRead [felt](refunds.md#felt), [[refunds#Felt]] and [[refunds]].\n");
    floor.fault(FaultKind::OversizeNote, whole(&[A]), &[]);
    let (mended, head) = floor.mend();
    let text = &head.note(A).expect("a note").text;
    assert_eq!(
        *text,
        written(
            "Refunds",
            "Intro?\n\n## Shoes\n\nShoes are refunded within 7 days.[^1]\n\n## Hats\n\nSee [Refunds: Hats](refunds-hats.md).",
            &cite("1", &id, 1, "within 7 days"),
        )
        .replacen("type: Policy", "type: Policy\nlabels: []", 1),
        "{}",
        shown(&mended)
    );
    let part = &head.note("knowledge/refunds-hats.md").expect("a part").text;
    let start = format!(
        "---\ntype: Policy\nlabels: []\ntitle: \"Refunds: Hats\"\ndescription: \"Part of Refunds: Hats\"\n---\n# Refunds\n\n## Hats\n\n{filler}"
    );
    assert!(part.starts_with(&start), "{part}");
    let end = format!(
        "See [support](support.md).\n\n## Related\n\n- [Refunds](refunds.md)\n\n{}",
        cite("2", &id, 2, "within 9 days")
    );
    assert!(part.ends_with(&end), "{part}");
    assert_eq!(
        head.note(B).expect("a note").text,
        "# Support\n\nRead [felt](refunds-hats.md#felt), [[refunds-hats#Felt]] and [[refunds]].\n"
    );
    assert!(
        head.note(INDEX)
            .expect("a page")
            .text
            .contains("* [Refunds: Hats](refunds-hats.md) - Part of Refunds: Hats\n")
    );
    assert!(mended.reasons.is_empty(), "nothing is lost: {:?}", mended.reasons);
}

#[test]
fn a_long_note_without_headings_is_left() {
    let mut floor = Floor::new();
    floor.config.check.max_words = 10;
    floor.note(A, &format!("# Refunds\n\n{}\n", "word ".repeat(40)));
    floor.fault(FaultKind::OversizeNote, whole(&[A]), &[]);
    let (text, outcome) = floor.mended(A);
    assert_eq!(text, floor.bench.note(A));
    assert!(matches!(outcome, Outcome::Left { .. }));
}

#[test]
fn an_oversize_folder_is_divided_by_topic_with_links_and_entry_pages() {
    let mut floor = Floor::new();
    floor.config.reorg.max_folder_notes = 5;
    let mut index = "---\ntype: Index\n---\n# Help\n\n".to_owned();
    for name in ["billing-a", "billing-b", "billing-c", "billing-d", "cats", "dogs", "eels"] {
        let (title, at) = (format!("About {name}"), format!("knowledge/help/{name}.md"));
        floor.note(
            &at,
            &format!("---\ntype: Note\ntitle: {title}\n---\nSee [[cats]] and [a](billing-a.md).\n"),
        );
        index.push_str(&format!("* [{title}]({name}.md) - What it is.\n"));
    }
    floor.note("knowledge/help/index.md", &index);
    floor.note(A, "# Refunds\n\nSee [a](help/billing-a.md) and [[help/billing-b]].\n");
    floor.fault(FaultKind::OversizeFolder, whole(&["knowledge/help"]), &[]);
    let (mended, head) = floor.mend();
    let names: Vec<&str> = head.notes().map(|note| note.path.as_str()).collect();
    assert_eq!(
        names,
        [
            "knowledge/help/billing/billing-a.md",
            "knowledge/help/billing/billing-b.md",
            "knowledge/help/billing/billing-c.md",
            "knowledge/help/billing/billing-d.md",
            "knowledge/help/billing/index.md",
            "knowledge/help/cats.md",
            "knowledge/help/dogs.md",
            "knowledge/help/eels.md",
            "knowledge/help/index.md",
            "knowledge/refunds.md",
        ],
        "{}",
        shown(&mended)
    );
    let text = |at: &str| head.note(at).expect("a note").text.clone();
    assert!(text("knowledge/help/cats.md").ends_with("See [[cats]] and [a](billing/billing-a.md).\n"));
    assert!(text("knowledge/help/billing/billing-b.md").ends_with("See [[cats]] and [a](billing-a.md).\n"));
    assert!(text(A).contains("[a](help/billing/billing-a.md)"), "{}", text(A));
    assert_eq!(
        text("knowledge/help/index.md"),
        "---\ntype: Index\n---\n# Help\n\n* [About cats](cats.md) - What it is.\n* [About dogs](dogs.md) - What it is.\n* [About eels](eels.md) - What it is.\n* [Billing](billing/index.md) - Notes about Billing.\n"
    );
    assert!(text("knowledge/help/billing/index.md").ends_with("# Billing\n\n* [About billing-a](billing-a.md) - What it is.\n* [About billing-b](billing-b.md) - What it is.\n* [About billing-c](billing-c.md) - What it is.\n* [About billing-d](billing-d.md) - What it is.\n"));
    let moved = mended.draft.changes.get(&path("knowledge/help/billing/billing-a.md")).expect("a change");
    assert_eq!(moved.moved_from.as_ref().map(|from| from.as_str()), Some("knowledge/help/billing-a.md"));
}

#[test]
fn a_small_folder_and_a_drifted_summary_change_nothing() {
    let mut floor = Floor::new();
    floor.note("knowledge/eu/vat.md", "# VAT\n\nText.\n");
    floor.fault(FaultKind::UndersizeFolder, whole(&["knowledge/eu"]), &[]);
    floor.fault(FaultKind::DriftedSummary, whole(&["knowledge/eu/.abstract"]), &[]);
    let (mended, _) = floor.mend();
    assert!(mended.draft.changes.is_empty());
    assert_eq!(mended.rebuild, [path("knowledge/eu/.abstract")]);
    assert!(mended.faults.iter().all(|(_, outcome)| outcome.reason().is_some()));
}

#[test]
fn what_evidence_that_nothing_cites_says_goes_into_the_notes() {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "The connection timeout is 30 seconds.\n");
    let again = floor.said("2026-05-01", "The connection timeout is 30 seconds!\n");
    let new =
        floor.bench.add("2026-06-01", "source.md", "The retry limit is 5 attempts.\n", "title: Retries\n");
    let talk = floor.bench.add("2026-06-02", "source.txt", "Thanks, bye!\n", "");
    let text =
        written("Gateway", "The connection timeout is 30 seconds.[^1]", &cite("1", &one, 1, "30 seconds"));
    floor.note("knowledge/gateway.md", &text);
    for id in [&again, &new, &talk] {
        floor.fault(FaultKind::UncitedEvidence, Vec::new(), &[id]);
    }
    let (mended, head) = floor.mend();
    let gateway = &head.note("knowledge/gateway.md").expect("a note").text;
    let hash = again.as_str().rsplit('-').next().expect("a hash");
    assert!(
        gateway.contains(&format!("The connection timeout is 30 seconds.[^1][^{hash}-1]\n")),
        "{}",
        shown(&mended)
    );
    assert!(
        head.note("knowledge/retries.md")
            .is_some_and(|note| note.text.contains("The retry limit is 5 attempts."))
    );
    let outcomes: Vec<&str> = mended.faults.iter().map(|(_, outcome)| outcome.name()).collect();
    assert_eq!(outcomes, ["changed", "changed", "left"]);
}
