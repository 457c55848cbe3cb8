//! Names of files and folders, from what a source says of itself. It never sees the words of a claim.

/// The longest name, in characters.
const LONGEST: usize = 60;

/// `text` as the name of a file or folder: lower case, letters and digits of any script, joined by `-`; empty when
/// nothing of that is in it.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !matches!(c, '\'' | '’' | '.') && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    let cut = match slug.char_indices().nth(LONGEST) {
        Some((end, _)) => slug[..end].rfind('-').map_or(&slug[..end], |at| &slug[..at]),
        None => slug,
    };
    // Names that Windows keeps for devices, and the one that kb keeps for entry pages.
    let device = matches!(cut, "con" | "prn" | "aux" | "nul" | "index")
        || (cut.len() == 4
            && (cut.starts_with("com") || cut.starts_with("lpt"))
            && cut.ends_with(|c: char| c.is_ascii_digit()));
    if device { format!("{cut}-note") } else { cut.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_never_special() {
        for (text, expected) in [
            ("Pacific Airways", "pacific-airways"),
            ("St. Mary's Hospital", "st-marys-hospital"),
            ("H&R Block", "h-r-block"),
            ("../../etc/passwd", "etc-passwd"),
            ("Műszaki osztály", "műszaki-osztály"),
            ("CON", "con-note"),
            ("index", "index-note"),
            ("...", ""),
        ] {
            assert_eq!(slug(text), expected);
        }
        assert!(slug(&"long name ".repeat(30)).chars().count() <= LONGEST);
    }
}
