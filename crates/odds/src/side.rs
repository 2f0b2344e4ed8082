//! The exact value of a side wager.

use cards::{Card, Counts, Deck};
use rules::{Class, Pay, PayTable, Spot};

use crate::fraction::Fraction;
use crate::ways::{self, Ways};

/// One line of a pay table with what it is worth.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct ClassRow {
    pub class: Class,
    pub pay: Pay,
    pub ways: u64,
    pub probability: Fraction,
    /// What the line contributes to the expected value, per unit staked; a share of
    /// a meter contributes nothing here.
    pub contribution: Fraction,
}

/// Everything exact about a side wager, per unit staked.
///
/// ```
/// use odds::Analysis;
///
/// let file = games::find("bahama-bonus").expect("a game of the folder").file();
/// let game = file.game(None, &[]).expect("it has no faults");
/// let analysis = Analysis::of(&game, 6, &[], &[])?;
/// for wager in &analysis.side {
///     // A fraction, not an estimate: every set of cards is counted.
///     let edge = wager.house_edge();
///     assert!(edge.to_f64() > 0.0, "{}: {}", wager.spot, edge);
/// }
/// # Ok::<(), odds::NotInShoe>(())
/// ```
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct SideWager {
    pub spot: Spot,
    pub paytable: String,
    pub rows: Vec<ClassRow>,
    /// All ways the cards can fall.
    pub of: u64,
    /// The expected result, the stake included: what comes back less what was staked.
    pub ev: Fraction,
    pub hit_rate: Fraction,
    pub variance: Fraction,
}

/// What a stake of one brings: the result of a paying or losing line. A share of
/// a meter counts as nothing: its keeper adds it.
pub(crate) fn net(pay: Pay) -> Fraction {
    match pay {
        Pay::Loses | Pay::Share(_) => -Fraction::ONE,
        Pay::To(odds) => odds.fraction().into(),
        Pay::For(odds) => Fraction::from(odds.fraction()) - Fraction::ONE,
    }
}

impl SideWager {
    /// Insurance against this ace for a seat that knows its own cards, which the shoe
    /// still holds.
    pub fn insurance(table: &PayTable, mut shoe: Counts, held: &[Card], up: Card) -> SideWager {
        for &card in held.iter().chain([&up]) {
            let _ = shoe.take(card);
        }
        SideWager::of(Spot::Insurance, "", table, &ways::insurance_under(&shoe, up))
    }

    /// The value of a pay table on counted ways.
    pub fn of(spot: Spot, paytable: &str, table: &PayTable, ways: &Ways) -> SideWager {
        let of = ways.total();
        let share = |ways: u64| Fraction::new(ways.into(), of.into());
        let rows: Vec<ClassRow> = table
            .lines()
            .map(|(class, pay)| {
                let counted =
                    table.kind().classes().iter().filter(|&&other| table.counts_as(other) == class);
                let ways: u64 = counted.map(|&other| ways.of(other)).sum();
                let probability = share(ways);
                ClassRow { class, pay, ways, probability, contribution: probability * net(pay) }
            })
            .collect();
        let ev: Fraction = rows.iter().map(|row| row.contribution).sum();
        let square: Fraction = rows.iter().map(|row| row.contribution * net(row.pay)).sum();
        let hits: u64 = rows.iter().filter(|row| row.pay != Pay::Loses).map(|row| row.ways).sum();
        SideWager {
            spot,
            paytable: paytable.to_owned(),
            rows,
            of,
            ev,
            hit_rate: share(hits),
            variance: square - ev * ev,
        }
    }

    /// The value of a spot's pay table with these cards left.
    pub fn with_cards(
        spot: Spot,
        paytable: &str,
        table: &PayTable,
        counts: &Counts,
        deck: Deck,
    ) -> Option<SideWager> {
        let ways = ways::of_look(spot.look()?, counts, deck);
        (ways.total() > 0).then(|| SideWager::of(spot, paytable, table, &ways))
    }

    /// What the house expects to keep of each unit staked.
    pub fn house_edge(&self) -> Fraction {
        -self.ev
    }

    /// The standard deviation of the result of one unit.
    pub fn sd(&self) -> f64 {
        self.variance.to_f64().sqrt()
    }
}
