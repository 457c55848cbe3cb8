use super::*;

fn front(text: &str) -> (FrontMatter, Vec<(usize, String)>) {
    let (front, problems) = read(text, 0);
    (front, problems.into_iter().map(|problem| (problem.span.start, problem.message)).collect())
}

fn one_problem(text: &str) -> (usize, String) {
    let (_, mut problems) = front(text);
    assert_eq!(problems.len(), 1, "{text:?}: {problems:?}");
    problems.remove(0)
}

#[test]
fn fences_may_carry_blanks_and_carriage_returns() {
    let text = "---\r\ntitle: T\r\ntags:\r\n  - a\r\n---  \r\nbody\r\n";
    let (front, problems) = front(text);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(front.text("title"), Some("T"));
    assert_eq!(front.texts("tags"), ["a"]);
    assert_eq!(&text[front.end..], "body\r\n");
    let title = front.get("title").expect("a title");
    assert_eq!((&text[title.key_span.clone()], &text[title.value_span.clone()]), ("title", "T"));
}

#[test]
fn titles_are_texts_however_they_look() {
    for title in ["2024-06-01", "1458", "1.10", "007", "0x1F", "true"] {
        assert_eq!(front(&format!("---\ntitle: {title}\n---\n")).0.text("title"), Some(title));
    }
    assert_eq!(front("---\ntitle:\n---\n").0.text("title"), None);
    assert_eq!(front("---\ntitle: null\n---\n").0.text("title"), None);
}

#[test]
fn only_the_first_block_at_the_start_counts() {
    let many = "---\ntitle: T\n---\na\n\n---\n\nkey: value\n\n---\nb\n";
    let (front_of_many, problems) = front(many);
    assert_eq!(front_of_many.fields.len(), 1);
    assert!(problems.is_empty(), "{problems:?}");
    assert!(one_problem("---\n\nExample!\n").1.contains("without a closing"));
    assert_eq!(one_problem("\n---\ntitle: T\n---\nbody\n").0, 1);
    assert_eq!(one_problem(" ---\ntitle: T\n---\nbody\n").0, 1);
    let stacked = one_problem("---\npermalink: p\n---\n\n---\nname: n\n---\n# B\n");
    assert_eq!(stacked.0, 22);
    assert!(stacked.1.contains("second block"));
}

#[test]
fn what_does_not_parse_is_broken_and_says_where() {
    let (broken, problems) = front("---\nid: 1\ntitle: Report: Q3\n---\nbody\n");
    assert!(broken.broken && broken.fields.is_empty());
    assert_eq!(problems[0].0, 10 + 13);
    assert!(one_problem("---\na: 1\na: 2\n---\n").1.contains("twice"));
    assert!(one_problem("---\na:\n\tb: 1\n---\n").1.contains("tabs"));
    assert!(one_problem("---\nHello\n---\nbody3\n").1.contains("not a mapping"));
    assert!(one_problem("---\n- a\n---\nbody4\n").1.contains("not a mapping"));
    assert!(one_problem("+++\ntitle = \"T\"\n+++\nbody\n").1.contains("TOML"));
    let huge = format!("---\na: {}\n---\n", "x".repeat(70_000));
    assert!(one_problem(&huge).1.contains("65536"));
    for fine in ["", "---\n---\nbody\n", "---\n# only\n---\n", "just text\n", "+++\n"] {
        assert!(front(fine).1.is_empty(), "{fine:?}");
    }
}
