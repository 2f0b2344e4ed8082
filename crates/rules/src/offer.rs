//! One wager as a table can offer it, by the name with which it is allowed (A49).

use std::fmt;
use std::str::FromStr;

use crate::spot::Spot;
use crate::words::Word;

/// A wager with what decides whether it favours the player. `match-up 3 8` is table 3 of
/// Match-Up with eight decks, `main h17 6` the main wager of configuration h17 with six. A file
/// or a posting allows by this name what would be refused without it.
///
/// ```
/// let offer: rules::Offer = "main h17 6".parse()?;
/// assert_eq!((offer.of.as_str(), offer.decks), ("h17", 6));
/// assert_eq!(offer.to_string(), "main h17 6");
/// # Ok::<(), rules::NotAnOffer>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The wager.
    pub spot: Spot,
    /// Its pay table; for the main wager the configuration.
    pub of: String,
    /// The number of decks.
    pub decks: u8,
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.spot, self.of, self.decks)
    }
}

/// A text that names no offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” is not an override; write “match-up 3 8”: spot, pay table, decks; or “main h17 6”: \
     main, configuration, decks"
)]
pub struct NotAnOffer(pub String);

impl FromStr for Offer {
    type Err = NotAnOffer;

    fn from_str(text: &str) -> Result<Offer, NotAnOffer> {
        let refused = || NotAnOffer(text.to_owned());
        let [spot, of, decks] = text.split(' ').collect::<Vec<_>>()[..] else {
            return Err(refused());
        };
        Ok(Offer {
            spot: Spot::from_word(spot).ok_or_else(refused)?,
            of: of.to_owned(),
            decks: decks.parse().map_err(|_| refused())?,
        })
    }
}
