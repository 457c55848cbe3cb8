use super::*;

fn kinds(text: &str) -> Vec<&'static str> {
    scan(text).iter().map(|hazard| hazard.kind).collect()
}

#[test]
fn secrets_go_and_the_sentence_stays() {
    // In parts, so that no scanner of repositories takes the test for a leak.
    let token = format!("ghp_{}", "SNntHBbur23TXuv8UbLcLFlpDLsrr137ygGQ");
    let text = format!("key = \"{token}\", card 4000 0000 0000 0697 exp 12/30");
    let found = scan(&text);
    assert_eq!(redact(&text, &found), "key = \"[redacted:github-token]\", card [redacted:card] exp 12/30");
    assert_eq!(redact("nothing", &[]), "nothing");
}

#[test]
fn of_overlapping_secrets_one_is_counted() {
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJrYi1zeW4ifQ.NiOkhGbGyfI5Q_B31zib_R2g2b55O0A9";
    assert_eq!(kinds(&format!("password: {jwt}")).len(), 1);
}

#[test]
fn what_shows_nothing_is_taken_out() {
    let text = "Flow\u{2060} rate and pres\u{200b}sure";
    assert_eq!(redact(text, &scan(text)), "Flow rate and pressure");
}

#[test]
fn numbers_that_only_look_like_secrets_stay() {
    for text in [
        "call 555-12-34567",
        "SSN 000-12-3456 and 900-12-3456",
        "order 4000 0000 0000 0001",
        "at 1717236000123",
        "0.40000000000006970000",
        "DE12ABCD34567890",
        "password: is the word",
        "my password is hunter",
        "https://user@example.com/a",
        "https://example.com:8080/x@y",
    ] {
        assert_eq!(kinds(text), [""; 0], "{text}");
    }
}

#[test]
fn shapes_beside_other_numbers_are_found() {
    assert_eq!(kinds("paid with 4000000000000697 2025"), ["card"]);
    assert_eq!(kinds("my SSN is 123-45-6789."), ["us-ssn"]);
    assert_eq!(kinds("postgres://kb:s3cr3t@db/kb"), ["url-password"]);
}
