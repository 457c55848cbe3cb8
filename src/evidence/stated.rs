//! What a source says of itself that its record takes over: kind, origin, subjects, labels, tenant, title, time.

use std::collections::BTreeSet;

use crate::caller::{Label, Tenant};
use crate::evidence::conversation::stated_times;
use crate::evidence::{Kind, StatedTime};

/// What a source says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// Its kind, when it is a word that can be one.
    pub kind: Option<Kind>,
    /// Where it comes from.
    pub origin: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Whom or what it is about.
    pub subjects: Vec<String>,
    /// Who may see it: labels.
    pub labels: BTreeSet<Label>,
    /// Whose it is.
    pub tenant: Option<Tenant>,
    /// When it came to be.
    pub time: Option<StatedTime>,
}

impl Stated {
    /// Reads names and values, as sources write them about themselves.
    ///
    /// Labels or a tenant that are there but cannot be read are an error: a source that wants to be guarded must not come
    /// in unguarded.
    pub(super) fn read(context: &[(String, String)]) -> Result<Stated, String> {
        let get = |names: &[&str]| {
            names
                .iter()
                .find_map(|name| context.iter().find(|(known, _)| known == name))
                .map(|(_, value)| value.as_str())
        };
        for guard in ["labels", "tenant"] {
            let nested = context
                .iter()
                .any(|(name, _)| name.strip_prefix(guard).is_some_and(|rest| rest.starts_with('.')));
            let odd = get(&[guard]).is_some_and(|value| value.contains(['[', ']', '{', '}', '"', '\'', '#']));
            if nested || odd {
                return Err(format!("its `{guard}` cannot be read; write them as words"));
            }
        }
        let list = |value: Option<&str>| {
            value
                .into_iter()
                .flat_map(|value| value.split(','))
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        Ok(Stated {
            kind: get(&["kind"]).and_then(|kind| kind.parse().ok()),
            origin: get(&["origin", "url", "source_url"]).map(str::to_owned),
            title: get(&["title"]).map(str::to_owned),
            subjects: list(get(&["subjects"])),
            labels: list(get(&["labels"])).into_iter().map(Label).collect(),
            tenant: get(&["tenant"]).map(|tenant| Tenant(tenant.to_owned())),
            time: get(&["captured_at"]).into_iter().chain(stated_times(context)).find_map(StatedTime::parse),
        })
    }

    /// Adds what a part of the source says: its guards count for the whole, the rest where the whole says nothing.
    pub(super) fn add_part(&mut self, part: Stated) -> Result<(), String> {
        match (&self.tenant, &part.tenant) {
            (Some(one), Some(other)) if one != other => {
                return Err(format!("its parts belong to the tenants `{one}` and `{other}`; add them apart"));
            }
            _ => self.tenant = self.tenant.take().or(part.tenant),
        }
        self.labels.extend(part.labels);
        self.kind = self.kind.take().or(part.kind);
        self.subjects.extend(
            part.subjects.into_iter().filter(|subject| !self.subjects.contains(subject)).collect::<Vec<_>>(),
        );
        self.time = self.time.or(part.time);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Stated, String> {
        Stated::read(
            &pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn guards_are_read_or_refused() {
        let stated = read(&[("labels", "finance, board"), ("tenant", "acme"), ("kind", "Not A Kind")])
            .expect("stated");
        assert_eq!(stated.labels, [Label("board".into()), Label("finance".into())].into());
        assert_eq!(stated.kind, None);
        assert!(read(&[("labels.a", "b")]).is_err());
        assert!(read(&[("labels", "[finance")]).is_err());
        assert!(read(&[("tenant.name", "acme")]).is_err());
    }

    #[test]
    fn parts_guard_the_whole_and_must_agree() {
        let mut whole = Stated::default();
        whole.add_part(read(&[("labels", "a"), ("tenant", "acme")]).expect("stated")).expect("a part");
        whole.add_part(read(&[("labels", "b"), ("date", "2024-11-15")]).expect("stated")).expect("a part");
        assert_eq!(whole.labels.len(), 2);
        assert_eq!(whole.tenant, Some(Tenant("acme".into())));
        assert!(whole.time.is_some());
        assert!(whole.add_part(read(&[("tenant", "other")]).expect("stated")).is_err());
    }
}
