use super::*;
use crate::evidence::{Item, Meta, Reading};
use crate::path::RepoPath;
use crate::text::contains_words;

fn extract(media: Media, bytes: &[u8]) -> Extraction {
    Extraction::of(media, bytes).expect("an extraction")
}

/// An item with `text` as its extraction.
fn item(text: &str) -> Item {
    let meta: Meta = serde_json::from_str(&format!(
        r#"{{"id":"2026-11-30-call-3f9a2c","kind":"call","captured_at":"2026-11-30T00:00:00Z",
            "sha256":"{:064}","media_type":"x/y","source":"source.bin"}}"#,
        0
    ))
    .expect("a record");
    Item::new(meta, RepoPath::new("evidence/x").expect("a path"), b"", Some(text.as_bytes()))
}

/// The blocks that an extraction reads as, after a check that every text stands in its lines.
fn seen(extraction: &Extraction) -> Vec<String> {
    let item = item(&extraction.text);
    let reading = Reading::of(&item);
    reading
        .blocks
        .iter()
        .map(|b| {
            assert!(item.quotes(b.lines, &b.text), "`{}` in {} of\n{}", b.text, b.lines, extraction.text);
            let who = b.speaker.as_deref().map_or(String::new(), |who| format!("{who}: "));
            let when = b.time.as_deref().map_or(String::new(), |when| format!("({when}) "));
            format!("[{}] {when}{who}{}", b.headings.join(" > "), b.text)
        })
        .collect()
}

#[test]
fn what_is_line_addressable_needs_no_extraction() {
    assert_eq!(Extraction::of(Media::Markdown, b"# a\n"), None);
    assert_eq!(Extraction::of(Media::JsonLines, b"{}\n"), None);
}

#[test]
fn a_conversation_becomes_a_turn_a_line() {
    let json = r###"{"id":"c1","timestamp":"2024-11-15 10:30:00","metadata":{"business":"Bank: east"},
        "messages":[{"role":"user","content":"Hi\n\n## x\n**bot:** no"},
                    {"role":"assistant","content":"$85,000","time":"10:32"},{"content":"who?"}]}"###;
    let extraction = extract(Media::JsonConversation, json.as_bytes());
    assert_eq!(
        seen(&extraction),
        [
            "[] (2024-11-15 10:30:00) user: Hi ## x **bot:** no",
            "[] (10:32) assistant: $85,000",
            "[] (2024-11-15 10:30:00) who?"
        ]
    );
    assert_eq!(extraction.time.as_deref(), Some("2024-11-15 10:30:00"));
    let reading = Reading::of(&item(&extraction.text));
    assert!(reading.context.contains(&("business".to_owned(), "Bank: east".to_owned())));
    assert!(reading.parts.is_empty());
}

#[test]
fn several_conversations_are_parts() {
    let yaml = "test: t1\nconversations:\n- id: a\n  timestamp: '2024-11-15'\n  messages:\n  - role: user\n    \
                content: Hi\n- id: b\n  messages:\n  - role: user\n    content: Ho\n";
    let extraction = extract(Media::YamlConversation, yaml.as_bytes());
    assert_eq!(seen(&extraction), ["[a] (2024-11-15) user: Hi", "[b] user: Ho"]);
    let reading = Reading::of(&item(&extraction.text));
    assert_eq!(reading.parts.iter().map(|part| part.blocks.clone()).collect::<Vec<_>>(), [0..1, 1..2]);
    let context: Vec<_> = reading.context_of(1).collect();
    assert_eq!(context, [("test", "t1"), ("id", "b")]);
}

#[test]
fn tickets_become_a_field_a_line() {
    let csv =
        "id;subject;body;created\nT-1;Late;\"It is\n\n## late; \"\"very\"\".\";2024-11-15\nT-2;Lost;;\n";
    let extraction = extract(Media::Csv, csv.as_bytes());
    assert_eq!(
        seen(&extraction),
        [
            "[T-1 > id] T-1",
            "[T-1 > subject] Late",
            "[T-1 > body] It is ## late; \"very\".",
            "[T-1 > created] 2024-11-15",
            "[T-2 > id] T-2",
            "[T-2 > subject] Lost",
        ]
    );
    assert_eq!(extraction.time.as_deref(), Some("2024-11-15"));
}

