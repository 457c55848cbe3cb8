//! Callers: who reads, and what they may see. There is no read without one (I7).

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A permission label, such as `public` or `finance`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Label(pub String);

/// A tenant: whose knowledge or evidence it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tenant(pub String);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The label that every caller holds.
pub const PUBLIC: &str = "public";

/// What a note, an evidence item or a chunk demands of who reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Access {
    /// The tenant it belongs to; `None` belongs to all.
    pub tenant: Option<Tenant>,
    /// The labels that a caller must hold, all of them.
    pub labels: BTreeSet<Label>,
}

/// Who reads: a tenant and the labels held.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Caller(Scope);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Scope {
    Owner,
    Limited { tenant: Option<Tenant>, labels: BTreeSet<Label> },
}

impl Caller {
    /// The owner of the checkout, who has the files anyway: sees every tenant and every label.
    pub fn owner() -> Caller {
        Caller(Scope::Owner)
    }

    /// A caller of `tenant` (`None`: of no tenant) who holds `labels` and, as everybody does, `public`.
    pub fn new(tenant: Option<Tenant>, labels: impl IntoIterator<Item = Label>) -> Caller {
        let mut labels: BTreeSet<Label> = labels.into_iter().collect();
        labels.insert(Label(PUBLIC.to_owned()));
        Caller(Scope::Limited { tenant, labels })
    }

    /// Whether this caller holds `label`.
    pub fn holds(&self, label: &Label) -> bool {
        match &self.0 {
            Scope::Owner => true,
            Scope::Limited { labels, .. } => labels.contains(label),
        }
    }

    /// Whether this is the owner of the checkout.
    pub fn is_owner(&self) -> bool {
        self.0 == Scope::Owner
    }

    /// What something demands that is handed over on behalf of this caller: all that the caller holds, so that nobody sees it
    /// who holds less. `None` for the owner, who decides.
    pub fn handed_over(&self) -> Option<Access> {
        match &self.0 {
            Scope::Owner => None,
            Scope::Limited { tenant, labels } => {
                let labels = labels.iter().filter(|label| label.0 != PUBLIC).cloned().collect();
                Some(Access { tenant: tenant.clone(), labels })
            }
        }
    }

    /// Whether this caller may see anything that belongs to `tenant`, or to none.
    pub fn enters(&self, tenant: Option<&Tenant>) -> bool {
        match &self.0 {
            Scope::Owner => true,
            Scope::Limited { tenant: own, .. } => tenant.is_none() || tenant == own.as_ref(),
        }
    }

    /// Whether this caller may see something that demands `access`.
    ///
    /// A thing of a tenant is seen by that tenant's callers only; a thing of no tenant by all. Every
    /// label of the thing must be held.
    pub fn may_see(&self, access: &Access) -> bool {
        match &self.0 {
            Scope::Owner => true,
            Scope::Limited { labels, .. } => {
                self.enters(access.tenant.as_ref()) && access.labels.is_subset(labels)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(tenant: Option<&str>, labels: &[&str]) -> Access {
        Access {
            tenant: tenant.map(|t| Tenant(t.to_owned())),
            labels: labels.iter().map(|&l| Label(l.to_owned())).collect(),
        }
    }

    #[test]
    fn every_label_must_be_held_and_tenants_do_not_mix() {
        let caller = Caller::new(Some(Tenant("acme".into())), [Label("finance".into())]);
        assert!(caller.may_see(&access(None, &[])));
        assert!(caller.may_see(&access(Some("acme"), &["public", "finance"])));
        assert!(!caller.may_see(&access(Some("acme"), &["finance", "board"])));
        assert!(!caller.may_see(&access(Some("other"), &[])));
        assert!(!Caller::new(None, []).may_see(&access(Some("acme"), &[])));
        assert!(Caller::owner().may_see(&access(Some("other"), &["board"])));
    }
}
