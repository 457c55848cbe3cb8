use proptest::prelude::*;

use super::*;
use crate::note::encode_destination;
use crate::vault::{File, Layout};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn vault_of(files: &BTreeMap<String, String>) -> Vault {
    let files = files.iter();
    let files =
        files.map(|(at, text)| File { path: path(at), bytes: Some(text.as_bytes().to_vec()) }).collect();
    Vault::build(Layout { knowledge: None, evidence: path("evidence") }, files, Vec::new())
}

fn files_of(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(at, text)| ((*at).to_owned(), (*text).to_owned())).collect()
}

/// The files after moving `old` to `new`.
fn moved(
    files: &BTreeMap<String, String>,
    old: &str,
    new: &str,
) -> Result<BTreeMap<String, String>, RenameError> {
    let plan = rename(&vault_of(files), &Move { old: path(old), new: path(new) }, false)?;
    let changes = plan.changes(|path| Ok::<_, RenameError>(files[path.as_str()].as_bytes().to_vec()))?;
    let mut after = files.clone();
    for (at, change) in changes.iter() {
        match &change.after {
            Some(bytes) => after.insert(at.to_string(), String::from_utf8(bytes.clone()).expect("text")),
            None => after.remove(at.as_str()),
        };
    }
    Ok(after)
}

#[track_caller]
fn check(files: &[(&str, &str)], (old, new): (&str, &str), expected: &[(&str, &str)]) {
    let files = files_of(files);
    let after = moved(&files, old, new).expect("a move");
    for (at, text) in expected {
        assert_eq!(after.get(*at).map(String::as_str), Some(*text), "{at}");
    }
    assert_eq!(moved(&after, new, old).as_ref(), Ok(&files), "there and back");
}

#[track_caller]
fn refused(files: &[(&str, &str)], (old, new): (&str, &str)) -> String {
    moved(&files_of(files), old, new).expect_err("a refusal").to_string()
}

/// WL-23.
#[test]
fn every_link_is_rewritten_and_nothing_else() {
    check(
        &[
            ("old.md", "# S\n\n[[old]] and `[[old]]`\n"),
            ("older.md", "x\n"),
            ("b.md", "---\nup: \"[[old]]\"\n---\r\n![[old#S|x]] [m](old.md#s) [[older]]\n"),
        ],
        ("old.md", "new.md"),
        &[
            ("new.md", "# S\n\n[[new]] and `[[old]]`\n"),
            ("b.md", "---\nup: \"[[new]]\"\n---\r\n![[new#S|x]] [m](new.md#s) [[older]]\n"),
            ("older.md", "x\n"),
        ],
    );
}

#[test]
fn the_style_of_each_link_is_kept() {
    check(
        &[
            ("a/old.md", "# S\n\nx ^b1\n"),
            (
                "i.md",
                "[[ old |x]] [[old.md]] [[a/old#^b1]] [[/a/old]] [[./a/old]] [m](a/old) [m](./a/old.md \"t\") \
                 [m](/a/old.md?plain=1#L1) [r] [r][] ![i](<a/old.md>)\n\n| t |\n|---|\n| [[old\\|x]] |\n\n[r]: a/old.md 't'\n",
            ),
        ],
        ("a/old.md", "a/c/new one.md"),
        &[(
            "i.md",
            "[[ new one |x]] [[new one.md]] [[a/c/new one#^b1]] [[/a/c/new one]] [[./a/c/new one]] [m](a/c/new%20one) \
             [m](./a/c/new%20one.md \"t\") [m](/a/c/new%20one.md?plain=1#L1) [r] [r][] ![i](<a/c/new one.md>)\n\n\
             | t |\n|---|\n| [[new one\\|x]] |\n\n[r]: a/c/new%20one.md 't'\n",
        )],
    );
}

#[test]
fn what_stands_in_a_moved_note_is_rewritten_too() {
    check(
        &[
            (
                "a/old.md",
                "[x](x.md) [y](./y.md) ![p](../pic.png) [[y]] [gone](gone.md) [up](../README.md) [e](https://a.b/c)[^1]\n\n\
                 [^1]: [call](../evidence/2026/11/x/source.md#L1)\n",
            ),
            ("a/x.md", "[o](old.md)"),
            ("a/y.md", ""),
            ("pic.png", ""),
            ("README.md", ""),
        ],
        ("a/old.md", "b/c/old.md"),
        &[
            (
                "b/c/old.md",
                "[x](../../a/x.md) [y](./../../a/y.md) ![p](../../pic.png) [[y]] [gone](gone.md) [up](../../README.md) \
                 [e](https://a.b/c)[^1]\n\n[^1]: [call](../evidence/2026/11/x/source.md#L1)\n",
            ),
            ("a/x.md", "[o](../b/c/old.md)"),
        ],
    );
}