#[test]
fn a_page_keeps_its_words_and_drops_its_scripts() {
    let html = "<!doctype html><html><head><title>Refund &amp; return</title>\
        <meta property=\"article:published_time\" content=\"2024-11-15T10:00:00Z\"><style>p{}</style></head><body>\
        <h1>Refunds</h1><p>A <b>full</b> refund within <a href=\"x\">seven days</a>.</p>\
        <ul><li>one</li><li>two</li></ul><script>alert(1)</script>\
        <table><tr><th>Plan</th><th>Price</th></tr><tr><td>Pro</td><td>20</td></tr></table></body></html>";
    let extraction = extract(Media::Html, html.as_bytes());
    assert_eq!(extraction.title.as_deref(), Some("Refund & return"));
    assert_eq!(extraction.time.as_deref(), Some("2024-11-15T10:00:00Z"));
    let seen = seen(&extraction);
    assert!(seen.contains(&"[Refunds] A full refund within seven days.".to_owned()), "{seen:?}");
    assert!(seen.contains(&"[Refunds] two".to_owned()), "{seen:?}");
    assert!(!extraction.text.contains("alert"), "{}", extraction.text);
    assert!(contains_words(&extraction.text, "Pro"), "{}", extraction.text);
}

#[test]
fn nesting_that_would_break_the_renderer_is_told() {
    let html = format!("<html>{}", "<div>".repeat(100_000));
    let missing = extract(Media::Html, html.as_bytes()).missing.expect("a reason");
    assert!(missing.contains("nested"), "{missing}");
}

#[test]
fn a_message_is_its_senders_words_but_for_the_quoted() {
    let mail = "From: Ann Lee <ann@example.org>\r\nTo: kb@example.org\r\nSubject: =?utf-8?q?Caf=C3=A9_order?=\r\n\
        Date: Fri, 15 Nov 2024 10:30:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
        Content-Transfer-Encoding: quoted-printable\r\n\r\nThe price is =E2=82=AC85,\r\nall in.\r\n\r\n\
        > How much\r\n> is it?\r\nBye\r\n";
    let extraction = extract(Media::Mail, mail.as_bytes());
    assert_eq!(
        seen(&extraction),
        [
            "[] (2024-11-15T10:30:00+01:00) Ann Lee <ann@example.org>: The price is €85, all in.",
            "[] How much is it?",
            "[] (2024-11-15T10:30:00+01:00) Ann Lee <ann@example.org>: Bye",
        ]
    );
    assert_eq!(extraction.title.as_deref(), Some("Café order"));
}

#[test]
fn attachments_are_named_and_html_mail_is_read() {
    let mail = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\nContent-Type: text/html\n\n<p>Only <i>this</i></p>\n--x\nContent-Type: application/pdf\n\
        Content-Disposition: attachment; filename=a.pdf\n\nabc\n--x--\n";
    let extraction = extract(Media::Mail, mail.as_bytes());
    assert_eq!(seen(&extraction), ["[] a@example.org: Only this"]);
    assert!(extraction.text.contains("a.pdf (3 bytes)"), "{}", extraction.text);
    assert!(extraction.missing.is_some_and(|missing| missing.contains("1 attachments")));
}

#[test]
fn other_encodings_are_decoded() {
    assert_eq!(
        seen(&extract(Media::Text, b"Price: 5 \x80\n\n# no heading\n")),
        ["[] Price: 5 €", "[] # no heading"]
    );
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("# T\n\né\n".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(seen(&extract(Media::Markdown, &utf16)), ["[T] é"]);
    let lines = b"{\"id\":\"c\",\"date\":\"2024-01-02\"}\n{\"role\":\"user\",\"content\":\"caf\xe9\"}\n";
    assert_eq!(seen(&extract(Media::JsonLines, lines)), ["[] (2024-01-02) user: café"]);
}

#[test]
fn where_there_is_no_text_the_reason_is_written_and_nothing_is_read() {
    for (media, bytes) in [
        (Media::Image(crate::evidence::media::ImageFormat::Png), &b"\x89PNG"[..]),
        (Media::Binary, b"\0"),
        (Media::Pdf, b"%PDF-1.7\nbroken"),
    ] {
        let extraction = extract(media, bytes);
        assert!(extraction.missing.is_some());
        assert!(extraction.text.contains("No text: "), "{}", extraction.text);
        assert_eq!(seen(&extraction), [""; 0]);
    }
    assert_eq!(
        seen(&Extraction::supplied("A chart of sales.\n\nUp 5 %.")),
        ["[] A chart of sales.", "[] Up 5 %."]
    );
}
