//! Whole rounds, worked out by hand from the sheets.

mod dealer;
mod doubling;
mod main_wager;
mod prizes;
mod progressive;
mod refusals;
mod side;
mod splitting;

use auditor::{Account, Case, Choice, Line, Meter, Objection, audit};
use cards::Card;

/// A round of six decks under `h17`, written down as text.
struct Round(Case);

fn round(game: &str) -> Round {
    Round(Case {
        game: game.to_owned(),
        configuration: "h17".to_owned(),
        decks: 6,
        ..Case::default()
    })
}

impl Round {
    /// `1 main 1000 match-up 500, 3 main 2000`
    fn bets(mut self, text: &str) -> Round {
        for seat in text.split(", ") {
            let words: Vec<&str> = seat.split(' ').collect();
            let bets = self.0.bets.entry(number(words[0])).or_default();
            for bet in words[1..].chunks(2) {
                bets.insert(bet[0].to_owned(), number(bet[1]));
            }
        }
        self
    }

    fn cards(mut self, text: &str) -> Round {
        self.0.cards = text.split_whitespace().map(card).collect();
        self
    }

    /// `1 hit, 3 insure 500`
    fn choices(mut self, text: &str) -> Round {
        self.0.choices = text.split(", ").map(choice).collect();
        self
    }

    fn decks(mut self, decks: u8) -> Round {
        self.0.decks = decks;
        self
    }

    fn s17(mut self) -> Round {
        self.0.configuration = "s17".to_owned();
        self
    }

    fn paytable(mut self, spot: &str, id: &str) -> Round {
        self.0.paytables.insert(spot.to_owned(), id.to_owned());
        self
    }

    fn player(mut self, seat: u8, name: &str) -> Round {
        self.0.players.insert(seat, name.to_owned());
        self
    }

    fn meter(mut self, spot: &str, meter: i64, reserve: i64, seed: i64) -> Round {
        self.0.meters.insert(spot.to_owned(), Meter { meter, reserve, seed });
        self
    }

    /// The round is settled, and its lines are these:
    /// `3 main/1 2000 4000, 3 match-up 500 0`
    #[track_caller]
    fn pays(self, lines: &str) -> Account {
        let account = audit(&self.0).expect("the round fits its sheet");
        let found: Vec<String> = account.lines.iter().map(written).collect();
        assert_eq!(found.join(", "), lines);
        account
    }

    #[track_caller]
    fn refused(self) -> Objection {
        let objection = audit(&self.0).expect_err("the round does not fit its sheet");
        assert!(!objection.to_string().is_empty());
        objection
    }

    /// The round stops because this seat is asked to choose among these.
    #[track_caller]
    fn asks(self, seat: u8, legal: &[Choice]) {
        assert_eq!(self.refused(), Objection::ChoiceMissing { seat, legal: legal.to_vec() });
    }
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a number"))
}

fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a card"))
}

fn choice(text: &str) -> (u8, Choice) {
    let (seat, choice) = text.split_once(' ').unwrap_or_else(|| panic!("{text} is not a choice"));
    (number(seat), choice.parse().unwrap_or_else(|wrong| panic!("{wrong}")))
}

fn written(line: &Line) -> String {
    let hand = line.hand.map(|hand| format!("/{hand}")).unwrap_or_default();
    format!("{} {}{hand} {} {}", line.seat, line.spot, line.staked, line.returned)
}

/// The example of the interface description.
#[test]
fn two_seats_of_the_interface() {
    let account = round("wsgc-bahama-bonus")
        .bets("1 main 1000 match-up 500, 3 main 2000")
        .cards("7s 9d 6h 5d Kc 3c 9c 8h")
        .choices("1 hit, 3 stand")
        .pays("3 main/1 2000 4000, 1 main/1 1000 2000, 1 match-up 500 0");
    assert_eq!(account.dealer, ["6h", "3c", "8h"].map(card));
    assert_eq!((account.dealer_total, account.cards_used), (17, 8));
}
