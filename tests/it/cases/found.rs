//! What a line `SEARCH` of `expected.txt` says, held against the answers of `kb search`.

use super::Case;

impl Case {
    /// Fails where a search does not find what ``[exact] `QUERY` -> FILES`` says.
    pub(super) fn expect_found(&self, rest: &str, line: &str) {
        let (exact, rest) = match rest.strip_prefix("exact ") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (query, wanted) = match rest[1..].split_once("` -> ") {
            Some((query, wanted)) => (query, wanted),
            None => panic!("`QUERY` -> FILES: {line}"),
        };
        let quoted = format!("\"{query}\"");
        let found = self.ranked(if exact { &quoted } else { query });
        // That it is no error is what `ranked` asserts of every answer.
        let wanted = wanted.trim_end_matches("(no error)").trim_end_matches("no error");
        let wanted = wanted.trim_end_matches([',', ' ']);
        let (files, wish) = read(wanted, line);
        match wish {
            Wish::Nothing => assert_eq!(found, [""; 0], "{line}"),
            Wish::Anything => {}
            Wish::These | Wish::All => {
                let mut found = found;
                found.sort();
                let files = if wish == Wish::All { self.files() } else { files };
                assert_eq!(found, files, "{line}");
            }
            Wish::First => assert_eq!(found.first(), files.first(), "{line}: {found:?}"),
            Wish::Contained { first } => {
                assert!(files.iter().all(|file| found.contains(file)), "{line}: {found:?}");
                assert!(!first || found[0] == files[0], "{line}: {found:?}");
            }
            Wish::Before => {
                let before = &found[..files.len().min(found.len())];
                assert!(files.iter().all(|file| before.contains(file)), "{line}: {found:?}");
            }
        }
    }

    /// The files of the case, ordered.
    fn files(&self) -> Vec<String> {
        let mut files: Vec<String> = self.vault.notes().map(|note| note.path.to_string()).collect();
        files.sort();
        files
    }
}

/// What is wished of an answer beside the files that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// Nothing is found.
    Nothing,
    /// There is an answer.
    Anything,
    /// Exactly these, in any order.
    These,
    /// Every file of the case.
    All,
    /// The one named is the first.
    First,
    /// They are among those found, the first of them first of all where that is said.
    Contained { first: bool },
    /// They come before all others.
    Before,
}

/// Reads `wanted`, word by word; what is not understood fails.
fn read(wanted: &str, line: &str) -> (Vec<String>, Wish) {
    match wanted {
        "" => return (Vec::new(), Wish::Anything),
        "(nothing)" | "(nothing, no error)" => return (Vec::new(), Wish::Nothing),
        "all three" => return (Vec::new(), Wish::All),
        "q.md (or nothing if a stop word)" => return (vec!["q.md".to_owned()], Wish::These),
        _ => {}
    }
    let (wanted, before) = match wanted.split_once(" (plain.md allowed after them)") {
        Some((wanted, "")) => (wanted, true),
        _ => (wanted, false),
    };
    let mut files = Vec::new();
    let mut wish = if before { Wish::Before } else { Wish::These };
    for word in wanted.split([' ', ',']).filter(|word| !word.is_empty()) {
        match word {
            "first" => wish = Wish::First,
            "contains" => wish = if before { wish } else { Wish::Contained { first: wish == Wish::First } },
            "only" => wish = Wish::These,
            file if file.ends_with(".md") => files.push(file.to_owned()),
            _ => panic!("nobody tests: {line}"),
        }
    }
    if wish == Wish::These {
        files.sort();
    }
    (files, wish)
}
