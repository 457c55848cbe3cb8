//! One cheap pass over a text that says which detectors can find something in it at all. It finds nothing itself: most
//! texts hold no hazard, and each detector alone costs more than this pass.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// What a detector needs to be worth running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// The start of a token whose maker gave it a prefix.
    Token,
    /// The words of a private key's first line.
    PrivateKey,
    /// A URL with room for a password.
    Url,
    /// A name such as `password` with a sign behind it.
    Assignment,
    /// A word that every order to an agent holds one of.
    Order,
    /// The start of a comment.
    Comment,
    /// The attribute that hides an element.
    Style,
    /// Enough digits for a card or a social security number.
    Digits,
    /// Enough capital letters and digits for an account number.
    Account,
    /// A run long enough to be words in base64.
    Encoded,
}

use Trigger::{Assignment, Comment, Order, PrivateKey, Style, Token, Url};

/// Every detector finds only what holds one of its words; case counts for tokens alone.
const WORDS: &[(Trigger, &str)] = &[
    (Token, "AKIA"),
    (Token, "ASIA"),
    (Token, "ABIA"),
    (Token, "ACCA"),
    (Token, "ghp_"),
    (Token, "gho_"),
    (Token, "ghu_"),
    (Token, "ghs_"),
    (Token, "ghr_"),
    (Token, "github_pat_"),
    (Token, "glpat-"),
    (Token, "xox"),
    (Token, "xapp-"),
    (Token, "hooks.slack.com"),
    (Token, "AIza"),
    (Token, "sk-"),
    (Token, "sk_"),
    (Token, "rk_"),
    (Token, "SG."),
    (Token, "npm_"),
    (Token, "pypi-AgEI"),
    (Token, "hf_"),
    (Token, "doo_v1_"),
    (Token, "dop_v1_"),
    (Token, "dor_v1_"),
    (Token, "hvs."),
    (Token, ":AA"),
    (Token, "AGE-SECRET-KEY-1"),
    (Token, "v1.0-"),
    (Token, "AccountKey="),
    (Token, "eyJ"),
    (PrivateKey, "private key"),
    (Url, "://"),
    (Assignment, "password"),
    (Assignment, "passwd"),
    (Assignment, "pwd"),
    (Assignment, "passphrase"),
    (Assignment, "apikey"),
    (Assignment, "api_key"),
    (Assignment, "api-key"),
    (Assignment, "accesskey"),
    (Assignment, "access_key"),
    (Assignment, "access-key"),
    (Assignment, "accesstoken"),
    (Assignment, "access_token"),
    (Assignment, "access-token"),
    (Assignment, "authtoken"),
    (Assignment, "auth_token"),
    (Assignment, "auth-token"),
    (Assignment, "clientsecret"),
    (Assignment, "client_secret"),
    (Assignment, "client-secret"),
    (Assignment, "secretkey"),
    (Assignment, "secret_key"),
    (Assignment, "secret-key"),
    (Assignment, "privatekey"),
    (Assignment, "private_key"),
    (Assignment, "private-key"),
    (Assignment, "bearer"),
    (Order, "ignor"),
    (Order, "disregard"),
    (Order, "forget"),
    (Order, "override"),
    (Order, "bypass"),
    (Order, "reveal"),
    (Order, "print"),
    (Order, "repeat"),
    (Order, "instruction"),
    (Order, "prompt"),
    (Order, "approve"),
    (Order, "accept"),
    (Order, "merge"),
    (Order, "reply"),
    (Order, "answer"),
    (Order, "respond"),
    (Order, "say"),
    (Order, "skip"),
    (Order, "mention"),
    (Order, "tell"),
    (Order, "inform"),
    (Order, "remember"),
    (Order, "jailbroken"),
    (Order, "unrestricted"),
    (Order, "developer"),
    (Order, "dan"),
    (Order, "<|"),
    (Order, "inst]"),
    (Order, "<<sys>>"),
    (Order, "hagyd"),
    (Comment, "<!--"),
    (Style, "style"),
];

static FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(WORDS.iter().map(|(_, word)| word))
        .expect("words that fit into an automaton")
});

/// What was seen in a text.
#[derive(Debug, Default)]
pub(super) struct Triggers {
    seen: u16,
    /// Where words of orders start, in order.
    orders: Vec<usize>,
}

