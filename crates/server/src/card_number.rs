//! The number on a staff card: short and in upper case, so that it fits a magnetic stripe, a reader
//! that types like a keyboard, a QR code and a pair of eyes, with a check sign at its end.

use zeroize::Zeroizing;

use crate::token::{self, NoEntropy, entropy};

/// The signs of a number: digits and upper-case letters without those that look like others.
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The signs of a number, the check sign with them: 95 random bits, which nobody guesses who is let
/// guess a few times.
const LENGTH: usize = 20;
/// Cards of the first releases had so many hexadecimal digits; they stay good.
const OLD_LENGTH: usize = 64;

/// The number on a card. It prints nothing of itself, and is wiped after its use.
#[derive(Clone, PartialEq, Eq)]
pub struct CardNumber(Zeroizing<String>);

/// The reader, or whoever typed, has got a number wrong: no card has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the card was not read right; show it again, or type the 20 signs on it")]
pub struct Misread;

impl CardNumber {
    /// A new number from the system's entropy.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn new() -> Result<CardNumber, NoEntropy> {
        let random = Zeroizing::new(entropy()?);
        let mut values: Zeroizing<Vec<u8>> =
            Zeroizing::new(random.iter().take(LENGTH - 1).map(|byte| byte % 32).collect());
        let check = times_two(folded(&values));
        values.push(check);
        let signs = values.iter().map(|value| char::from(SIGNS[usize::from(*value)]));
        Ok(CardNumber(Zeroizing::new(signs.collect())))
    }

    /// A number as a reader sent it or somebody typed it: spaces, hyphens, the marks at the ends of
    /// a stripe and the case do not matter, and what looks like a digit is one.
    ///
    /// # Errors
    /// If it is no number of a card, because a sign of it is wrong, missing or in another's place.
    pub fn read(text: &str) -> Result<CardNumber, Misread> {
        let signs = text.chars().filter(|sign| !sign.is_whitespace() && !"-%;?".contains(*sign));
        let signs: Zeroizing<String> = Zeroizing::new(signs.collect());
        if signs.len() == OLD_LENGTH && signs.bytes().all(|sign| sign.is_ascii_hexdigit()) {
            return Ok(CardNumber(Zeroizing::new(signs.to_ascii_lowercase())));
        }
        let alike = |sign: char| match sign.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            sign => sign,
        };
        let signs: Zeroizing<String> = Zeroizing::new(signs.chars().map(alike).collect());
        let value = |sign: u8| SIGNS.iter().position(|it| *it == sign);
        let values: Option<Vec<u8>> =
            signs.bytes().map(|sign| value(sign).and_then(|it| u8::try_from(it).ok())).collect();
        let values = Zeroizing::new(values.unwrap_or_default());
        match values.len() == LENGTH && folded(&values) == 0 {
            true => Ok(CardNumber(signs)),
            false => Err(Misread),
        }
    }

    /// The number as it is written on the card, and nowhere else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> [u8; 32] {
        token::hash(&self.0)
    }
}

impl std::fmt::Debug for CardNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CardNumber(…)")
    }
}

/// The values as a polynomial at 2, in the field of 32 elements. It is zero for a whole number. The
/// weights of all places differ, so one wrong sign, or two in each other's place, show.
fn folded(values: &[u8]) -> u8 {
    values.iter().fold(0, |sum, value| times_two(sum) ^ value)
}

/// Doubles in the field of 32 elements (x⁵ + x² + 1), where 2 has every element as a power.
const fn times_two(value: u8) -> u8 {
    let twice = value << 1;
    if twice & 32 == 0 { twice } else { twice ^ 0b10_0101 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_08_a_number_fits_a_stripe_and_is_read_however_it_comes() {
        let number = CardNumber::new().unwrap();
        let text = number.reveal();
        assert_eq!(text.len(), 20);
        assert!(text.bytes().all(|sign| sign.is_ascii_digit() || sign.is_ascii_uppercase()));
        let apart = format!("{} {} {}", &text[..5], &text[5..12], &text[12..]);
        for typed in [text.to_ascii_lowercase(), format!("%{text}?\n"), apart] {
            assert_eq!(CardNumber::read(&typed), Ok(number.clone()));
        }
        assert_ne!(CardNumber::new().unwrap(), number);
        assert!(!format!("{number:?}").contains(text));
        // A card of an older release.
        let old = "ab".repeat(32);
        assert_eq!(CardNumber::read(&old).unwrap().hash(), token::hash(&old));
    }

    #[test]
    fn s_08_one_wrong_sign_or_two_in_each_others_place_show() {
        let number = CardNumber::new().unwrap();
        let signs = number.reveal().as_bytes().to_vec();
        let read = |signs: &[u8]| CardNumber::read(std::str::from_utf8(signs).unwrap());
        for place in 0..signs.len() {
            for sign in SIGNS.iter().filter(|sign| **sign != signs[place]) {
                let mut wrong = signs.clone();
                wrong[place] = *sign;
                assert_eq!(read(&wrong), Err(Misread));
            }
            for other in 0..place {
                let mut swapped = signs.clone();
                swapped.swap(place, other);
                assert_eq!(read(&swapped).is_ok(), signs[place] == signs[other]);
            }
        }
        for wrong in ["", "7", &number.reveal()[1..], &format!("{}0", number.reveal()), "#"] {
            assert_eq!(CardNumber::read(wrong), Err(Misread), "{wrong}");
        }
    }
}
