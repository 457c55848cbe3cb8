//! Who speaks in a conversation, and the nouns that claims call them by. It reads no sentences.

/// The part that a speaker has in a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// Whoever comes with a concern: user, customer, patient.
    Asker(String),
    /// Whoever answers for a business or as a machine: assistant, agent.
    Helper(String),
    /// Somebody the source names.
    Named(String),
    /// A program: its words are output, or instructions to a model.
    Machine,
    /// Nobody: a document.
    Nobody,
}

/// Names of roles that come with a concern.
const ASKERS: &[&str] =
    &["user", "human", "customer", "client", "caller", "patient", "guest", "member", "visitor", "student"];

/// Names of roles that answer.
const HELPERS: &[&str] = &[
    "assistant",
    "agent",
    "ai",
    "bot",
    "support",
    "representative",
    "advisor",
    "model",
    "operator",
    "clerk",
    "service",
];

/// Names of roles that no person has.
const MACHINES: &[&str] = &["system", "developer", "tool", "function", "action"];

/// Names of context fields that tell that a business is spoken with.
const BUSINESS_FIELDS: &[&str] =
    &["business", "company", "organization", "organisation", "merchant", "vendor", "shop", "store"];

/// The nouns for one conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cast {
    /// What the source calls the other side: `business`, `company`; `None` where it names none.
    business: Option<String>,
    /// What a helper means by "we".
    we: String,
}

impl Cast {
    /// Reads the nouns from what the source says of itself.
    pub(super) fn of<'c>(context: impl Iterator<Item = (&'c str, &'c str)>) -> Cast {
        let business = context
            .map(|(name, _)| name.to_lowercase())
            .find(|name| BUSINESS_FIELDS.contains(&name.as_str()));
        let we = business.as_ref().map_or_else(|| "the provider".to_owned(), |noun| format!("the {noun}"));
        Cast { business, we }
    }

    /// The part of a speaker whom the source writes as `name`.
    pub(super) fn speaker(&self, name: Option<&str>) -> Speaker {
        let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Speaker::Nobody };
        let lower = name.to_lowercase();
        let role = lower.as_str();
        if MACHINES.contains(&role) {
            Speaker::Machine
        } else if ASKERS.contains(&role) {
            let noun = match role {
                "user" | "human" if self.business.is_some() => "customer",
                "human" => "user",
                role => role,
            };
            Speaker::Asker(format!("the {noun}"))
        } else if HELPERS.contains(&role) {
            let noun = match role {
                "assistant" | "ai" | "bot" | "model" if self.business.is_some() => "agent",
                "ai" | "bot" | "model" => "assistant",
                role => role,
            };
            Speaker::Helper(format!("the {noun}"))
        } else {
            Speaker::Named(name.to_owned())
        }
    }

    /// What `speaker` means by "we"; `None` where that is not known.
    pub(super) fn we(&self, speaker: &Speaker) -> Option<&str> {
        match speaker {
            Speaker::Helper(_) => Some(&self.we),
            Speaker::Asker(_) | Speaker::Named(_) | Speaker::Machine | Speaker::Nobody => None,
        }
    }
}

impl Speaker {
    /// The noun that a claim calls the speaker by; `None` for nobody and machines.
    pub(super) fn noun(&self) -> Option<&str> {
        match self {
            Speaker::Asker(noun) | Speaker::Helper(noun) | Speaker::Named(noun) => Some(noun),
            Speaker::Machine | Speaker::Nobody => None,
        }
    }

    /// Whether it is somebody who answers for others.
    pub(super) fn is_helper(&self) -> bool {
        matches!(self, Speaker::Helper(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_the_source() {
        let shop = Cast::of([("business", "Delta")].into_iter());
        let bare = Cast::of([].into_iter());
        assert_eq!(shop.speaker(Some("user")).noun(), Some("the customer"));
        assert_eq!(bare.speaker(Some("USER")).noun(), Some("the user"));
        assert_eq!(shop.speaker(Some("assistant")).noun(), Some("the agent"));
        assert_eq!(bare.speaker(Some("Ann Lee")), Speaker::Named("Ann Lee".to_owned()));
        assert_eq!(bare.speaker(Some("system")), Speaker::Machine);
        assert_eq!(bare.speaker(None), Speaker::Nobody);
        let (asker, helper) = (shop.speaker(Some("user")), shop.speaker(Some("assistant")));
        assert_eq!(shop.we(&asker), None);
        assert_eq!((shop.we(&helper), bare.we(&helper)), (Some("the business"), Some("the provider")));
    }
}
