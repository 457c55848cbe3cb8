//! Bytes that nobody can guess, from the system.

/// `N` of them, others at every call.
pub fn bytes<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random bytes: {error}"))?;
    Ok(bytes)
}
