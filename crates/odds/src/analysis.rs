//! Everything exact about the wagers of a game besides the main hand.

use cards::{Card, Counts};
use rules::{Game, Spot, Word};

use crate::fraction::Fraction;
use crate::progressive::ProgressiveWager;
use crate::side::SideWager;
use crate::special::special_bonus;
use crate::ways;

/// Insurance with an ace up, when the insurer looks at the own two cards.
#[derive(Clone, Debug)]
pub struct KnownInsurance {
    /// How many of the own two cards count ten.
    pub tens: u8,
    /// The value of insurance then, averaged over all such hands.
    pub wager: SideWager,
}

/// The side wagers of a game with a given shoe.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The shoe.
    pub counts: Counts,
    /// The number of decks the shoe had when it was full.
    pub decks: u8,
    /// The side wagers and insurance, pay table by pay table.
    pub side: Vec<SideWager>,
    /// The progressive wagers, pay table by pay table.
    pub progressive: Vec<ProgressiveWager>,
    /// Insurance by the insurer's own cards; empty where it is not offered.
    pub insurance: Vec<KnownInsurance>,
    /// The probability of the special bonus for a seat whose suited 7-7 against a
    /// seven is always hit; nothing where it is not offered.
    pub special_bonus: Option<Fraction>,
}

/// A card that cannot be taken out of the shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotInShoe(pub Card);

impl std::fmt::Display for NotInShoe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} cannot be removed: the shoe has no more of it", self.0)
    }
}

impl std::error::Error for NotInShoe {}

impl Analysis {
    /// Analyses every pay table the game offers with this many decks; where
    /// `chosen` names a spot's table, that one only.
    ///
    /// # Errors
    /// If a removed card is not in the shoe.
    pub fn of(
        game: &Game,
        decks: u8,
        chosen: &[(String, String)],
        removed: &[Card],
    ) -> Result<Analysis, NotInShoe> {
        let deck = game.rules().deck;
        let mut counts = Counts::of(deck, decks);
        for &card in removed {
            if !counts.take(card) {
                return Err(NotInShoe(card));
            }
        }
        let mut analysis = Analysis {
            counts,
            decks,
            side: Vec::new(),
            progressive: Vec::new(),
            insurance: Vec::new(),
            special_bonus: game.rules().special_bonus.map(|_| special_bonus(&counts)),
        };
        for (spot, tables) in &game.tables {
            let ways = spot.look().map(|look| ways::of_look(look, &counts, deck));
            let Some(ways) = ways.filter(|ways| ways.total() > 0) else { continue };
            let wanted = chosen.iter().rev().find(|(of, _)| of == spot.word()).map(|(_, id)| id);
            let offered = tables.iter().filter(|named| {
                named.decks.contains(&decks) && wanted.is_none_or(|id| *id == named.id)
            });
            for named in offered {
                let side = SideWager::of(*spot, &named.id, &named.table, &ways);
                if spot.is_progressive() {
                    let unit = game.rules().wager(*spot).map_or(100, |wager| wager.least);
                    analysis.progressive.push(ProgressiveWager::of(side, unit));
                } else {
                    analysis.side.push(side);
                }
            }
        }
        analysis.insurance = known_insurance(game, &counts);
        Ok(analysis)
    }
}

fn known_insurance(game: &Game, counts: &Counts) -> Vec<KnownInsurance> {
    let Some(named) = game.tables_of(Spot::Insurance).first() else { return Vec::new() };
    let all = (0..=2u8).map(|tens| (tens, ways::insurance_holding(counts, tens)));
    all.filter(|(_, ways)| ways.total() > 0)
        .map(|(tens, ways)| {
            let wager = SideWager::of(Spot::Insurance, &named.id, &named.table, &ways);
            KnownInsurance { tens, wager }
        })
        .collect()
}
