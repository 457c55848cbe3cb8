//! The next page, as the `Link` header names it.

/// The address of the next page in a `Link` header; `None` on the last page.
pub(super) fn next(header: &str) -> Option<&str> {
    let mut rest = header;
    // An address may hold commas, so the header is not cut at them.
    while let Some(start) = rest.find('<') {
        let inside = &rest[start + 1..];
        let end = inside.find('>')?;
        let (url, after) = (&inside[..end], &inside[end + 1..]);
        let parameters = &after[..after.find('<').unwrap_or(after.len())];
        let is_next = parameters.split([';', ',']).any(|parameter| {
            let Some((name, value)) = parameter.split_once('=') else { return false };
            name.trim().eq_ignore_ascii_case("rel")
                && value
                    .trim()
                    .trim_matches('"')
                    .split_whitespace()
                    .any(|rel| rel.eq_ignore_ascii_case("next"))
        });
        if is_next {
            return Some(url);
        }
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_next_page_is_next() {
        let header = "<https://h/r?page=1>; rel=\"prev\", <https://h/r?q=a,b&page=3>; rel=\"next\", <https://h/r?page=9>; rel=\"last\"";
        assert_eq!(next(header), Some("https://h/r?q=a,b&page=3"));
        assert_eq!(next("<https://h/r?page=1>; rel=\"first\", <https://h/r?page=2>; rel=\"prev\""), None);
        assert_eq!(next("<https://h/r?page=3>; rel=next"), Some("https://h/r?page=3"));
        assert_eq!(next(""), None);
        assert_eq!(next("<broken"), None);
    }
}
