//! Cuts a file of golden questions into what stands around the questions and the questions, line by line, so that one
//! broken question spoils no other. It reads no YAML.

/// A file of golden questions, cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The file with the lines of the questions left empty, so that lines keep their numbers.
    pub frame: String,
    /// The questions, in order.
    pub items: Vec<Item>,
    /// The bytes of the questions in the file, from the line after `questions:` on.
    pub span: std::ops::Range<usize>,
}

/// One question, not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line that it starts in, from 1.
    pub line: u32,
    /// Its YAML, the `-` replaced by a blank.
    pub yaml: String,
    /// Its bytes in the file, with the comments above it.
    pub span: std::ops::Range<usize>,
}

/// Cuts `text`; `None` where the questions are not written one `-` a line below `questions:`.
pub fn split(text: &str) -> Option<Split> {
    let mut frame = String::with_capacity(text.len());
    let mut items: Vec<Item> = Vec::new();
    let mut span: Option<std::ops::Range<usize>> = None;
    let mut indent: Option<usize> = None;
    let mut inside = false;
    // Where the blank lines and comments above the next line start; they belong to what follows.
    let mut above = 0;
    let mut at = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let end = at + line.len();
        let content = line.trim_end();
        let leading = content.len() - content.trim_start_matches(' ').len();
        let is_blank = content.trim_start().is_empty() || content.trim_start().starts_with('#');
        let is_item = content[leading..].starts_with("- ") || &content[leading..] == "-";
        if !inside {
            frame.push_str(line);
            if span.is_none() && is_heading(content) {
                inside = true;
                span = Some(end..end);
            }
            (at, above) = (end, end);
            continue;
        }
        if !is_blank && leading == 0 && !is_item {
            // The next key of the file.
            inside = false;
            frame.push_str(line);
            at = end;
            continue;
        }
        frame.push('\n');
        if let Some(span) = &mut span {
            span.end = end;
        }
        if is_item && leading <= *indent.get_or_insert(leading) {
            let yaml = format!("{} {}", &line[..leading], &line[leading + 1..]);
            if let Some(item) = items.last_mut() {
                item.span.end = above;
            }
            items.push(Item { line: number, yaml, span: above..end });
        } else if let Some(item) = items.last_mut() {
            item.yaml.push_str(line);
            item.span.end = end;
        } else if !is_blank {
            return None;
        }
        at = end;
        if !is_blank {
            above = end;
        }
    }
    Some(Split { frame, items, span: span? })
}

/// Whether `line` is the key under which the questions stand.
fn is_heading(line: &str) -> bool {
    line.strip_prefix("questions:").is_some_and(|rest| {
        let rest = rest.trim();
        rest.is_empty() || rest.starts_with('#')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_cut_out_and_lines_keep_their_numbers() {
        let text = "version: 1\nquestions:\n  # first\n  - question: a\n    notes:\n      - x\n\n  # second\n  - question: \"b\nrequire: {mrr: 1}\n";
        let split = split(text).expect("a split");
        let lines: Vec<u32> = split.items.iter().map(|item| item.line).collect();
        assert_eq!(lines, [4, 9]);
        assert_eq!(split.items[0].yaml, "    question: a\n    notes:\n      - x\n\n  # second\n");
        assert_eq!(&text[split.items[1].span.clone()], "\n  # second\n  - question: \"b\n");
        assert_eq!(split.frame, "version: 1\nquestions:\n\n\n\n\n\n\n\nrequire: {mrr: 1}\n");
    }

    #[test]
    fn other_ways_to_write_a_list_are_not_cut() {
        assert_eq!(split("questions: [{question: a}]\n"), None);
        assert_eq!(split("{\"questions\": []}\n"), None);
        assert!(split("questions:\n- question: a\n- question: b\n").is_some_and(|cut| cut.items.len() == 2));
    }
}