impl Triggers {
    /// Looks through `text`.
    pub(super) fn of(text: &str) -> Triggers {
        let mut triggers = Triggers::default();
        for found in FINDER.find_overlapping_iter(text) {
            let (trigger, word) = WORDS[found.pattern().as_usize()];
            let (before, after) = (&text.as_bytes()[..found.start()], &text.as_bytes()[found.end()..]);
            match trigger {
                Token if &text.as_bytes()[found.range()] != word.as_bytes() => continue,
                // Only the token of one maker has something in front of its prefix.
                Token if !word.starts_with(':') && before.last().is_some_and(|&b| is_word(b)) => continue,
                Assignment if !assigns(after) => continue,
                Order if !stands_alone(word, before, after) => continue,
                Order => triggers.orders.push(found.start()),
                _ => {}
            }
            triggers.add(trigger);
        }
        let bytes = text.as_bytes();
        let digits = |run: &[u8]| run.iter().filter(|b| b.is_ascii_digit()).count();
        if has_run(bytes, 11, is_number_part, |run| digits(run) >= 9) {
            triggers.add(Trigger::Digits);
        }
        if has_run(bytes, 15, is_account_part, |run| digits(run) >= 4) {
            triggers.add(Trigger::Account);
        }
        if has_run(bytes, 32, is_base64, |_| true) {
            triggers.add(Trigger::Encoded);
        }
        triggers
    }

    fn add(&mut self, trigger: Trigger) {
        self.seen |= 1 << trigger as u16;
    }

    /// Whether `trigger` was seen.
    pub(super) fn has(&self, trigger: Trigger) -> bool {
        self.seen & (1 << trigger as u16) != 0
    }

    /// Where words of orders start, in order.
    pub(super) fn orders(&self) -> &[usize] {
        &self.orders
    }
}

/// Whether `words` hold a word of an order.
pub(super) fn may_order(words: &str) -> bool {
    FINDER.find_overlapping_iter(words).any(|found| {
        let (trigger, word) = WORDS[found.pattern().as_usize()];
        let (before, after) = (&words.as_bytes()[..found.start()], &words.as_bytes()[found.end()..]);
        trigger == Order && stands_alone(word, before, after)
    })
}

/// Whether a word of an order stands where one could begin: every order has a boundary before each of its words, and
/// short words are whole ones. `information` and `dance` order nothing.
fn stands_alone(word: &str, before: &[u8], after: &[u8]) -> bool {
    let is_letter = word.as_bytes()[0].is_ascii_alphabetic();
    let starts = !is_letter || !before.last().is_some_and(|&byte| is_word(byte));
    starts && (!is_letter || word.len() > SHORT || !after.first().is_some_and(|&byte| is_word(byte)))
}

/// The length up to which a word of an order must be whole.
const SHORT: usize = 4;

/// Whether a byte of ASCII is part of a word; other letters are left to the detectors.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether what follows a name gives it a value.
fn assigns(after: &[u8]) -> bool {
    let sign = after.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\\\"'".contains(byte));
    sign.is_some_and(|&byte| matches!(byte, b':' | b'=') || !byte.is_ascii())
}

fn is_number_part(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'.' | 0xc2 | 0xa0)
}

fn is_account_part(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_uppercase() || matches!(byte, b' ' | b'-' | 0xc2 | 0xa0)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

/// Whether at least `least` bytes of `class` stand in a row, and `counts` takes such a row. Every such row holds one of
/// each `least` bytes, so that no other need be looked at.
pub(super) fn has_run(
    bytes: &[u8],
    least: usize,
    class: impl Fn(u8) -> bool,
    counts: impl Fn(&[u8]) -> bool,
) -> bool {
    let mut at = least - 1;
    while at < bytes.len() {
        if !class(bytes[at]) {
            at += least;
            continue;
        }
        let start = bytes[..at].iter().rposition(|&byte| !class(byte)).map_or(0, |before| before + 1);
        let end = bytes[at..].iter().position(|&byte| !class(byte)).map_or(bytes.len(), |length| at + length);
        if end - start >= least && counts(&bytes[start..end]) {
            return true;
        }
        at = end + least;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_wherever_they_start() {
        for before in 0..40 {
            let text = format!("{}{}{}", ".".repeat(before), "a".repeat(32), ".".repeat(40 - before));
            assert!(has_run(text.as_bytes(), 32, is_base64, |_| true), "{before}");
            assert!(!has_run(text.as_bytes(), 33, is_base64, |_| true), "{before}");
        }
    }

    #[test]
    fn plain_prose_triggers_nothing() {
        let triggers = Triggers::of("Tasks at risk-free rates in Asia are due on 2026-11-30 at 10:00.\n");
        assert_eq!(triggers.seen, 0);
    }
}
