//! Notes as people and strangers write them: no front matter, front matter that does not parse, tables, code, CRLF.

use super::{Floor, cite, path, shown, written};
use crate::plan::{FaultKind, Outcome, Place};

const A: &str = "knowledge/refunds.md";
const B: &str = "knowledge/support.md";

#[test]
fn a_note_whose_front_matter_does_not_parse_is_left_alone() {
    let broken = "---\ntype: [\nvalid_until: 2026-01-01\n---\n# Refunds\n\nSee [[support]].\n";
    let mut floor = Floor::new();
    floor.note(A, broken);
    floor.note(B, "# Support\n\nText.\n");
    for kind in FaultKind::ALL {
        floor.fault(*kind, vec![Place::whole(path(A)), Place::whole(path(A))], &[]);
    }
    let (mended, head) = floor.mend();
    assert_eq!(head.note(A).expect("a note").text, broken, "{}", shown(&mended));
    let is_left = |(_, outcome): &&(_, Outcome)| outcome.reason().is_some();
    assert!(mended.faults.iter().filter(is_left).count() >= FaultKind::ALL.len() - 1, "{:?}", mended.faults);
}

#[test]
fn faults_of_what_is_gone_are_left_and_nothing_panics() {
    let mut floor = Floor::new();
    floor.note(A, "# Refunds\n\nRefunds take 7 days.\n");
    let claim = floor.claim(A, "Refunds");
    floor.note(A, "# Refunds\n\nNothing of it.\n");
    for kind in FaultKind::ALL {
        floor.fault(*kind, vec![claim.clone(), claim.clone()], &[]);
        floor.fault(*kind, vec![Place::whole(path("knowledge/no.md"))], &[]);
        floor.fault(*kind, Vec::new(), &[]);
    }
    let (mended, _) = floor.mend();
    assert!(mended.draft.changes.is_empty(), "{}", shown(&mended));
}

/// A duplicate that stands in `body` and is said in another note too.
fn twice(body: &str, front: &str) -> Floor {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "Refunds take 7 days of work.\n");
    let two = floor.said("2026-04-01", "Refunds take seven days of work.\nHats are green in Graz.\n");
    floor.note(
        A,
        &written("Refunds", "Refunds take 7 days of work.[^1]", &cite("1", &one, 1, "7 days of work")),
    );
    let three = floor.said("2026-05-01", "Refunds take 7 days of work, again.\n");
    floor.note(
        A,
        &written(
            "Refunds",
            "Refunds take 7 days of work.[^1][^2]",
            &format!("{}{}", cite("1", &one, 1, "7 days of work"), cite("2", &three, 1, "7 days of work")),
        ),
    );
    let notes =
        format!("{}{}", cite("1", &two, 1, "seven days of work"), cite("2", &two, 2, "green in Graz"));
    floor.note(B, &format!("{front}# Support\n\n{body}\n\n{notes}"));
    let places = vec![floor.claim(A, "Refunds"), floor.claim(B, "Refunds")];
    floor.fault(FaultKind::DuplicateClaim, places, &[]);
    floor
}

#[test]
fn a_row_of_a_table_goes_as_a_row() {
    let body = "| what | where |\n| --- | --- |\n| Refunds take seven days of work.[^1] | |\n| Hats are green | in Graz[^2] |";
    let floor = twice(body, "");
    let (mended, head) = floor.mend();
    let text = &head.note(B).expect("a note").text;
    assert!(text.contains("| --- | --- |\n| Hats are green | in Graz[^2] |\n"), "{}", shown(&mended));
}

#[test]
fn code_and_quotes_of_the_same_words_stay() {
    let body = "```md\nRefunds take seven days of work.[^1]\n```\n\nRefunds take seven days of work.[^1] Hats are green in Graz.[^2]";
    let floor = twice(body, "\u{feff}");
    let (mended, head) = floor.mend();
    let text = &head.note(B).expect("a note").text;
    assert!(
        text.starts_with("\u{feff}# Support\n\n```md\nRefunds take seven days of work.[^1]\n```\n\nSee [Refunds](refunds.md). Hats are green in Graz.[^2]\n"),
        "{}",
        shown(&mended)
    );
}

#[test]
fn a_mark_that_covers_two_sentences_stays_with_the_one_that_stays() {
    let body = "Hats are green in Graz. Refunds take seven days of work.[^3]";
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "Refunds take 7 days of work.\nIt is so.\n");
    let more = floor.said("2026-03-02", "Refunds take 7 days of work, they say.\n");
    let two = floor.said("2026-04-01", "Hats are green in Graz.\nRefunds take seven days of work.\n");
    let notes = format!("{}{}", cite("1", &one, 1, "7 days of work"), cite("2", &more, 1, "7 days of work"));
    floor.note(A, &written("Refunds", "Refunds take 7 days of work.[^1][^2]", &notes));
    let id = two.as_str();
    let note = format!("[^3]: [document](../evidence/2026/04/{id}/source.md#L1-L2)\n");
    floor.note(B, &written("Support", body, &note));
    let places = vec![floor.claim(A, "Refunds"), floor.claim(B, "Refunds")];
    floor.fault(FaultKind::DuplicateClaim, places, &[]);
    let (mended, head) = floor.mend();
    let text = &head.note(B).expect("a note").text;
    assert!(
        text.contains("\n\nHats are green in Graz.[^3] See [Refunds](refunds.md).\n"),
        "{}",
        shown(&mended)
    );
    let claim = &head.note(B).expect("a note").claims()[0];
    assert_eq!(claim.citations.len(), 1, "{claim:?}");
}

#[test]
fn what_a_reviewer_rejects_is_left_and_the_rest_is_mended() {
    let mut floor = twice("Refunds take seven days of work.[^1] Hats are green in Graz.[^2]", "");
    floor.note("knowledge/old.md", "---\nvalid_until: 2026-01-01\n---\n# Old\n\nText.\n");
    floor.fault(FaultKind::Expired, vec![Place::whole(path("knowledge/old.md"))], &[]);
    let claim = floor.claim(B, "Refunds").claim.expect("a claim");
    let against = crate::proposal::ClaimVerdict {
        claim,
        removed: true,
        verdict: crate::proposal::Verdict::Unsupported,
        spans: Vec::new(),
        reasons: vec!["nothing says it".to_owned()],
    };
    let (mended, head) = floor.mend_after(&[against]);
    assert_eq!(head.note(B).expect("a note").text, floor.bench.note(B));
    assert_eq!(
        mended.faults[0].1,
        Outcome::Left { reason: "a reviewer rejected taking the claim out: nothing says it".to_owned() }
    );
    assert!(matches!(mended.faults[1].1, Outcome::Retired { .. }));
}
