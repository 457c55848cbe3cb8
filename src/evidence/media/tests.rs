use super::*;

#[track_caller]
fn is(name: Option<&str>, bytes: impl AsRef<[u8]>, expected: Media) {
    let bytes = bytes.as_ref();
    assert_eq!(Media::detect(name, bytes), expected, "{name:?}: {}", String::from_utf8_lossy(bytes));
}

#[test]
fn content_speaks_before_the_name() {
    let png = b"\x89PNG\r\n\x1a\nrest\0";
    is(Some("notes.md"), png, Media::Image(ImageFormat::Png));
    is(None, b"\xff\xd8\xff\xe0\0", Media::Image(ImageFormat::Jpeg));
    is(None, b"RIFF\x10\0\0\0WEBPVP8 ", Media::Image(ImageFormat::Webp));
    is(Some("x.txt"), b"%PDF-1.7\n\xe2\xe3", Media::Pdf);
    is(Some("page.txt"), "<!-- saved --><!DOCTYPE html><p>x</p>", Media::Html);
    is(Some("x.html"), "no tags at all", Media::Text);
    is(None, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", Media::Image(ImageFormat::Svg));
    is(Some("a.txt"), "From: a@example.org\r\nMIME-Version: 1.0\r\n\r\nHi", Media::Mail);
    is(Some("memo.txt"), "From: Ann\nTo: Bob\n\nHi", Media::Text);
    is(Some("x.dat"), b"\0\x01\x02", Media::Binary);
    is(Some("notes.md"), b"# a\0b", Media::Binary);
}

#[test]
fn structured_text_is_told_apart() {
    let turn = r#"{"role":"user","content":"Hi"}"#;
    is(Some("a.txt"), format!("{turn}\n{turn}\n"), Media::JsonLines);
    is(None, turn, Media::JsonLines);
    is(Some("a.jsonl"), "not json\n", Media::JsonLines);
    is(None, format!("{turn}\nnot json\n{turn}\n{turn}\n{turn}\n"), Media::JsonLines);
    is(Some("a.json"), format!("[{turn},\n{turn}]"), Media::JsonConversation);
    is(Some("a.json"), format!(r#"{{"messages":[{turn}]}}"#), Media::JsonConversation);
    is(Some("a.json"), r#"{"a": 1}"#, Media::Json);
    is(Some("a.json"), "{broken", Media::Text);
    is(Some("a.yaml"), "messages:\n- role: user\n  content: Hi\n", Media::YamlConversation);
    is(None, "- role: user\n  content: Hi\n", Media::YamlConversation);
    is(Some("a.yml"), "a: 1\n", Media::Yaml);
    is(Some("a.yml"), "a: [1\n", Media::Text);
    is(Some("a.txt"), "user: Hi\nassistant: Ho\n", Media::Text);
}

#[test]
fn tables_and_markdown_without_a_name() {
    is(Some("a.csv"), "x", Media::Csv);
    is(None, "id,subject,body\n1,Hi,\"two\nlines\"\n", Media::Csv);
    is(None, "id\tsubject\n1\tHi\n", Media::Tsv);
    is(None, "Well, yes, but no.\nThen, we went, home.\n", Media::Text);
    is(Some("a.txt"), "id,subject,body\n1,Hi,x\n", Media::Text);
    is(None, "# Title\n\nWords.\n", Media::Markdown);
    is(None, "Words.\n", Media::Text);
    is(None, b"caf\xe9\n", Media::Text);
    is(None, b"\xff\xfe#\0 \0a\0", Media::Markdown);
}
