//! A sitting at the screen: the table, the cursor, open pages and the last message.

use rules::{Action, Book, Money, Spot};
use table::Ask;

use crate::coach::{self, Answer, Coach, Coaching, Given};
use crate::keys::{Command, Mode, Scroll};
use crate::news::{self, News};
use crate::place::Bell;
use crate::sitting::{Sitting, TableRefused};

/// How many lines a page turns: of text, and of results, which may have no more room.
const PAGE: u16 = 10;
const RESULTS: u16 = 4;
/// The longest amount anybody types.
const LONGEST_AMOUNT: usize = 12;

/// What the middle of the screen shows between rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The bets being placed.
    Bets,
    /// The cards of the round, and what they paid.
    Cards,
}

/// A page or question over the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The keys.
    Help,
    /// The rules of the game.
    Rules(String),
    /// What the answers to the table's question are worth.
    Coach(Vec<String>),
    /// Whether to leave in the middle of a round.
    Leave,
    /// An amount is typed.
    Amount {
        /// What for.
        purpose: Purpose,
        /// What has been typed.
        text: String,
    },
}

/// What an amount is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The spot under the cursor.
    Bet,
    /// Insurance.
    Insurance,
    /// More chips.
    Chips,
}

/// Whether a message reports or refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It reports.
    Said,
    /// Something was not done.
    Refused,
}

/// Whether the sitting goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Stay,
    /// The player leaves; the round, if there was one, is settled.
    Leave,
}

/// Everything the screen shows.
pub struct Session {
    table: Sitting,
    coach: Coach,
    seat: u8,
    spot: usize,
    chip: usize,
    shows: Screen,
    panel: Option<Panel>,
    scroll: u16,
    message: (Tone, String),
}

impl Session {
    /// Sits down without a coach; the cursor stands on the main wager of the first seat.
    pub fn new(table: Sitting) -> Session {
        let coach = Coach::new(table.rules(), Coaching::Off);
        Session::coached(table, coach)
    }

    /// Sits down with a coach.
    pub fn coached(mut table: Sitting, coach: Coach) -> Session {
        let least = table.rules().wager(Spot::Main).map_or(0, |wager| wager.least);
        let chips = &table.game().chips;
        // One chip is a bet: the least that the table takes.
        let chip = chips.iter().position(|&chip| chip >= least);
        let chip = chip.unwrap_or(chips.len().saturating_sub(1));
        table.take_news();
        let seat = table.seats().first().copied().unwrap_or(1);
        let mut session = Session {
            table,
            coach,
            seat,
            spot: 0,
            chip,
            shows: Screen::Bets,
            panel: None,
            scroll: 0,
            message: (Tone::Said, String::new()),
        };
        session.welcome();
        session
    }

    fn welcome(&mut self) {
        let text = match self.out_of_money() {
            Some(text) => text,
            None => "Play money only. Press + to bet the marked chip, Enter to deal.".to_owned(),
        };
        let text = match self.table.host() {
            Some(host) => {
                let seats = news::seats_text(self.table.seats());
                format!("You have {seats} at {host}. {text}")
            }
            None => text,
        };
        self.say(text);
    }

    /// The table.
    pub fn table(&self) -> &Sitting {
        &self.table
    }

    /// Has a bell rung whenever something comes to the table by itself.
    pub fn ring(&mut self, bell: Bell) {
        self.table.ring(bell);
    }

    /// The coach.
    pub fn coach(&self) -> &Coach {
        &self.coach
    }

    /// Stands up; the table as it was left.
    pub fn into_table(self) -> Sitting {
        self.table
    }

    /// The seat under the cursor.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// The spot under the cursor.
    pub fn spot(&self) -> Spot {
        self.table.spots().get(self.spot).copied().unwrap_or(Spot::Main)
    }

    /// The chip in hand, by its place among the game's chips.
    pub fn chip(&self) -> usize {
        self.chip
    }

