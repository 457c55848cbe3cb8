//! Numbers for people to read.

/// A number with its thousands set apart by commas.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let told = [0, 999, 1_000, 12_345, 2_000_000].map(thousands);
        assert_eq!(told, ["0", "999", "1,000", "12,345", "2,000,000"]);
    }
}
