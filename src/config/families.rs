//! Which family a language model is of, by its provider and its name. Knows names; asks nobody.

use super::Provider;
use crate::proposal::Family;

/// Words of model names, each with its family. A word stands alone or before a version: `qwen`, `qwen2`, not `qwenish`.
const WORDS: [(&str, &str); 61] = [
    ("claude", "anthropic"),
    ("anthropic", "anthropic"),
    ("gpt", "openai"),
    ("chatgpt", "openai"),
    ("codex", "openai"),
    ("davinci", "openai"),
    ("openai", "openai"),
    ("gemini", "google"),
    ("gemma", "google"),
    ("codegemma", "google"),
    ("medgemma", "google"),
    ("google", "google"),
    ("deepseek", "deepseek"),
    ("kimi", "moonshot"),
    ("moonshot", "moonshot"),
    ("qwen", "qwen"),
    ("qwq", "qwen"),
    ("qvq", "qwen"),
    ("llama", "meta"),
    ("codellama", "meta"),
    ("meta", "meta"),
    ("mistral", "mistral"),
    ("mixtral", "mistral"),
    ("ministral", "mistral"),
    ("codestral", "mistral"),
    ("devstral", "mistral"),
    ("magistral", "mistral"),
    ("pixtral", "mistral"),
    ("mathstral", "mistral"),
    ("phi", "microsoft"),
    ("microsoft", "microsoft"),
    ("grok", "xai"),
    ("xai", "xai"),
    ("glm", "zhipu"),
    ("chatglm", "zhipu"),
    ("zhipu", "zhipu"),
    ("smollm", "huggingface"),
    ("huggingface", "huggingface"),
    ("command", "cohere"),
    ("aya", "cohere"),
    ("cohere", "cohere"),
    ("nova", "amazon"),
    ("amazon", "amazon"),
    ("granite", "ibm"),
    ("ibm", "ibm"),
    ("nemotron", "nvidia"),
    ("nvidia", "nvidia"),
    ("olmo", "allenai"),
    ("allenai", "allenai"),
    ("jamba", "ai21"),
    ("ernie", "baidu"),
    ("baidu", "baidu"),
    ("minimax", "minimax"),
    ("doubao", "bytedance"),
    ("bytedance", "bytedance"),
    ("hunyuan", "tencent"),
    ("tencent", "tencent"),
    ("yi", "01ai"),
    ("falcon", "tii"),
    ("lfm", "liquid"),
    ("internlm", "shanghai"),
];

/// The family of the model that `provider` calls `model`. `is_own`: the provider itself is asked, and not another server
/// that speaks its format.
///
/// `None` where the name says nothing, or names two families, as that of a model distilled from one into another does.
pub fn family(provider: Provider, model: &str, is_own: bool) -> Option<Family> {
    let named = named(model);
    match (named.as_slice(), provider) {
        ([one], _) => Some(Family((*one).to_owned())),
        ([], Provider::Anthropic) if is_own => Some(Family("anthropic".to_owned())),
        ([], Provider::OpenAi | Provider::OpenAiResponses) if is_own => Some(Family("openai".to_owned())),
        ([], Provider::Gemini) if is_own => Some(Family("google".to_owned())),
        _ => None,
    }
}

/// The family that a person states: by its own name, or by that of a model of it.
pub fn stated(name: &str) -> Family {
    let name = name.trim().to_lowercase();
    match named(&name).as_slice() {
        [one] => Family((*one).to_owned()),
        _ => Family(name),
    }
}

/// The family of the coding agent that `program` is, by the name of its file.
pub fn of_program(program: &str) -> Option<Family> {
    let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
    match file.strip_suffix(".exe").unwrap_or(file) {
        "claude" | "codex" | "gemini" | "qwen" | "grok" | "kimi" => Some(stated(file)),
        _ => None,
    }
}

