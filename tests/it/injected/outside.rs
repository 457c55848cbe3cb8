//! What of a text that an agent is told stands outside of every fence: kb's own words, if all is well.

/// What of `told` stands outside of every fence. One that is not closed holds nothing.
pub fn outside(told: &str) -> String {
    let mut outside = String::new();
    let mut rest = told;
    while let Some(start) = rest.find("<<") {
        let mark: String = rest[start + 2..].chars().take_while(char::is_ascii_hexdigit).collect();
        let close = format!("<</{mark}>>");
        outside.push_str(&rest[..start]);
        match rest[start..].find(&close).filter(|_| mark.len() == 12) {
            Some(end) => rest = &rest[start + end + close.len()..],
            None => {
                outside.push_str("<<");
                rest = &rest[start + 2..];
            }
        }
    }
    outside + rest
}

/// The lines of `markdown` that hold `word` outside of a block and of a code span.
pub fn unquoted<'t>(markdown: &'t str, word: &str) -> Vec<&'t str> {
    let mut open: Option<&str> = None;
    let mut unquoted = Vec::new();
    for line in markdown.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match open {
            Some(fence) if line == fence => open = None,
            Some(_) => {}
            None if ticks.len() >= 3 => open = Some(ticks),
            None if line.split('`').step_by(2).any(|plain| plain.contains(word)) => unquoted.push(line),
            None => {}
        }
    }
    unquoted
}
