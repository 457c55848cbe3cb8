//! Bytes that nobody can guess, from the system.

/// Sixteen of them, others at every call.
pub fn bytes() -> Result<[u8; 16], String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random bytes: {error}"))?;
    Ok(bytes)
}
