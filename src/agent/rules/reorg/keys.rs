//! Keys of front matter that a reorganisation sets: one more name of a list, one more entry of a mapping. Bytes are spliced,
//! and what comes out is read again before it counts.

use serde_json::Value;

use crate::agent::front::set;
use crate::note::Note;

/// The text of `note` with `item` as one more text of the list `key`; `None` where that cannot be written in place.
pub(super) fn add(note: &Note, key: &str, item: &str) -> Option<String> {
    let before: Vec<String> = note.front.texts(key).into_iter().map(str::to_owned).collect();
    if before.iter().any(|one| one == item) {
        return Some(note.text.clone());
    }
    let written = quoted(item);
    let value = match note.front.get(key).map(|field| &field.value) {
        None => {
            if before.is_empty() && key != "aliases" {
                written
            } else {
                format!("[{written}]")
            }
        }
        Some(Value::Null) => format!(" [{written}]"),
        Some(Value::Array(items)) if items.is_empty() => format!("[{written}]"),
        Some(Value::Array(_)) => listed(raw(note, key)?, &indent(note, key), &written)?,
        Some(Value::String(_)) => format!("[{}, {written}]", one_line(raw(note, key)?)?),
        Some(_) => return None,
    };
    let text = set(note, key, &value);
    let after = Note::parse(note.path.clone(), text.as_bytes());
    let mut wanted = before;
    wanted.push(item.to_owned());
    (holds(note, &after, key) && after.front.texts(key) == wanted).then_some(text)
}

/// The text of `note` with `name: value` as one more entry of the mapping `key`; `None` where that cannot be written in
/// place, or where the entry says something else already.
pub(super) fn enter(note: &Note, key: &str, name: &str, value: &str) -> Option<String> {
    let entry = format!("{name}: {}", quoted(value));
    let value_of = |note: &Note| {
        note.front.get(key).and_then(|field| field.value.get(name)).and_then(Value::as_str).map(str::to_owned)
    };
    let written = match note.front.get(key).map(|field| &field.value) {
        None => format!("{{{entry}}}"),
        Some(Value::Null) => format!(" {{{entry}}}"),
        Some(Value::Object(fields)) if fields.is_empty() => format!("{{{entry}}}"),
        Some(Value::Object(_)) if value_of(note).as_deref() == Some(value) => return Some(note.text.clone()),
        Some(Value::Object(fields)) if fields.contains_key(name) => return None,
        Some(Value::Object(_)) => {
            let raw = raw(note, key)?;
            match raw.strip_suffix('}').filter(|_| raw.starts_with('{')) {
                Some(inner) => format!("{}, {entry}}}", inner.trim_end()),
                None => format!("{raw}{}{}{entry}", line_end(note), indent(note, key)),
            }
        }
        Some(_) => return None,
    };
    let text = set(note, key, &written);
    let after = Note::parse(note.path.clone(), text.as_bytes());
    (holds(note, &after, key) && value_of(&after).as_deref() == Some(value)).then_some(text)
}

/// The text of `note` with the text `value` as `key`; `None` where that cannot be written in place.
pub(super) fn put(note: &Note, key: &str, value: &str) -> Option<String> {
    let is_null = note.front.get(key).is_some_and(|field| field.value.is_null());
    let text = set(note, key, &if is_null { format!(" {value}") } else { value.to_owned() });
    let after = Note::parse(note.path.clone(), text.as_bytes());
    (holds(note, &after, key) && after.front.text(key) == Some(value)).then_some(text)
}

/// The text of `note` with the description `text`, written as `yaml`; `None` where that cannot be written in place.
pub(super) fn describe(note: &Note, yaml: &str, text: &str) -> Option<String> {
    let raw = raw(note, "description")?;
    one_line(raw)?;
    let new = set(note, "description", yaml);
    let after = Note::parse(note.path.clone(), new.as_bytes());
    (holds(note, &after, "description") && after.front.text("description") == Some(text)).then_some(new)
}

/// Whether everything but `key` is as it was.
fn holds(before: &Note, after: &Note, key: &str) -> bool {
    let others = |note: &Note| -> Vec<(String, Value)> {
        let fields = note.front.fields.iter().filter(|field| field.key != key);
        fields.map(|field| (field.key.clone(), field.value.clone())).collect()
    };
    !after.front.broken && others(before) == others(after) && before.body().trim() == after.body().trim()
}