    /// What the middle of the screen shows.
    pub fn shows(&self) -> Screen {
        if self.table.is_betting() { self.shows } else { Screen::Cards }
    }

    /// The open page.
    pub fn panel(&self) -> Option<&Panel> {
        self.panel.as_ref()
    }

    /// How far the open page, or else the results, are scrolled.
    pub fn scroll(&self) -> u16 {
        self.scroll
    }

    /// The last message.
    pub fn message(&self) -> (Tone, &str) {
        (self.message.0, &self.message.1)
    }

    /// What the keys mean now.
    pub fn mode(&self) -> Mode {
        match &self.panel {
            None => Mode::Table,
            Some(Panel::Help | Panel::Rules(_) | Panel::Coach(_)) => Mode::Reading,
            Some(Panel::Leave) => Mode::Asking,
            Some(Panel::Amount { .. }) => Mode::Typing,
        }
    }

    /// Puts a message in front of the player, such as a purse that cannot be kept.
    pub fn warn(&mut self, text: String) {
        self.message = (Tone::Refused, text);
    }

    fn say(&mut self, text: String) {
        self.message = (Tone::Said, text);
    }

    /// Does what a key asks for.
    pub fn handle(&mut self, command: Command) -> Flow {
        if command == Command::LeaveNow {
            // Whatever the table says to it, nobody is kept at the screen.
            self.stand_all();
            return Flow::Leave;
        }
        match self.mode() {
            Mode::Table => self.at_table(command),
            Mode::Reading | Mode::Typing => {
                self.in_panel(command);
                Flow::Stay
            }
            Mode::Asking => {
                self.panel = None;
                if command == Command::Confirm {
                    return self.stand_all();
                }
                Flow::Stay
            }
        }
    }

    /// Every open hand stands; a player whose hands cannot stays.
    fn stand_all(&mut self) -> Flow {
        match self.table.stand_all() {
            Ok(()) => Flow::Leave,
            Err(refused) => {
                self.refuse(&refused);
                Flow::Stay
            }
        }
    }

    fn at_table(&mut self, command: Command) -> Flow {
        match command {
            Command::Leave if !self.table.is_in_round() => return Flow::Leave,
            Command::Leave => self.open(Panel::Leave),
            Command::Coach => self.ask_coach(),
            Command::Help => self.open(Panel::Help),
            Command::Rules => {
                let book = Book::of(self.table.game(), self.table.profile());
                self.open(Panel::Rules(book.to_text()));
            }
            Command::Scroll(scroll) => self.turn_page(scroll),
            Command::NextSpot
            | Command::PreviousSpot
            | Command::NextChip
            | Command::PreviousChip
            | Command::Seat(_) => self.move_cursor(command),
            Command::Deal => self.deal(),
            Command::Act(action) => self.answer(Answer::Act(action)),
            Command::GiveUp => self.give_up(),
            Command::Insure => self.ask_insurance(),
            Command::NoInsurance => self.answer(Answer::Insure(Money::ZERO)),
            _ => self.place_bets(command),
        }
        Flow::Stay
    }

    fn open(&mut self, panel: Panel) {
        self.panel = Some(panel);
        self.scroll = 0;
    }

    fn move_cursor(&mut self, command: Command) {
        if !self.table.is_betting() {
            return;
        }
        self.shows = Screen::Bets;
        let (spots, chips) = (self.table.spots().len(), self.table.game().chips.len());
        match command {
            Command::NextSpot => self.spot = (self.spot + 1) % spots.max(1),
            Command::PreviousSpot => self.spot = (self.spot + spots.max(1) - 1) % spots.max(1),
            Command::NextChip => self.chip = (self.chip + 1).min(chips.saturating_sub(1)),
            Command::PreviousChip => self.chip = self.chip.saturating_sub(1),
            Command::Seat(seat) if self.table.seats().contains(&seat) => self.seat = seat,
            Command::Seat(seat) => {
                let refused = TableRefused::Seat { seat, seats: self.table.seats().to_vec() };
                self.warn(format!("{refused}; --seats plays more"));
            }
            _ => {}
        }
    }

