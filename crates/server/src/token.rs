//! Tokens: 256 random bits that are shown once, and of which only the hash is kept.

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The system gives no entropy; nobody can be let in.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system gives no entropy")]
pub struct NoEntropy;

/// A secret of 256 bits in hexadecimal. It prints nothing of itself, and is wiped after its use.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Zeroizing<String>);

impl Token {
    /// A new token from the system's entropy.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn new() -> Result<Token, NoEntropy> {
        Ok(Token(Zeroizing::new(table::hex(&*Zeroizing::new(entropy()?)))))
    }

    /// The token as it is sent to its owner, and to nobody else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> [u8; 32] {
        hash(&self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What is stored of a token that somebody shows.
pub(crate) fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// 256 bits of the system's entropy.
///
/// # Errors
/// If the system gives none.
pub(crate) fn entropy() -> Result<[u8; 32], NoEntropy> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoEntropy)?;
    Ok(bytes)
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
pub(crate) fn same(left: &str, right: &str) -> bool {
    hash(left) == hash(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_05_tokens_have_256_bits_and_do_not_print_themselves() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(one.reveal().len(), 64);
        assert_ne!(one, other);
        assert_eq!(one.hash(), hash(one.reveal()));
        assert!(!format!("{one:?}").contains(one.reveal()));
    }
}