#[test]
fn a_folder_moves_with_everything_in_it() {
    check(
        &[
            ("f/index.md", "* [N](n.md)\n* [[n]] [out](../o.md)"),
            ("f/n.md", "[[f/p.png]] [i](.)"),
            ("f/p.png", ""),
            ("o.md", "[f](f/) [n](f/n.md) [[f/n]] ![[p.png]]"),
        ],
        ("f", "g/h"),
        &[
            ("g/h/index.md", "* [N](n.md)\n* [[n]] [out](../../o.md)"),
            ("g/h/n.md", "[[g/h/p.png]] [i](.)"),
            ("o.md", "[f](g/h/) [n](g/h/n.md) [[g/h/n]] ![[p.png]]"),
        ],
    );
}

#[test]
fn names_get_as_much_path_as_they_need() {
    check(
        &[("a/old.md", ""), ("b/x.md", ""), ("i.md", "[[old]] [[b/x]]")],
        ("a/old.md", "a/x.md"),
        &[("i.md", "[[a/x]] [[b/x]]")],
    );
    // The name of another note becomes ambiguous: links to it get a path.
    let files = files_of(&[("a/old.md", ""), ("b/x.md", ""), ("i.md", "[[x]]"), ("b/j.md", "[[x]]")]);
    let after = moved(&files, "a/old.md", "a/x.md").expect("a move");
    assert_eq!((after["i.md"].as_str(), after["b/j.md"].as_str()), ("[[b/x]]", "[[x]]"));
    // A note that goes to another folder keeps meaning its old neighbour.
    check(
        &[("a/n.md", "[[x]]"), ("a/x.md", ""), ("b/x.md", "")],
        ("a/n.md", "b/n.md"),
        &[("b/n.md", "[[a/x]]")],
    );
}

#[test]
fn a_name_that_is_also_the_title_is_a_name() {
    let files = files_of(&[
        ("old.md", "---\ntitle: Old\naliases: [ancient]\n---\n"),
        ("i.md", "[[old]] [[Old]] [[ancient]]"),
    ]);
    let after = moved(&files, "old.md", "new.md").expect("a move");
    assert_eq!(after["i.md"], "[[new]] [[new]] [[ancient]]");
}

#[test]
fn what_would_break_or_overwrite_is_refused() {
    let files = [
        ("a/old.md", "[[gone]]"),
        ("a/Other.md", ""),
        ("a/e\u{301}.md", ""),
        ("b/x.md", ""),
        ("pic.png", ""),
        ("i.md", "[[new]] [[a/old]]"),
        ("evidence/2026/11/2026-11-30-call-3f9a2c/source.md", "x"),
    ];
    for (old, new, words) in [
        ("a/old.md", "a/Other.md", "exists already"),
        ("a/old.md", "a/other.md", "differs from `a/Other.md` only by case"),
        ("a/old.md", "a/\u{e9}.md", "only by case or by how its letters are composed"),
        ("a/old.md", "B/old.md", "differs from `b` only by case"),
        ("a/old.md", "a/CON.md", "device on Windows"),
        ("a/old.md", "a/why?.md", "holds '?'"),
        ("a/old.md", "evidence/old.md", "append-only"),
        ("a/old.md", ".hidden/old.md", "starts with a dot"),
        ("a/old.md", "a/old.txt", "one is a note and the other is not"),
        ("a/old.md", "a/C#.md", "could not be made to lead where it leads now"),
        ("a/old.md", "pic.png/old.md", "`pic.png/old.md` differs from `pic.png`"),
        ("a/old.md", "c/new.md", "`[[new]]` in i.md:1 leads to no one file now and would lead to `c/new.md`"),
        ("a/old.md", "a/old.md", "stands already"),
        ("a", "a/b", "into itself"),
        ("a", "b", "exists already"),
        ("evidence", "b/evidence", "append-only"),
        ("evidence/2026", "b/2026", "append-only"),
        ("nowhere.md", "b/n.md", "there is no note"),
    ] {
        let message = refused(&files, (old, new));
        assert!(message.contains(words), "{old} {new}: {message}");
    }
    assert!(
        refused(&[("f/n.md", ""), ("i.md", "[f](f/)")], ("f/n.md", "n.md")).contains("`[f](f/)` in i.md:1")
    );
}

