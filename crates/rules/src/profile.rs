//! A profile: a game as one table posts it, with a fingerprint.

use sha2::{Digest, Sha256};

use crate::file::Game;
use crate::offer::Offer;
use crate::rules::Rules;
use crate::spot::Spot;

/// A game with its configuration, decks, wagers and pay tables chosen (R-01). Two
/// profiles with the same hash settle every round alike.
///
/// ```
/// use rules::Spot;
///
/// let file = games::find("wsgc-bahama-bonus").expect("a game of the folder").file();
/// let game = file.game(None, &[]).expect("it has no faults");
/// let six = game.profile(Some(6), &[("match-up".into(), "3".into())])?;
/// assert_eq!(six.paytable(Spot::MatchUp), Some("3"));
/// assert_eq!(six.rules.decks, 6);
///
/// // The sheet does not allow that table with eight decks.
/// assert!(game.profile(Some(8), &[("match-up".into(), "3".into())]).is_err());
/// # Ok::<(), rules::ProfileRefused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The game's id.
    pub game: String,
    /// The configuration in force.
    pub configuration: String,
    /// The wagers offered besides the main wager, in the order of the felt (A45).
    pub wagers: Vec<Spot>,
    /// The pay table chosen for every spot that has some.
    pub paytables: Vec<(Spot, String)>,
    /// The rules as the engine reads them.
    pub rules: Rules,
    /// SHA-256 over every setting in force and the choices made.
    pub hash: String,
}

impl Profile {
    pub(crate) fn new(game: &Game, rules: Rules, paytables: Vec<(Spot, String)>) -> Profile {
        let mut lines: Vec<String> = game
            .settings
            .iter()
            .map(|setting| format!("{}={}", setting.key, setting.value))
            .collect();
        lines.sort();
        lines.push(format!(
            "game {} configuration {} decks {}",
            game.id, game.configuration, rules.decks
        ));
        lines.extend(paytables.iter().map(|(spot, id)| format!("paytable {spot} {id}")));
        let wagers = game.spots().filter(|&spot| spot != Spot::Main).collect();
        let digest = Sha256::digest(lines.join("\n").as_bytes());
        Profile {
            game: game.id.clone(),
            configuration: game.configuration.clone(),
            wagers,
            paytables,
            rules,
            hash: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// Every wager as this table offers it, the main wager first.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |spot, of: &str| Offer { spot, of: of.to_owned(), decks: self.rules.decks };
        let tables = self.paytables.iter().map(|(spot, id)| offer(*spot, id));
        [offer(Spot::Main, &self.configuration)].into_iter().chain(tables).collect()
    }

    /// The name of the pay table chosen for a spot.
    pub fn paytable(&self, spot: Spot) -> Option<&str> {
        self.paytables.iter().find(|(of, _)| *of == spot).map(|(_, id)| id.as_str())
    }
}
