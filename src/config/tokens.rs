//! The file of those who may connect to `kb mcp --http`: a table a token, which has the token's hash and never the token. It lies
//! outside of the repository and is part of no commit.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::digest::Sha256Hex;

/// Says why the file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the tokens: {message}")]
pub struct TokensConfigError {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong, one line.
    pub message: String,
}

/// Who may connect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TokensConfig {
    /// A table a token, by a name that says whose it is.
    pub tokens: BTreeMap<String, TokenConfig>,
}

/// One token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenConfig {
    /// The SHA-256 of the token, in hexadecimal digits.
    pub sha256: String,
    /// The name of `[callers]` in kb.toml as whom its holder reads.
    #[serde(default)]
    pub caller: Option<String>,
    /// Whether its holder reads as the owner of the checkout, who sees everything.
    #[serde(default)]
    pub owner: bool,
    /// Whether its holder may hand evidence over.
    #[serde(default)]
    pub remember: bool,
}

impl TokensConfig {
    /// Reads the bytes of the file.
    pub fn parse(bytes: &[u8]) -> Result<TokensConfig, TokensConfigError> {
        let fault = |line, message: String| TokensConfigError { line, message };
        let text = std::str::from_utf8(bytes).map_err(|_| fault(1, "the file is not UTF-8".to_owned()))?;
        let config: TokensConfig = super::read(text).map_err(|(line, message)| fault(line, message))?;
        for (name, token) in &config.tokens {
            let line = |key: &str| super::models::line_of(text, Some(&format!("tokens.{name}")), key);
            if Sha256Hex::parse(&token.sha256).is_none() {
                let message =
                    format!("[tokens.{name}]: `sha256` is no SHA-256: 64 hexadecimal digits in lower case");
                return Err(fault(line("sha256"), message));
            }
            if token.caller.is_some() == token.owner {
                let message =
                    format!("[tokens.{name}]: say as whom it reads, by `caller` or by `owner = true`");
                return Err(fault(line("caller"), message));
            }
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_a_hash_and_one_reader() {
        let hash = Sha256Hex::of(b"x").to_string();
        let parse =
            |body: &str| TokensConfig::parse(format!("[tokens.bot]\nsha256 = \"{hash}\"\n{body}").as_bytes());
        let config = parse("caller = \"support\"\n").expect("tokens");
        assert!(!config.tokens["bot"].remember && !config.tokens["bot"].owner);
        assert!(parse("owner = true\nremember = true\n").expect("tokens").tokens["bot"].remember);
        for body in ["", "caller = \"a\"\nowner = true\n", "caller = \"a\"\ntoken = \"x\"\n"] {
            assert!(parse(body).is_err(), "{body}");
        }
        let short =
            TokensConfig::parse(b"[tokens.bot]\nsha256 = \"abc\"\nowner = true\n").expect_err("no hash");
        assert!(short.line == 2 && short.message.contains("64"), "{short}");
    }
}