#[test]
fn a_change_of_case_only_is_a_move() {
    check(
        &[("Old.md", "[[Old]]"), ("dir/x.md", ""), ("i.md", "[[Old]] [x](dir/x.md) [o](Old.md)")],
        ("Old.md", "OLD.md"),
        &[("OLD.md", "[[OLD]]"), ("i.md", "[[OLD]] [x](dir/x.md) [o](OLD.md)")],
    );
    check(&[("dir/x.md", ""), ("i.md", "[x](dir/x.md)")], ("dir", "Dir"), &[("i.md", "[x](Dir/x.md)")]);
}

#[test]
fn links_that_led_nowhere_are_taken_when_asked_for() {
    let files = files_of(&[("old.md", ""), ("i.md", "[[new]] [n](new.md)")]);
    let wanted = Move { old: path("old.md"), new: path("new.md") };
    assert!(matches!(rename(&vault_of(&files), &wanted, false), Err(RenameError::Adopts { count: 2, .. })));
    let plan = rename(&vault_of(&files), &wanted, true).expect("a plan");
    assert_eq!((plan.adopted.len(), plan.rewritten().count()), (2, 0));
}

const FOLDERS: &[&str] = &["", "a/", "b/", "a/c/", "b/two words/"];
const NAMES: &[&str] =
    &["n", "m", "Node.js", "é", "two words", "R&D", "p(1)", "x.md", "index", "100%", "it's", "[FR]"];
const FRESH: &[&str] = &["fresh", "fresh é", "Fresh one (2)"];

/// Whether a link is written as kb itself would write it: only then is its style known once its name has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Plainly,
    Anyhow,
}

/// A link from the note at `from` to the file at `to`, in the style of the number.
fn link(from: &RepoPath, to: &RepoPath, style: u8, written: Written) -> String {
    let inside = to.as_str().strip_suffix(".md").unwrap_or(to.as_str());
    let relative = from.relative_to(to);
    let stem = inside.rsplit('/').next().unwrap_or(inside);
    match style {
        0 | 1 => format!("[[{stem}]]"),
        2 => format!("![[{stem}#S|words]]"),
        3 => format!("[[{}]]", to.file_name()),
        4 => format!("[[/{inside}]]"),
        5 | 6 => format!("[w]({})", encode_destination(&relative)),
        7 => format!("[w](<{relative}> 't')"),
        8 if relative.starts_with("../") => format!("![w]({}#s)", encode_destination(&relative)),
        8 => format!("![w](./{}#s)", encode_destination(&relative)),
        9 => format!("[w](/{})", encode_destination(to.as_str())),
        10 => "`[[n]]` [[gone]] [g](gone.md) <https://x.y/n.md> \\[[n]]".to_owned(),
        11 => format!("\n\n| t |\n|---|\n| [[{stem}\\|w]] |\n\n[r][] [r]\n\n"),
        _ if written == Written::Plainly => format!("[[{stem}|w]]"),
        12 => format!("[[{inside}]]"),
        13 => format!("[w]({})", relative.replace(' ', "%20").replace('é', "%c3%a9")),
        14 => format!("[w](<{}>)", relative.replace(' ', "%20")),
        15 => "[[n]] [[N]] [[M|x]] [[é]] [[e\u{301}]] [x](b/../n.md)".to_owned(),
        16 => format!("[w]({})", encode_destination(relative.strip_suffix(".md").unwrap_or(&relative))),
        _ => format!("[f](..) [f](.) [[./{stem}]] [[../{stem}]]"),
    }
}

