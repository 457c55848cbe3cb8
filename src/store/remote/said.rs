//! What git says, as faults of the port. It is asked to speak English, and in the form for programs where there is one.

use crate::forge::shown;
use crate::port::RemoteFault;

/// What a push says of each ref: the name, and why it was not moved.
pub(super) fn refusals(output: &str) -> Vec<(String, String)> {
    let refusal = |line: &str| {
        let rest = line.strip_prefix("!\t")?;
        let (refs, summary) = rest.split_once('\t')?;
        let name = refs.rsplit_once(':').map_or(refs, |(_, name)| name);
        Some((name.to_owned(), summary.to_owned()))
    };
    output.lines().filter_map(refusal).collect()
}

/// The fault in a push: of the refs that were refused, the one that is not refused for another's sake.
pub(super) fn push_fault(place: &str, output: &str, complaint: &str) -> RemoteFault {
    let refusals = refusals(output);
    let own = refusals.iter().find(|(_, summary)| !summary.contains("atomic push fail"));
    let Some((name, summary)) = own.or(refusals.first()) else { return fault(place, complaint) };
    let (place, name) = (place.to_owned(), name.clone());
    let moved =
        ["stale info", "fetch first", "non-fast-forward", "cannot lock ref", "reference already exists"];
    if moved.iter().any(|sign| summary.contains(sign)) {
        return RemoteFault::Moved { place, name };
    }
    // What a hook or a rule says stands on lines of its own.
    let told: Vec<&str> = complaint.lines().filter_map(|line| line.trim().strip_prefix("remote: ")).collect();
    let message = if told.is_empty() { summary.clone() } else { told.join(" ") };
    RemoteFault::Refused { place, name, message: shown(&message) }
}

/// The fault in anything else.
pub(super) fn fault(place: &str, complaint: &str) -> RemoteFault {
    const DENIED: [&str; 9] = [
        "Authentication failed",
        "could not read Username",
        "could not read Password",
        "terminal prompts disabled",
        "returned error: 401",
        "returned error: 403",
        "Permission denied",
        "Repository not found",
        "access denied",
    ];
    const UNREACHABLE: [&str; 12] = [
        "Could not resolve host",
        "Failed to connect",
        "Couldn't connect",
        "Connection refused",
        "Connection reset",
        "Connection timed out",
        "Operation too slow",
        "Empty reply",
        "early EOF",
        "unexpected disconnect",
        "hung up unexpectedly",
        "returned error: 5",
    ];
    let has = |signs: &[&str]| signs.iter().any(|sign| complaint.contains(sign));
    let (place, message) = (place.to_owned(), shown(&last(complaint)));
    if let Some((_, name)) = complaint.split_once("couldn't find remote ref ") {
        let name = name.lines().next().unwrap_or_default().trim().to_owned();
        return RemoteFault::Missing { place, name };
    }
    if has(&DENIED) {
        RemoteFault::Denied { place, message }
    } else if has(&UNREACHABLE) {
        RemoteFault::Unreachable { place, message }
    } else {
        RemoteFault::Other { place, message }
    }
}

/// The lines that say what went wrong.
fn last(complaint: &str) -> String {
    let is_told = |line: &&str| {
        ["fatal:", "error:", "remote:", "ssh:"].iter().any(|start| line.starts_with(start))
            || line.contains("Permission denied")
    };
    let told: Vec<&str> = complaint.lines().map(str::trim).filter(is_told).collect();
    if told.is_empty() { complaint.to_owned() } else { told.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_that_is_refused_names_the_ref_that_is_the_reason() {
        let output = "To http://127.0.0.1/acme/base.git\n\
                      !\tabc:refs/heads/kb/ledger\t[rejected] (atomic push failed)\n\
                      !\tdef:refs/heads/kb/proposal/x\t[rejected] (stale info)\nDone\n";
        let fault = push_fault("h/acme/base", output, "");
        assert!(
            matches!(fault, RemoteFault::Moved { ref name, .. } if name == "refs/heads/kb/proposal/x"),
            "{fault:?}"
        );
        let output = "!\tabc:refs/heads/kb/x\t[remote rejected] (pre-receive hook declined)\n";
        let said =
            "remote: kb: a symbolic link is refused        \nTo x\nerror: failed to push some refs to 'x'\n";
        let fault = push_fault("h/acme/base", output, said);
        assert!(fault.to_string().contains("a symbolic link is refused"), "{fault}");
    }

    #[test]
    fn what_git_says_is_told_apart() {
        let told = |complaint: &str| fault("h/acme/base", complaint);
        let denied = "remote: Invalid username or password.\nfatal: Authentication failed for 'https://x-access-token:ghs_0123456789abcdef@h/'";
        assert!(matches!(told(denied), RemoteFault::Denied { .. }));
        assert!(!told(denied).to_string().contains("ghs_0123"), "{}", told(denied));
        let lost = "fatal: unable to access 'https://h/': Could not resolve host: h";
        assert!(matches!(told(lost), RemoteFault::Unreachable { .. }));
        let missing = "fatal: couldn't find remote ref refs/heads/kb/none\n";
        assert!(
            matches!(told(missing), RemoteFault::Missing { ref name, .. } if name == "refs/heads/kb/none")
        );
        assert!(
            matches!(told("fatal: odd"), RemoteFault::Other { ref message, .. } if message == "fatal: odd")
        );
    }
}
