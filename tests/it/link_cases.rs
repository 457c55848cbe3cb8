//! Links as users really write them. Each test is a failure that users of similar tools reported, with the right
//! outcome.

use kb::note::Note;
use kb::path::RepoPath;
use kb::vault::Resolution;

use crate::cases::{Case, vault};

fn file(path: &str, text: impl AsRef<[u8]>) -> (String, Vec<u8>) {
    (path.to_owned(), text.as_ref().to_vec())
}

/// What every link of `path` resolves to.
fn resolved(case: &Case, path: &str) -> Vec<Resolution> {
    let note = case.note(path);
    note.links.iter().map(|link| case.vault.resolve(note, link)).collect()
}

fn to(path: &str) -> Resolution {
    Resolution::Note { path: RepoPath::new(path).expect("a path"), fragment_found: true }
}

#[test]
fn links_in_tables_keep_their_pipes() {
    Case::met("WL-01", &[]);
    // That the fix changes one line only is tested with the fixes.
    Case::met("WL-02", &["MUST a fix changes line 3 only"]);
}

#[test]
fn code_and_math_hold_no_links() {
    Case::met("WL-04", &[]);
    Case::met("WL-05", &[]);
}

#[test]
fn names_with_dots_and_endings_are_found() {
    Case::met("WL-07", &[]);
    Case::met("WL-08", &[]);
}

#[test]
fn several_answers_are_an_ambiguity_and_their_order_does_not_matter() {
    let case = Case::met("WL-10", &["POLICY a/README.md:1", "MUST same answer"]);
    // From beside one of them, that one is meant.
    assert_eq!(resolved(&case, "a/README.md")[0], to("a/Introduction.md"));
    let mut files: Vec<(String, Vec<u8>)> =
        case.vault.notes().map(|note| file(note.path.as_str(), &note.text)).collect();
    files.reverse();
    let other = vault(&files);
    for note in case.vault.notes() {
        for link in &note.links {
            assert_eq!(other.resolve(note, link), case.vault.resolve(note, link));
        }
    }
    Case::met("WL-11", &[]);
}

#[test]
fn letter_case_decides_only_where_it_must() {
    let case = Case::of(&[
        file("projects/openclaw.md", "x\n"),
        file("Foo.md", "1\n"),
        file("foo.md", "2\n"),
        file("i.md", "[[OpenClaw]] [[foo]] [[Foo]] [[FOO]] [x](Projects/openclaw.md)\n"),
    ]);
    let found = resolved(&case, "i.md");
    assert_eq!(found[..3], [to("projects/openclaw.md"), to("foo.md"), to("Foo.md")]);
    let ambiguous = case.found("i.md", "ambiguous-link");
    assert_eq!(ambiguous, ["1:30 `[[FOO]]` may mean `Foo.md` or `foo.md`"]);
    assert_eq!(case.found("i.md", "broken-link"), ["1:38 there is no `Projects/openclaw.md`"]);
    case.repo.kb(["check"]).code(1).prints("the file is `projects/openclaw.md`: upper and lower case differ");
}

#[test]
fn letters_are_the_same_however_they_are_composed() {
    let (composed, decomposed) = ("Ábra й ї", "A\u{301}bra и\u{306} і\u{308}");
    let name = format!("{decomposed}.md");
    let case = Case::of(&[
        file(&name, "# x\n"),
        file("i.md", format!("[[{composed}]] [[{decomposed}]] [p](<{composed}.md>)\n")),
    ]);
    assert_eq!(resolved(&case, "i.md"), [to(&name), to(&name), to(&name)]);
    assert_eq!(case.found("i.md", "broken-link"), [""; 0]);
}

#[test]
fn destinations_may_hold_spaces_and_brackets() {
    let case = Case::met("WL-16", &[]);
    let hints = case.found("i.md", "malformed-link");
    assert_eq!(hints, ["1:16 `[t2](a b.md)` is read as text: its path holds a space"]);
}

#[test]
fn blocks_and_headings_are_told_apart() {
    Case::met("WL-17", &[]);
    let case = Case::met("WL-19", &["MUST tags of i.md"]);
    assert_eq!(case.note("i.md").tags(), ["tag"]);
    assert_eq!(case.note("Pronouns.md").tags(), [""; 0]);
    Case::met("WL-20", &[]);
}

