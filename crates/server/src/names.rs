//! Friendly names for guests.

use crate::token::{NoEntropy, entropy};

const FIRST: [&str; 40] = [
    "Amber", "Azure", "Breezy", "Bright", "Bold", "Calm", "Clever", "Copper", "Coral", "Cosy",
    "Drifting", "Early", "Easy", "Foamy", "Gentle", "Golden", "Happy", "Hidden", "Ivory", "Jolly",
    "Lively", "Lucky", "Mellow", "Merry", "Misty", "Nimble", "Patient", "Pearly", "Quick", "Quiet",
    "Rolling", "Sandy", "Sharp", "Silver", "Steady", "Sunny", "Swift", "Tidal", "Velvet", "Windy",
];

const SECOND: [&str; 40] = [
    "Ace", "Anchor", "Atoll", "Bay", "Beacon", "Breeze", "Buoy", "Cay", "Chip", "Compass", "Cove",
    "Crab", "Deck", "Deuce", "Dolphin", "Drift", "Flush", "Gull", "Harbor", "Heron", "Island",
    "Jetty", "Keel", "Lagoon", "Lantern", "Marlin", "Oar", "Oyster", "Palm", "Pearl", "Pelican",
    "Reef", "Sail", "Shell", "Shoal", "Shoe", "Spade", "Surf", "Tide", "Turtle",
];

/// A name such as “Lucky Heron 4821”.
///
/// # Errors
/// If the system gives no entropy.
pub(crate) fn guest() -> Result<String, NoEntropy> {
    let random = entropy()?;
    let pick = |at: usize| usize::from(u16::from_le_bytes([random[at], random[at + 1]]));
    let (first, second) = (FIRST[pick(0) % FIRST.len()], SECOND[pick(2) % SECOND.len()]);
    Ok(format!("{first} {second} {:04}", pick(4) % 10_000))
}

/// Whether a name can be shown to others and typed again: 2 to 32 letters, digits,
/// spaces, dots, hyphens and apostrophes, with no space at either end.
pub(crate) fn is_name(text: &str) -> bool {
    let fits = |sign: char| sign.is_alphanumeric() || " .-'’_".contains(sign);
    (2..=32).contains(&text.chars().count()) && text.chars().all(fits) && text.trim() == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_have_names_that_are_names() {
        for _ in 0..200 {
            let name = guest().unwrap();
            assert!(is_name(&name), "{name}");
        }
        assert!(!is_name(" a"));
        assert!(!is_name("<b>"));
        assert!(!is_name("x"));
    }
}