fn vaults(written: Written) -> impl Strategy<Value = BTreeMap<String, String>> {
    let at = (0..FOLDERS.len(), 0..NAMES.len());
    let links = prop::collection::vec((any::<prop::sample::Index>(), 0_u8..18, 0_u8..3), 0..8);
    prop::collection::vec((at, links), 1..9).prop_map(move |notes| {
        let mut paths: Vec<String> = notes
            .iter()
            .map(|((folder, name), _)| format!("{}{}.md", FOLDERS[*folder], NAMES[*name]))
            .collect();
        paths.push("a/pic 1.png".to_owned());
        let mut files = BTreeMap::from([("a/pic 1.png".to_owned(), String::new())]);
        for (at, (_, links)) in paths.iter().zip(&notes) {
            let mut text = "# S\r\n\n".to_owned();
            let mut definition = String::new();
            for (to, style, gap) in links {
                let to = path(to.get(&paths).as_str());
                text += &link(&path(at), &to, *style, written);
                text += ["\r\n", " ", " x\n\n- "][usize::from(*gap)];
                if *style == 11 {
                    definition = format!("\n\n[r]: {} 't'\n", encode_destination(&path(at).relative_to(&to)));
                }
            }
            files.insert(at.clone(), text + &definition);
        }
        files
    })
}

/// What every link of every note leads to, with the notes' own paths and what they lead to moved.
fn leads(files: &BTreeMap<String, String>, wanted: Option<&Move>) -> BTreeMap<RepoPath, Vec<Resolution>> {
    let vault = vault_of(files);
    let step = |path: &RepoPath| wanted.map_or_else(|| path.clone(), |wanted| wanted.of(path));
    let mut found = BTreeMap::new();
    for note in vault.notes() {
        let links = note.links.iter().map(|link| match vault.resolve(note, link) {
            Resolution::Note { path, fragment_found } => {
                Resolution::Note { path: step(&path), fragment_found }
            }
            Resolution::File(path) => Resolution::File(step(&path)),
            Resolution::Ambiguous(_) => Resolution::Ambiguous(Vec::new()),
            other => other,
        });
        found.insert(step(&note.path), links.collect());
    }
    found
}

/// What of a text is no target of a link.
fn around(at: &str, text: &str) -> String {
    let note = Note::parse(path(at), text.as_bytes());
    let mut targets: Vec<Range<usize>> = note.links.iter().map(|link| link.target_span.clone()).collect();
    targets.sort_by_key(|range| range.start);
    targets.dedup();
    let edits: Vec<(Range<usize>, &str)> = targets.into_iter().map(|range| (range, "")).collect();
    String::from_utf8(splice(text.as_bytes(), &edits).expect("targets lie apart")).expect("text")
}

fn places() -> impl Strategy<Value = String> {
    (0..FOLDERS.len(), 0..NAMES.len() + FRESH.len()).prop_map(|(folder, name)| {
        let name = NAMES.iter().chain(FRESH).nth(name).expect("a name");
        format!("{}{name}.md", FOLDERS[folder])
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_link_changes_its_meaning_and_no_other_byte_changes(
        files in vaults(Written::Anyhow), which in any::<prop::sample::Index>(), new in places(), folder in any::<bool>(),
    ) {
        let names: Vec<&String> = files.keys().collect();
        let old = which.get(&names).as_str();
        let (old, new) = match old.split_once('/') {
            Some((top, _)) if folder => (top, new.split('/').next().expect("a part").trim_end_matches(".md")),
            _ => (old, new.as_str()),
        };
        let Ok(after) = moved(&files, old, new) else { return Ok(()) };
        let wanted = Move { old: path(old), new: path(new) };
        prop_assert_eq!(leads(&after, None), leads(&files, Some(&wanted)), "{:?} {:?} {:?}", files, wanted, after);
        for (at, text) in &files {
            let now = &after[wanted.of(&path(at)).as_str()];
            prop_assert_eq!(around(at, now), around(at, text));
        }
    }

    #[test]
    fn there_and_back_is_the_identity(
        files in vaults(Written::Plainly), which in any::<prop::sample::Index>(), folder in 0..FOLDERS.len(),
        fresh in prop::sample::select(FRESH),
    ) {
        let names: Vec<&String> = files.keys().filter(|name| name.ends_with(".md")).collect();
        let old = which.get(&names).as_str();
        let new = format!("{}{fresh}.md", FOLDERS[folder]);
        let Ok(after) = moved(&files, old, &new) else { return Ok(()) };
        let back = moved(&after, &new, old);
        prop_assert_eq!(back.as_ref(), Ok(&files), "{:?} {} {}", after, old, new);
    }
}