/// The value of `key` as it is written.
fn raw<'n>(note: &'n Note, key: &str) -> Option<&'n str> {
    let field = note.front.get(key)?;
    Some(note.text[field.value_span.clone()].trim_end())
}

/// The value of a text as it is written, where that is one line.
fn one_line(raw: &str) -> Option<&str> {
    (!raw.contains('\n') && !raw.starts_with(['|', '>'])).then_some(raw)
}

/// A list as it is written, with one more item.
fn listed(raw: &str, indent: &str, item: &str) -> Option<String> {
    if let Some(inner) = raw.strip_suffix(']').filter(|_| raw.starts_with('[')) {
        return Some(format!("{}, {item}]", inner.trim_end().trim_end_matches(',')));
    }
    let end = if raw.contains("\r\n") { "\r\n" } else { "\n" };
    raw.starts_with('-').then(|| format!("{raw}{end}{indent}- {item}"))
}

/// What stands before the first entry of the value of `key` on its line.
fn indent(note: &Note, key: &str) -> String {
    let Some(field) = note.front.get(key) else { return String::new() };
    let start = field.value_span.start;
    let line = note.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = &note.text[line..start];
    if before.trim().is_empty() { before.to_owned() } else { String::new() }
}

fn line_end(note: &Note) -> &'static str {
    if note.text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// `text` as a scalar of YAML that is a text wherever it stands.
fn quoted(text: &str) -> String {
    let plain = super::super::escape::yaml(text);
    let flow = plain.contains([',', '[', ']', '{', '}']) && !plain.starts_with('"');
    if flow { format!("\"{plain}\"") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::RepoPath;

    fn note(text: &str) -> Note {
        Note::parse(RepoPath::new("knowledge/a.md").expect("a path"), text.as_bytes())
    }

    #[test]
    fn one_more_name_is_written_as_the_list_is() {
        for (before, after) in [
            ("# A\n", "---\naliases: [money back]\n---\n# A\n"),
            ("---\ntype: X\n---\n", "---\ntype: X\naliases: [money back]\n---\n"),
            ("---\naliases: [a, \"b\"]\n---\n", "---\naliases: [a, \"b\", money back]\n---\n"),
            ("---\naliases: a # mine\n---\n", "---\naliases: [a, money back] # mine\n---\n"),
            (
                "---\r\naliases:\r\n  - a\r\n  - b\r\ntype: X\r\n---\r\n",
                "---\r\naliases:\r\n  - a\r\n  - b\r\n  - money back\r\ntype: X\r\n---\r\n",
            ),
            ("---\naliases:\n- a\n---\n", "---\naliases:\n- a\n- money back\n---\n"),
            ("---\naliases: []\n---\n", "---\naliases: [money back]\n---\n"),
            ("\u{feff}# A\n", "\u{feff}---\naliases: [money back]\n---\n# A\n"),
        ] {
            assert_eq!(add(&note(before), "aliases", "money back").as_deref(), Some(after), "{before}");
        }
        assert_eq!(
            add(&note("---\naliases: [a]\n---\n"), "aliases", "a").as_deref(),
            Some("---\naliases: [a]\n---\n")
        );
        let successor = add(&note("---\ntype: X\n---\n"), "superseded_by", "[[b]]");
        assert_eq!(successor.as_deref(), Some("---\ntype: X\nsuperseded_by: \"[[b]]\"\n---\n"));
    }

    #[test]
    fn one_more_entry_is_written_as_the_mapping_is() {
        for (before, after) in [
            ("---\ntype: X\n---\n", "---\ntype: X\napplies_to: {region: EU}\n---\n"),
            ("---\napplies_to: {person: Ada}\n---\n", "---\napplies_to: {person: Ada, region: EU}\n---\n"),
            (
                "---\napplies_to:\n  person: Ada\n---\n",
                "---\napplies_to:\n  person: Ada\n  region: EU\n---\n",
            ),
        ] {
            assert_eq!(
                enter(&note(before), "applies_to", "region", "EU").as_deref(),
                Some(after),
                "{before}"
            );
        }
        assert_eq!(enter(&note("---\napplies_to: {region: US}\n---\n"), "applies_to", "region", "EU"), None);
        assert_eq!(enter(&note("---\napplies_to: agents\n---\n"), "applies_to", "region", "EU"), None);
    }
}
