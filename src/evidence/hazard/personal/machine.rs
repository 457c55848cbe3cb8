//! Addresses of machines on the internet. Loopback, unspecified and private ones lead to nobody, and a version with four
//! parts is none.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use regex::Regex;

use super::{Datum, stands_alone};
use crate::evidence::hazard::trigger::has_run;

static FOUR: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}").expect("a valid pattern"));
static SIX: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}").expect("a valid pattern"));
/// What stands before a version.
static VERSION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:version|firmware|release|build|chrome|driver|\bv|\bver\.?)[\s:=]*$")
        .expect("a valid pattern")
});

/// Adds the addresses in `text`.
pub(super) fn scan(text: &str, found: &mut Vec<Datum>) {
    let bytes = text.as_bytes();
    let dots = |run: &[u8]| run.iter().filter(|&&byte| byte == b'.').count();
    if has_run(bytes, 7, |byte| byte.is_ascii_digit() || byte == b'.', |run| dots(run) >= 3) {
        for address in FOUR.find_iter(text) {
            if stands_alone(text, &address.range())
                && is_host(address.as_str())
                && !is_version(text, address.start())
            {
                found.push(Datum { kind: "ip-address", range: address.range(), contact: true });
            }
        }
    }
    let colons = |run: &[u8]| run.iter().filter(|&&byte| byte == b':').count();
    if has_run(bytes, 8, |byte| byte.is_ascii_hexdigit() || byte == b':', |run| colons(run) >= 3) {
        let whole = |address: &regex::Match<'_>| {
            let before = text[..address.start()].chars().next_back();
            let after = text[address.end()..].chars().next();
            let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
            !joins(before) && !joins(after)
        };
        for address in SIX.find_iter(text).filter(whole) {
            if is_host_of_six(address.as_str()) {
                found.push(Datum { kind: "ip-address", range: address.range(), contact: true });
            }
        }
    }
}

fn is_host(written: &str) -> bool {
    written.parse::<Ipv4Addr>().is_ok_and(|address| {
        !address.is_loopback()
            && !address.is_private()
            && !address.is_unspecified()
            && !address.is_broadcast()
            && !matches!(address.octets()[0], 0 | 224..=255)
    })
}

/// Names in code, such as `a::b`, look like short addresses: an address has three groups and a digit.
fn is_host_of_six(written: &str) -> bool {
    let groups = written.split(':').filter(|group| !group.is_empty()).count();
    groups >= 3
        && written.contains(|c: char| c.is_ascii_digit())
        && written
            .parse::<Ipv6Addr>()
            .is_ok_and(|address| !address.is_loopback() && !address.is_unspecified())
}

fn is_version(text: &str, start: usize) -> bool {
    let line = text[..start].rsplit('\n').next().unwrap_or_default();
    VERSION.is_match(line)
}
