//! Tells whether bytes are an e-mail message, by the header fields that only mail has.

/// Whether `bytes` start with a mail header: `From:` and one field that no person types.
pub(super) fn is_mail(bytes: &[u8]) -> bool {
    let (mut from, mut machine) = (false, false);
    for line in bytes.split(|&byte| byte == b'\n').take(200) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return from && machine;
        }
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            continue;
        }
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { return false };
        let name = &line[..colon];
        if name.is_empty() || !name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return false;
        }
        from |= name.eq_ignore_ascii_case(b"from");
        machine |= [
            "message-id",
            "mime-version",
            "received",
            "return-path",
            "dkim-signature",
            "content-type",
            "date",
        ]
        .iter()
        .any(|field| name.eq_ignore_ascii_case(field.as_bytes()));
    }
    false
}
