//! Resources: every note and folder under its `kb://` address, as the tools name it.

use rmcp::ErrorData;
use rmcp::model::{
    ListResourcesResult, MetaObject, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
};
use serde_json::{Value, json};

use super::base::{Base, Fault};
use super::call::Call;
use super::quote::line;
use crate::ops::places::places;
use crate::ops::read::{Level, ReadError, ReadOptions, Wanted, read};
use crate::uri::Uri;

/// How many resources a page lists.
const PAGE: usize = 200;

/// What text a resource has.
const MARKDOWN: &str = "text/markdown";

/// Why a resource could not be read.
pub(super) enum Unread {
    /// There is none of this address, or none that the caller may see.
    Nothing,
    /// Something went wrong.
    Fault(Fault),
}

impl Unread {
    /// The same as the protocol says it.
    pub fn error(self, uri: &str) -> ErrorData {
        match self {
            Unread::Nothing => ErrorData::resource_not_found(
                format!("there is no resource `{uri}`"),
                Some(json!({ "uri": uri })),
            ),
            Unread::Fault(fault) => ErrorData::internal_error(fault.message, None),
        }
    }
}

/// The addresses that there may be.
pub(super) fn template() -> ResourceTemplate {
    ResourceTemplate::new("kb://{tenant}/{+path}", "note")
        .with_title("A note, a folder or evidence")
        .with_description(
            "The path is that in the repository; the tenant is `_` for what belongs to none. After `#` stands a part: lines \
             such as L3-L9, or a heading.",
        )
        .with_mime_type(MARKDOWN)
}

/// The resources after `cursor`.
pub(super) fn list(base: &dyn Base, call: &Call, cursor: Option<&str>) -> Result<ListResourcesResult, Fault> {
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let page = places(&workspace, base.index(), &caller, cursor, PAGE)
        .map_err(|error| Fault::new(error.to_string()))?;
    let resources = page.places.into_iter().map(|place| {
        let resource = Resource::new(place.uri, place.path).with_mime_type(MARKDOWN);
        match place.title {
            Some(title) => resource.with_title(line(&title)),
            None => resource,
        }
    });
    let mut result = ListResourcesResult::with_all_items(resources.collect());
    result.next_cursor = page.next;
    Ok(result)
}

/// The text of the resource `uri`, whole, and what was told with it.
pub(super) fn text(base: &dyn Base, call: &Call, uri: &str) -> Result<(ReadResourceResult, Value), Unread> {
    let wanted = Uri::parse(uri).map(Wanted::Uri).ok_or(Unread::Nothing)?;
    let workspace = base.workspace(call).map_err(Unread::Fault)?;
    let caller = call.reader.caller(&workspace).map_err(Unread::Fault)?;
    let options = ReadOptions { level: Level::Text, revision: None };
    let report =
        read(&workspace, base.index(), &caller, uri, &[wanted], &options).map_err(|error| match error {
            ReadError::Nothing(_) | ReadError::NoPart { .. } | ReadError::FolderPart(_) => Unread::Nothing,
            error => Unread::Fault(Fault::new(error.to_string())),
        })?;
    let data = json!({
        "uri": report.uri, "kind": report.kind, "level": report.level, "text": report.text, "commit": report.commit,
        "lines": report.lines.map(|lines| lines.to_string()),
    });
    let mut meta = MetaObject::new();
    let told = [
        ("commit", json!(report.commit)),
        ("fresh", json!(report.fresh)),
        ("holds", json!(report.holds)),
        ("status", json!(report.status)),
        ("standing", json!(report.standing)),
        ("valid_from", json!(report.valid_from)),
        ("valid_until", json!(report.valid_until)),
    ];
    for (key, value) in told.into_iter().filter(|(key, value)| *key == "commit" || *value != Value::Null) {
        meta.0.insert(format!("kb/{key}"), value);
    }
    let read = ReadResourceResult::new(vec![ResourceContents::TextResourceContents {
        uri: uri.to_owned(),
        mime_type: Some(MARKDOWN.to_owned()),
        text: report.text,
        meta: Some(meta),
    }]);
    Ok((read, data))
}