    fn place_bets(&mut self, command: Command) {
        let (seat, spot) = (self.seat, self.spot());
        let chip = self.table.game().chips.get(self.chip).copied().unwrap_or(0);
        let done = match command {
            // A lit sensor is put out by the same key that lights it.
            Command::Add if spot.is_progressive() && self.table.stake(seat, spot) > 0 => {
                self.table.remove(seat, spot, chip)
            }
            Command::Add => self.table.add(seat, spot, chip),
            Command::Remove => self.table.remove(seat, spot, chip),
            Command::Undo => self.table.undo(),
            Command::Clear => self.table.clear(),
            Command::Rebet => return self.rebet(1),
            Command::RebetDouble => return self.rebet(2),
            Command::TypeAmount if self.table.is_betting() => {
                self.shows = Screen::Bets;
                return self.open(Panel::Amount { purpose: Purpose::Bet, text: String::new() });
            }
            Command::TypeAmount => Err(TableRefused::CardsOut),
            Command::Buy if self.table.host().is_some() => {
                return self.open(Panel::Amount { purpose: Purpose::Chips, text: String::new() });
            }
            Command::Buy => Err(TableRefused::NothingToBuy),
            _ => return,
        };
        match done {
            Ok(()) => {
                self.shows = Screen::Bets;
                self.say(String::new());
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    fn rebet(&mut self, times: u32) {
        match self.table.rebet(times) {
            Ok(left_out) => {
                self.shows = Screen::Bets;
                match left_out.first() {
                    None if times == 1 => self.say("The same bets again; Enter deals.".to_owned()),
                    None => self.say("Twice the last bets; Enter deals.".to_owned()),
                    Some(first) if left_out.len() == 1 => self.warn(first.sentence()),
                    Some(first) => {
                        let more = left_out.len() - 1;
                        self.warn(format!("{} And {more} more.", first.sentence()));
                    }
                }
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    fn deal(&mut self) {
        let nothing_lies = self.table.felt().total() == Money::ZERO;
        let is_betting = self.table.is_betting();
        if is_betting && nothing_lies && self.table.felt().last().is_some() {
            return self.rebet(1);
        }
        match self.table.deal() {
            Ok(()) => self.go_on(),
            Err(refused) => self.refuse(&refused),
        }
    }

    /// Follows what has come from the table by itself.
    pub fn catch_up(&mut self) -> Flow {
        self.table.catch_up();
        let tone = if self.table.is_lost() { Tone::Refused } else { Tone::Said };
        let said = self.follow_news();
        if !said.is_empty() {
            self.message = (tone, said.join(" "));
        }
        if self.table.is_over() { Flow::Leave } else { Flow::Stay }
    }

    /// Follows what has happened; what is said to it.
    fn follow_news(&mut self) -> Vec<String> {
        let news = self.table.take_news();
        if news.iter().any(News::starts_round) {
            self.coach.start_round();
            self.shows = Screen::Cards;
            self.scroll = 0;
        }
        news.into_iter().filter(News::is_notice).flat_map(|news| news.lines).collect()
    }

    /// What the answers are worth, where something is asked and a coach is there.
    fn ask_coach(&mut self) {
        if self.table.is_betting() || !self.coach.is_on() {
            return self.open(Panel::Help);
        }
        match self.coach.advice(&self.table) {
            Ok(advice) => self.open(Panel::Coach(coach::lines(&advice))),
            Err(nothing) => self.warn(news::sentence(&nothing.to_string())),
        }
    }

    fn give_up(&mut self) {
        let gives_up = |action: &Action| matches!(action, Action::Surrender | Action::Rescue);
        let action = self.table.offers().iter().map(|offer| offer.action).find(gives_up);
        self.answer(Answer::Act(action.unwrap_or(Action::Surrender)));
    }

    fn ask_insurance(&mut self) {
        match self.table.asked() {
            Some(Ask::Insurance { .. }) => {
                let most = self.table.most_insurance();
                if most == 0 {
                    let step = self.table.rules().wager(Spot::Insurance);
                    let needs = Money::cents(step.map_or(0, |wager| wager.step.into()));
                    let has = self.table.bankroll();
                    return self.refuse(&TableRefused::Bankroll { needs, has });
                }
                let most = Money::cents(most.into());
                let text = most.to_string().trim_start_matches('$').replace(',', "");
                self.open(Panel::Amount { purpose: Purpose::Insurance, text });
            }
            _ => self.answer(Answer::Insure(Money::ZERO)),
        }
    }

    /// One answer of the player's.
    fn answer(&mut self, answer: Answer) {
        match self.coach.answer(&mut self.table, answer) {
            Ok(Given::Done) => self.go_on(),
            Ok(Given::Warned(text)) => self.warn(text),
            Err(refused) => self.refuse(&refused),
        }
    }

    /// The round has gone on: the cards, and what the table said.
    fn go_on(&mut self) {
        self.scroll = 0;
        if !self.table.is_betting() {
            self.shows = Screen::Cards;
        }
        let mut said: Vec<String> = self.out_of_money().into_iter().collect();
        said.extend(self.follow_news());
        self.say(said.join(" "));
    }

    fn refuse(&mut self, refused: &TableRefused) {
        self.warn(news::sentence(&refused.to_string()));
    }

    fn out_of_money(&self) -> Option<String> {
        self.table.is_out_of_money().then(|| news::out_of_money(&self.table))
    }

    fn turn_page(&mut self, scroll: Scroll) {
        let page = if self.panel.is_some() { PAGE } else { RESULTS };
        self.scroll = match scroll {
            Scroll::Up => self.scroll.saturating_sub(1),
            Scroll::Down => self.scroll.saturating_add(1),
            Scroll::PageUp => self.scroll.saturating_sub(page),
            Scroll::PageDown => self.scroll.saturating_add(page),
            Scroll::Top => 0,
            Scroll::End => u16::MAX,
        };
    }

    /// The screen knows how long a page is; it takes back what was scrolled too far.
    pub fn limit_scroll(&mut self, most: u16) {
        self.scroll = self.scroll.min(most);
    }

    fn in_panel(&mut self, command: Command) {
        match (command, &mut self.panel) {
            (Command::Cancel, panel) => {
                *panel = None;
                self.scroll = 0;
            }
            (Command::Scroll(scroll), _) => self.turn_page(scroll),
            (Command::Character(letter), Some(Panel::Amount { text, .. })) => {
                let known = letter.is_ascii_digit() || matches!(letter, '.' | '$' | ',');
                if known && text.len() < LONGEST_AMOUNT {
                    text.push(letter);
                }
            }
            (Command::Backspace, Some(Panel::Amount { text, .. })) => {
                text.pop();
            }
            (Command::Confirm, Some(Panel::Amount { purpose, text })) => {
                let (purpose, text) = (*purpose, std::mem::take(text));
                self.panel = None;
                self.typed(purpose, &text);
            }
            _ => {}
        }
    }

    fn typed(&mut self, purpose: Purpose, text: &str) {
        let amount: Money = match text.parse() {
            Ok(amount) => amount,
            Err(refused) => return self.warn(format!("{refused}.")),
        };
        match purpose {
            Purpose::Insurance => self.answer(Answer::Insure(amount)),
            Purpose::Bet => {
                let done = self.table.bet(self.seat, self.spot(), amount);
                self.done(done);
            }
            Purpose::Chips => {
                let done = self.table.buy(amount);
                self.done(done);
            }
        }
    }

    /// Says nothing to what is done, and why it is not.
    fn done(&mut self, done: Result<(), TableRefused>) {
        match done {
            Ok(()) => self.say(String::new()),
            Err(refused) => self.refuse(&refused),
        }
    }
}
