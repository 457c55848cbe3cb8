//! The YAML block at the start of a note, read with positions and never rewritten wholesale.

mod read;

pub(super) use read::read;

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use crate::caller::{Access, Label, Tenant};

/// One top-level key.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub key: String,
    /// The bytes of the key in the file.
    pub key_span: Range<usize>,
    /// The bytes of the value in the file.
    pub value_span: Range<usize>,
    /// The value. Dates stay texts: a date must not shift.
    pub value: Value,
}

/// The front matter of a note; empty where there is none or it does not parse.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontMatter {
    /// The bytes from the first fence to the end of the last, line end included; empty without a block.
    pub span: Range<usize>,
    /// Where the body starts.
    pub end: usize,
    /// Whether there is a block that did not parse; then `fields` is empty and no machine may write it.
    pub broken: bool,
    /// The top-level keys in order.
    pub fields: Vec<Field>,
}

impl FrontMatter {
    /// The field named `key`.
    pub fn get(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The value of `key` where it is a text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(|field| field.value.as_str())
    }

    /// The texts of `key`: a list of texts, or one text.
    pub fn texts(&self, key: &str) -> Vec<&str> {
        match self.get(key).map(|field| &field.value) {
            Some(Value::String(text)) => vec![text],
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// What the note demands of a caller.
    ///
    /// A label or tenant that is there but cannot be read is taken as one that nobody holds: when in
    /// doubt, refuse.
    pub fn access(&self) -> Access {
        let unreadable = |key: &str| format!("unreadable {key}");
        let tenant = match self.get("tenant").map(|field| &field.value) {
            None | Some(Value::Null) => None,
            Some(Value::String(tenant)) => Some(Tenant(tenant.clone())),
            Some(_) => Some(Tenant(unreadable("tenant"))),
        };
        let mut labels = BTreeSet::new();
        if self.broken {
            labels.insert(Label(unreadable("front matter")));
        }
        match self.get("labels").map(|field| &field.value) {
            None | Some(Value::Null) => {}
            Some(Value::String(label)) => {
                labels.insert(Label(label.clone()));
            }
            Some(Value::Array(items)) => {
                labels.extend(
                    items
                        .iter()
                        .map(|item| Label(item.as_str().map_or_else(|| unreadable("label"), str::to_owned))),
                );
            }
            Some(_) => {
                labels.insert(Label(unreadable("labels")));
            }
        }
        Access { tenant, labels }
    }
}