#[test]
fn embeds_in_a_circle_are_worth_knowing_and_stop_nothing() {
    // kb expands no embeds: it says where a reader would go in a circle.
    let case = Case::met(
        "WL-22",
        &["MUST expand(a.md)", "MUST expand(self.md)", "MUST index contains a.md, b.md, self.md, ok.md"],
    );
    assert_eq!(case.found("a.md", "circular-embed"), ["1:8 `b.md` includes this note in turn"]);
    assert_eq!(case.found("b.md", "circular-embed"), ["1:7 `a.md` includes this note in turn"]);
    assert_eq!(
        case.found("self.md", "circular-embed"),
        ["3:1 this embed includes the text that it stands in"]
    );
    assert_eq!(case.found("ok.md", "circular-embed"), [""; 0]);
    for (word, path) in [("before", "a.md"), ("inner", "b.md"), ("text", "self.md")] {
        assert!(case.search(word).contains(&path.to_owned()), "{word}");
    }
    assert_eq!(case.vault.note_count(), 4);
}

#[test]
fn links_in_front_matter_count_where_they_are_texts() {
    let case = Case::met("WL-25", &["MUST incremental update of c.md"]);
    let mut changes = kb::change::ChangeSet::new();
    let before = case.note("c.md").text.clone();
    let after = before.replace("[[B]]", "[[Parent]]");
    let path = RepoPath::new("c.md").expect("a path");
    changes.edit(path.clone(), before.as_bytes(), after.clone().into_bytes());
    let updated = case.vault.with_changes(&changes);
    let whole = Note::parse(path, after.as_bytes());
    assert_eq!(updated.note("c.md").expect("a note").links, whole.links);
    let bare = Case::of(&[file("c.md", "---\nup: [[Parent]]\nall:\n  - [[A|x]]\n  - \"[[B]]\"\n---\n")]);
    assert_eq!(
        bare.found("c.md", "front-matter"),
        [
            "2:5 `[[Parent]]` is no link here: YAML reads it as a list in a list",
            "4:5 `[[A|x]]` is no link here: YAML reads it as a list in a list"
        ]
    );
}

#[test]
fn reference_links_are_links_and_the_first_definition_counts() {
    Case::met("WL-26", &[]);
}

#[test]
fn spans_are_exact_to_the_byte() {
    // Every case looks at the spans of all its links.
    Case::met("WL-28", &["MUST source[span] == raw"]);
}

#[test]
fn brackets_without_end_are_read_to_the_end() {
    let case = Case::of(&[
        file("open.md", "[".repeat(40_000)),
        file("nest.md", "[[[[^(\n|]]]]=]]]]]]]]\n".repeat(200)),
        file("ws.md", format!("[]({}\n", " ".repeat(64_000))),
        file("pipes.md", format!("[[a{}]]\n", "|".repeat(40_000))),
        file("ok.md", "[[ok]]\n"),
    ]);
    assert_eq!(resolved(&case, "ok.md"), [to("ok.md")]);
    assert_eq!(case.note("open.md").links, []);
    assert_eq!(case.note("ws.md").links, []);
    assert_eq!(case.note("pipes.md").links.len(), 1);
}

#[test]
fn a_broken_link_hides_nothing_and_heals_by_itself() {
    let mut case = Case::met("WL-31", &["MUST after adding missing.md"]);
    case.repo.write("missing.md", "# Here\n");
    case.check();
    assert_eq!(case.found("a.md", "broken-link"), [""; 0]);
}

#[test]
fn odd_bodies_are_links_or_hints() {
    let case = Case::met("WL-32", &[]);
    let hints = case.found("o.md", "malformed-link");
    assert_eq!(hints.len(), 3, "{hints:?}");
}

#[test]
fn what_looks_like_markup_and_is_code_stays() {
    // That no fix touches it is tested with the fixes.
    let fixes = ["MUST fix(fix(q.md))", "MUST lines 4-6", "MUSTNOT rewrite anything"];
    let case = Case::met("WL-34", &fixes);
    assert_eq!(case.note("q.md").links, []);
}

#[test]
fn names_that_are_nearly_alike_stay_apart() {
    // That creating a note names the existing one is tested with `kb new`.
    Case::met("WL-35", &["MUST create("]);
}

#[test]
fn slots_of_specifications_are_no_broken_links() {
    let case = Case::of(&[file(
        "spec.md",
        "The internal slot [[Prototype]] of O and O.[[Get]](P), see `[[Set]]` and the note [[Missing]].\n\n\
         Another [[OfThem]] is read.\n",
    )]);
    let found = case.found("spec.md", "broken-link");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("[[Missing]]") && found[1].contains("[[OfThem]]"), "{found:?}");
}
