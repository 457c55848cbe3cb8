//! What a source says of itself, from a JSON or YAML value, as names and values.

use serde_json::Value;

/// Adds the scalars of `value` to `context`, nested names joined by a dot.
///
/// `metadata` and its like are wrappers: their names are not part of what they hold. Names in `skip` are left out.
pub(in crate::evidence) fn flatten(value: &Value, skip: &[&str], context: &mut Vec<(String, String)>) {
    fn under(prefix: &str, value: &Value, skip: &[&str], depth: u8, context: &mut Vec<(String, String)>) {
        let Value::Object(map) = value else { return };
        for (key, value) in map {
            if skip.contains(&key.as_str()) {
                continue;
            }
            let wrapper = matches!(key.as_str(), "metadata" | "meta" | "context" | "header");
            let name = match (prefix, wrapper && value.is_object()) {
                (prefix, true) => prefix.to_owned(),
                ("", false) => key.clone(),
                (prefix, false) => format!("{prefix}.{key}"),
            };
            match scalar(value) {
                Some(text) if text.trim().is_empty() => {}
                Some(text) => context.push((name, crate::text::fold_space(&text).into_owned())),
                None if depth < 4 => under(&name, value, skip, depth + 1, context),
                None => {}
            }
        }
    }
    under("", value, skip, 0, context);
}

/// A scalar, or a list of scalars joined by commas, as text.
pub(in crate::evidence) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(items) => {
            let texts: Option<Vec<String>> =
                items.iter().map(|item| scalar(item).filter(|_| !item.is_array())).collect();
            texts.map(|texts| texts.join(", "))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// Reads the front matter of `text`: what it says, and the line (from 1) after it. `None` without one.
///
/// A block that is not YAML is read as `name: value` lines, so that it is still not mistaken for words.
pub(in crate::evidence) fn front_matter(text: &str) -> Option<(Vec<(String, String)>, usize)> {
    let mut lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    if lines.next()?.trim_end() != "---" {
        return None;
    }
    let mut block = String::new();
    for (index, line) in lines.enumerate() {
        if matches!(line.trim_end(), "---" | "...") {
            let mut context = Vec::new();
            match crate::yaml::from_str::<Value>(&block) {
                Ok(value) => flatten(&value, &[], &mut context),
                Err(_) => context.extend(block.lines().filter_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    Some((name.trim().to_owned(), value.trim().to_owned()))
                })),
            }
            return Some((context, index + 3));
        }
        block.push_str(line);
        block.push('\n');
    }
    None
}
