//! Tokens that their makers gave a prefix, so that they can be found.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::super::Hazard;
use super::{is_placeholder, pattern};

/// Kind and shape; a group named `s` is the secret when it is not the whole.
const SHAPES: &[(&str, &str)] = &[
    ("aws-key", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b"),
    ("github-token", r"\bgh[pousr]_[A-Za-z0-9]{36,}\b"),
    ("github-token", r"\bgithub_pat_[A-Za-z0-9_]{60,}\b"),
    ("gitlab-token", r"\bglpat-[A-Za-z0-9_-]{20,}"),
    ("slack-token", r"\bxox[abeoprs]-[A-Za-z0-9-]{20,}"),
    ("slack-token", r"\bxapp-\d-[A-Z0-9]+-\d+-[a-f0-9]{64}\b"),
    ("slack-webhook", r"hooks\.slack\.com/services/(?P<s>T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,})"),
    ("google-key", r"\bAIza[A-Za-z0-9_-]{35}"),
    ("openai-key", r"\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,}"),
    ("openai-key", r"\bsk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b"),
    ("anthropic-key", r"\bsk-ant-[a-z0-9]+-[A-Za-z0-9_-]{40,}"),
    ("api-key", r"\bsk-[A-Za-z0-9]{32,}\b"),
    ("stripe-key", r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("sendgrid-key", r"\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    ("npm-token", r"\bnpm_[A-Za-z0-9]{36}\b"),
    ("pypi-token", r"\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}"),
    ("huggingface-token", r"\bhf_[A-Za-z0-9]{34,}\b"),
    ("digitalocean-token", r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    ("vault-token", r"\bhvs\.[A-Za-z0-9_-]{24,}"),
    ("telegram-token", r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    ("age-key", r"\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b"),
    ("cloudflare-key", r"\bv1\.0-[a-f0-9]{24}-[a-f0-9]{146}\b"),
    ("azure-key", r"\bAccountKey=(?P<s>[A-Za-z0-9+/]{86}==)"),
    ("jwt", r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}"),
];

static SET: LazyLock<RegexSet> =
    LazyLock::new(|| RegexSet::new(SHAPES.iter().map(|(_, shape)| shape)).expect("valid patterns"));
static EACH: LazyLock<Vec<Regex>> =
    LazyLock::new(|| SHAPES.iter().map(|(_, shape)| pattern(shape)).collect());

/// Adds the tokens in `text` to `found`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for index in SET.matches(text) {
        for groups in EACH[index].captures_iter(text) {
            let Some(token) = groups.name("s").or_else(|| groups.get(0)) else { continue };
            if !is_placeholder(token.as_str()) {
                found.push(Hazard::secret(SHAPES[index].0, token.range()));
            }
        }
    }
}