/// The families that `model` names, each once.
fn named(model: &str) -> Vec<&'static str> {
    let model = model.to_lowercase();
    // Who serves or packs a model says nothing: `org/name`, `models/name`, `accounts/fireworks/models/name`.
    let name = model.rsplit('/').next().unwrap_or_default();
    let parts: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let mut families = Vec::new();
    for part in &parts {
        let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let found = WORDS.iter().find(|(known, _)| *known == word).map(|(_, family)| *family);
        families.extend(found.filter(|family| !families.contains(family)));
    }
    // `o1`, `o3-mini`: too short a name to stand anywhere but first.
    let is_o = |part: &&str| matches!(*part, "o1" | "o3" | "o4");
    if families.is_empty() && parts.iter().find(|part| !matches!(**part, "ft" | "openai")).is_some_and(is_o) {
        families.push("openai");
    }
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(model: &str) -> Option<String> {
        family(Provider::OpenAiCompatible, model, false).map(|family| family.0)
    }

    #[test]
    fn names_of_models_tell_their_family() {
        let known = [
            ("claude-opus-4-5", "anthropic"),
            ("anthropic/claude-sonnet-4", "anthropic"),
            ("us.anthropic.claude-haiku-4-5-20251001-v1:0", "anthropic"),
            ("gpt-5.1-codex-max", "openai"),
            ("o3-mini", "openai"),
            ("ft:gpt-4o-mini:acme::x1", "openai"),
            ("openai/gpt-oss-120b", "openai"),
            ("models/gemini-3-pro", "google"),
            ("gemma3:27b", "google"),
            ("deepseek-chat", "deepseek"),
            ("kimi-k2-thinking", "moonshot"),
            ("moonshot-v1-128k", "moonshot"),
            ("Qwen2.5-Coder-1.5B-Instruct-Q4_K_M.gguf", "qwen"),
            ("qwq:32b", "qwen"),
            ("meta-llama/Llama-3.3-70B-Instruct", "meta"),
            ("mistral-medium", "mistral"),
            ("Mixtral-8x7B", "mistral"),
            ("phi4:14b", "microsoft"),
            ("grok-4", "xai"),
            ("glm-4.6", "zhipu"),
            ("SmolLM2-135M-Instruct", "huggingface"),
            ("command-r-plus", "cohere"),
        ];
        for (model, family) in known {
            assert_eq!(of(model).as_deref(), Some(family), "{model}");
        }
    }

    #[test]
    fn a_name_that_says_nothing_or_two_things_must_be_stated() {
        let unknown =
            ["our-model", "default", "deepseek-r1-distill-qwen-7b", "llama-3.1-nemotron-70b", "", "x-o3"];
        for model in unknown {
            assert_eq!(of(model), None, "{model}");
        }
        let hosted = |provider| family(provider, "next", true).map(|family| family.0);
        assert_eq!(hosted(Provider::Anthropic).as_deref(), Some("anthropic"));
        assert_eq!(hosted(Provider::OpenAiResponses).as_deref(), Some("openai"));
        assert_eq!(hosted(Provider::Gemini).as_deref(), Some("google"));
        assert_eq!(family(Provider::Anthropic, "next", false), None, "another server speaks the format too");
        let local = family(Provider::Anthropic, "qwen2.5-coder", false);
        assert_eq!(local, Some(Family("qwen".to_owned())), "the format says nothing of the model");
    }

    #[test]
    fn a_family_has_one_name_however_it_is_stated() {
        assert_eq!(stated("Claude"), stated("anthropic"));
        assert_eq!(stated("GPT"), stated("openai"));
        assert_eq!(stated(" acme-7 "), Family("acme-7".to_owned()));
        assert_eq!(of_program("/usr/local/bin/claude"), Some(stated("anthropic")));
        assert_eq!(of_program("codex.exe"), Some(stated("openai")));
        assert_eq!(of_program("my-agent"), None);
    }
}
