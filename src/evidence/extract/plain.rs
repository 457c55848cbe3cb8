//! Text in another encoding than UTF-8, decoded.

use super::{Extraction, Form, Page};
use crate::evidence::context::front_matter;
use crate::evidence::encoding::Encoding;
use crate::evidence::media::Media;

/// Writes `text` as it was decoded; front matter of its own goes into the page's.
pub(super) fn extract(media: Media, text: &str, encoding: Encoding) -> Extraction {
    let form = if media == Media::Markdown { Form::Markdown } else { Form::Text };
    let own = (media == Media::Markdown).then(|| front_matter(text)).flatten();
    let (own, body) = own.unwrap_or_default();
    let mut context = vec![("encoding".to_owned(), encoding.name().to_owned())];
    context.extend(own);
    let mut page = Page::new(form, &context);
    let lines: Vec<&str> = text.lines().skip(body.saturating_sub(1)).collect();
    page.block(&lines.join("\n"));
    page.finish(Vec::new())
}
