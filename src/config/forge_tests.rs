//! Tests of what `kb.toml` says of the forge.

use super::*;

fn fault(text: &str) -> (u32, String) {
    let error = Config::parse(text).expect_err("a fault");
    (error.line, error.message)
}

#[test]
fn apps_and_tokens_are_named_and_never_written_down() {
    let text = "[forge]\nkind = \"github\"\nrepository = \"acme/base\"\ntoken_env = \"GITHUB_TOKEN\"\n\n\
                [forge.apps.reviewer]\nid = 102\nkey_env = \"KB_REVIEWER_KEY\"\n";
    let forge = Config::parse(text).expect("settings").forge;
    assert_eq!(forge.kind, Some(ForgeKind::GitHub));
    assert_eq!(forge.app(ForgeRole::Reviewer).map(|app| (app.id, app.installation)), Some((102, None)));
    assert_eq!((forge.app(ForgeRole::Merger), forge.remote.as_str()), (None, "origin"));
}

#[test]
fn what_is_wrong_names_line_and_key() {
    let (line, message) = fault("[forge]\nremote = \"origin\"\ntoken_env = \"AWS_SECRET\"\n");
    assert!(line == 3 && message.contains("AWS_SECRET") && message.contains("GITHUB_"), "{line} {message}");
    let (line, message) = fault("[forge]\nrepository = \"../up\"\n");
    assert!(line == 2 && message.contains("owner/name"), "{line} {message}");
    let (line, message) = fault("[forge]\nremote = \"--upload-pack=x\"\n");
    assert!(line == 2 && message.contains("remote"), "{line} {message}");
    let (line, message) = fault("[forge.apps.merger]\nid = 3\nkey_env = \"HOME\"\n");
    assert!(line == 3 && message.contains("KEY"), "{line} {message}");
    let both = "[forge.apps.proposer]\nid = 3\nkey_env = \"A_KEY\"\n[forge.apps.merger]\nid = 3\nkey_env = \"A_KEY\"\n";
    let (line, message) = fault(both);
    assert!(line == 2 && message.contains("must not"), "{line} {message}");
}
