//! Makes text inert: nothing of it is read as Markdown, a wiki-link, HTML, a footnote or front matter.

use super::quotable::is_invisible;

/// `text` as the words of a line of Markdown that it shows as itself.
///
/// Characters that cannot be seen are left out, white space is folded.
pub(super) fn inline(text: &str) -> String {
    let seen: String =
        text.chars().filter(|&c| !(is_invisible(c) || c.is_control() && !c.is_whitespace())).collect();
    let folded = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut escaped = String::with_capacity(folded.len() + 8);
    let chars: Vec<char> = folded.chars().collect();
    for (index, &c) in chars.iter().enumerate() {
        let before = index.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(index + 1).copied();
        let markup = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' | '|' => true,
            // Inside a word an underscore means nothing, and addresses are full of them.
            '_' => !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)),
            '&' => after.is_some_and(|c| c.is_alphanumeric() || c == '#') && chars[index..].contains(&';'),
            '#' | '>' | '+' | '-' | '=' | ':' => index == 0,
            '.' | ')' => chars[..index].iter().all(char::is_ascii_digit) && index > 0,
            _ => false,
        };
        if markup {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// `text` as a scalar of YAML on one line: plain where that is safe, else in double quotes.
pub(super) fn yaml(text: &str) -> String {
    let folded: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    let folded = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let starts = folded.starts_with(|c: char| c.is_alphabetic());
    let inner = folded
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, ' ' | ',' | '.' | '-' | '(' | ')' | '/' | '\'' | '_'));
    let word = matches!(
        folded.to_lowercase().as_str(),
        "true" | "false" | "yes" | "no" | "on" | "off" | "null" | "y" | "n"
    );
    if starts && inner && !word && !folded.ends_with(' ') {
        return folded;
    }
    let escaped: String = folded
        .chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| if matches!(c, '"' | '\\') { vec!['\\', c] } else { vec![c] })
        .collect();
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_shown_as_itself() {
        assert_eq!(inline("a [[b|c]] <script> `x` *y*"), r"a \[\[b\|c\]\] \<script> \`x\` \*y\*");
        assert_eq!(inline("# no heading"), r"\# no heading");
        assert_eq!(inline("1. no list"), r"1\. no list");
        assert_eq!(inline("[^1]: no footnote"), r"\[^1\]: no footnote");
        assert_eq!(
            inline("snake_case_mail@a.example costs $5 & more"),
            "snake_case_mail@a.example costs $5 & more"
        );
        assert_eq!(inline("a\u{202e}b\u{200b}c\nd"), "abc d");
    }

    #[test]
    fn yaml_scalars_read_back_as_they_were() {
        for text in [
            "Delta: Reservations",
            "yes",
            "plain words",
            "- item",
            "a \"b\" \\c",
            "{x}",
            "#x",
            "2024-11-10",
            "H&R Block",
            "",
        ] {
            let line = format!("title: {}\n", yaml(text));
            let read: std::collections::BTreeMap<String, String> =
                crate::yaml::from_str(&line).expect("YAML");
            assert_eq!(read["title"], text);
        }
    }
}
