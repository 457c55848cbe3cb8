//! Tests of which forge is chosen and where it is asked.

use super::*;

fn chosen(
    config: &ForgeConfig,
    remote: Option<&str>,
    environment: &[(&str, &str)],
) -> Result<Choice, String> {
    choose(config, remote, &|name| {
        environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    })
}

fn site(config: &ForgeConfig, remote: Option<&str>, environment: &[(&str, &str)]) -> Site {
    match chosen(config, remote, environment) {
        Ok(Choice::GitHub(site)) => site,
        other => panic!("a site of GitHub, not {other:?}"),
    }
}

fn github() -> ForgeConfig {
    ForgeConfig { kind: Some(ForgeKind::GitHub), ..ForgeConfig::default() }
}

#[test]
fn the_remote_chooses_unless_the_settings_do() {
    let config = ForgeConfig::default();
    let found = site(&config, Some("git@github.com:acme/base.git"), &[]);
    assert_eq!(found.place(), "github.com/acme/base");
    assert_eq!(found.rest, "https://api.github.com");
    assert_eq!(found.graphql, "https://api.github.com/graphql");
    assert_eq!(found.git_url(), "https://github.com/acme/base.git");
    for remote in [None, Some("/srv/base.git"), Some("https://git.example.org/acme/base")] {
        assert_eq!(chosen(&config, remote, &[]), Ok(Choice::Local), "{remote:?}");
    }
    let local = ForgeConfig { kind: Some(ForgeKind::Local), ..config };
    assert_eq!(chosen(&local, Some("https://github.com/acme/base"), &[]), Ok(Choice::Local));
}

#[test]
fn a_server_of_ones_own_has_graphql_beside_the_version() {
    let found = site(&github(), Some("git@ghe.example.org:acme/base.git"), &[]);
    assert_eq!(found.rest, "https://ghe.example.org/api/v3");
    assert_eq!(found.graphql, "https://ghe.example.org/api/graphql");
    let residency = site(&ForgeConfig::default(), Some("https://acme.ghe.com/acme/base"), &[]);
    assert_eq!(residency.rest, "https://api.acme.ghe.com");
    assert_eq!(residency.graphql, "https://api.acme.ghe.com/graphql");
}

#[test]
fn the_runners_variables_say_where_for_their_own_server_only() {
    let runner = [
        ("GITHUB_SERVER_URL", "http://127.0.0.1:9"),
        ("GITHUB_API_URL", "http://127.0.0.1:9/api/v3/"),
        ("GITHUB_GRAPHQL_URL", "http://127.0.0.1:9/api/graphql"),
    ];
    let found = site(&ForgeConfig::default(), Some("http://127.0.0.1:9/acme/base.git"), &runner);
    assert_eq!(found.rest, "http://127.0.0.1:9/api/v3");
    assert_eq!(found.git_url(), "http://127.0.0.1:9/acme/base.git");
    let other = site(&ForgeConfig::default(), Some("https://github.com/acme/base"), &runner);
    assert_eq!(other.rest, "https://api.github.com");
    let by_hand = ForgeConfig { repository: Some("acme/base".to_owned()), ..github() };
    assert_eq!(site(&by_hand, Some("/srv/base.git"), &runner).host, "127.0.0.1:9");
}

#[test]
fn what_cannot_be_asked_says_why() {
    let lost = chosen(&github(), Some("/srv/base.git"), &[]).expect_err("no repository");
    assert!(lost.contains("`repository`"), "{lost}");
    let clear = chosen(&github(), Some("http://ghe.example.org/acme/base"), &[]).expect_err("in the clear");
    assert!(clear.contains("https"), "{clear}");
    let alias = ForgeConfig { repository: Some("ghe.example.org/acme/base".to_owned()), ..github() };
    assert_eq!(site(&alias, Some("work:acme/base"), &[]).host, "ghe.example.org");
}
