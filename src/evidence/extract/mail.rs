//! E-mail messages: who, when and what about in the front matter, the body as it was sent, attachments by name
//! only. The only file that names the mail parser.

use mail_parser::{Address, MessageParser, MimeHeaders as _, PartType};

use super::{Extraction, Form, Page, html};

/// Writes the message `bytes`.
pub(super) fn extract(bytes: &[u8]) -> Result<Extraction, String> {
    let message = MessageParser::default().parse(bytes).ok_or("the message has no header")?;
    let date = message.date().map(|date| date.to_rfc3339());
    let mut context = Vec::new();
    let mut say = |name: &str, value: Option<String>| {
        context
            .extend(value.filter(|value| !value.is_empty()).map(|value| (name.to_owned(), one_line(&value))));
    };
    say("from", message.from().map(addresses));
    say("to", message.to().map(addresses));
    say("cc", message.cc().map(addresses));
    say("date", date.clone());
    say("title", message.subject().map(str::to_owned));
    say("message_id", message.message_id().map(str::to_owned));
    let attached: Vec<String> = message
        .attachments()
        .map(|part| {
            let size = part.contents().len();
            format!("{} ({size} bytes)", part.attachment_name().unwrap_or("without a name"))
        })
        .collect();
    say("attachments", (!attached.is_empty()).then(|| attached.join(", ")));

    let mut page = Page::new(Form::Mail, &context);
    let mut missing = (!attached.is_empty())
        .then(|| format!("{} attachments are kept but not read; add them on their own", attached.len()));
    let mut empty = true;
    for part in message.text_bodies() {
        let text = match &part.body {
            PartType::Text(text) => text.to_string(),
            PartType::Html(source) => match html::body(source) {
                Ok(text) => text,
                Err(reason) => {
                    missing = Some(reason);
                    continue;
                }
            },
            _ => continue,
        };
        empty &= text.trim().is_empty();
        page.block(text.trim_matches(['\r', '\n']));
    }
    if empty {
        missing.get_or_insert_with(|| "the message has no words of its own".to_owned());
    }
    Ok(Extraction { time: date, missing, ..page.finish(Vec::new()) })
}

fn addresses(address: &Address<'_>) -> String {
    let one = |addr: &mail_parser::Addr<'_>| match (addr.name(), addr.address()) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (name, address) => name.or(address).unwrap_or_default().to_owned(),
    };
    address.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn one_line(text: &str) -> String {
    crate::text::fold_space(text).into_owned()
}
