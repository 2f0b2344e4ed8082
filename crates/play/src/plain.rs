//! The table as lines of text: for scripts, pipes and screen readers.

use std::io::{self, BufRead, Write};

use cards::Rank;
use rules::{Action, Book, Money, Spot, Total, Word};
use table::Ask;

use crate::PlayFailed;
use crate::betting::LeftOut;
use crate::coach::{self, Answer, Coach, Given, Mistake};
use crate::inbox::{Inbox, Wake};
use crate::news::{self, News, count, place, seats_text};
use crate::offer::Standing;
use crate::sitting::{Sitting, TableRefused};
use crate::stop::Stop;

const HELP: &str = "\
bet main 10            stake $10 on the main wager; bet 10 is the same
bet match-up 5 seat 2  stake $5 on a side wager of seat 2; 0 takes a wager back
deal                   deal the cards
hit, stand, double, split, surrender, rescue
insure 5, no           answer when insurance is offered; insure alone stakes the most
?                      the coach: what every answer to the table is worth
undo, clear            take the last change back, or all bets
rebet, rebet x2        the last round's bets again, or twice as high
table                  say again what lies and what is asked
rules, help, quit      the rules, this list, leave (the bankroll is kept)";

const HELP_AT_SERVER: &str = "\
cut, cut 100           cut the shoe in the middle, or at this card, when it waits for that
buy 500                buy more chips
Leaving brings your chips back; nothing is kept here.";

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Order {
    Nothing,
    Bet { wagers: Vec<(Spot, Money)>, seat: u8 },
    Deal,
    Answer(Answer),
    Undo,
    Clear,
    Rebet(u32),
    Cut(Option<u16>),
    Buy(Money),
    Table,
    Coach,
    Rules,
    Help,
    Quit,
}

/// A line that says nothing the table understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
enum Unclear {
    #[error("“{0}” is not a command; type help for the list")]
    Command(String),
    #[error("“{0}” is not a spot of this game; its spots are {1}")]
    Spot(String, String),
    #[error("this table plays {0}, not {1}")]
    OtherSet(String, &'static str),
    #[error("{0}")]
    Amount(#[from] rules::NotMoney),
    #[error("“{0}” is not a seat; write seat 1")]
    Seat(String),
    #[error("say what to bet: bet main 10, or bet match-up 5 seat 2")]
    Bet,
    #[error("“{0}” is not a card of the shoe; write cut 100, or cut for the middle")]
    Cut(String),
}

/// Why an order was not carried out.
#[derive(Debug, thiserror::Error)]
enum NotDone {
    #[error(transparent)]
    Unclear(#[from] Unclear),
    #[error(transparent)]
    Refused(#[from] TableRefused),
}

/// Whether lines carry a prompt: only a person at a keyboard needs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// `> ` before every line.
    Shown,
    /// None.
    Hidden,
}

/// Plays from lines of input until they end or say `quit`, or the program is told to stop.
///
/// # Errors
/// If lines cannot be read or written; the bankroll has been kept then.
pub fn run(
    table: &mut Sitting,
    coach: &mut Coach,
    mut input: impl BufRead + Send + 'static,
    out: &mut impl Write,
    prompt: Prompt,
    stop: &Stop,
    mut keep: impl FnMut(&Sitting) -> Result<(), PlayFailed>,
) -> Result<(), PlayFailed> {
    welcome(table, out)?;
    let mut is_at_end = false;
    let mut inbox = Inbox::reading(move || {
        let line = (!is_at_end).then(|| read_line(&mut input))?;
        is_at_end = !matches!(line, Ok(Some(_)));
        Some(line)
    });
    table.ring(inbox.bell());
    stop.ring(inbox.bell());
    let mut kept = table.rounds();
    while !table.is_over() {
        let Some(line) = next_line(table, coach, &mut inbox, out, (prompt, stop))? else { break };
        let order = read(&String::from_utf8_lossy(&line), table);
        if order == Ok(Order::Quit) {
            break;
        }
        match order.map_err(NotDone::from).and_then(|order| obey(table, coach, order)) {
            Ok(said) => write_lines(out, &said)?,
            Err(not_done) => {
                writeln!(out, "{}", news::sentence(&not_done.to_string()))?;
                write_lines(out, &happened(table, coach))?;
            }
        }
        if table.rounds() > kept {
            kept = table.rounds();
            keep(table)?;
        }
    }
    leave(table, coach, out, stop.leaving())?;
    keep(table)
}

/// A line as it was typed; nothing at the end.
type Typed = io::Result<Option<Vec<u8>>>;

fn read_line(input: &mut impl BufRead) -> Typed {
    let mut line = Vec::new();
    let length = input.read_until(b'\n', &mut line)?;
    Ok((length > 0).then_some(line))
}

/// Waits for a line, and tells meanwhile what comes by itself; nothing at the end, or if the
/// program is told to stop.
fn next_line(
    table: &mut Sitting,
    coach: &mut Coach,
    inbox: &mut Inbox<Typed>,
    out: &mut impl Write,
    (prompt, stop): (Prompt, &Stop),
) -> Result<Option<Vec<u8>>, PlayFailed> {
    let (before, after) = if prompt == Prompt::Shown { ("\n", "> ") } else { ("", "") };
    write!(out, "{after}")?;
    while !table.is_over() {
        out.flush()?;
        if stop.is_told() {
            write!(out, "{before}")?;
            break;
        }
        if table.is_lost() {
            // What is typed meanwhile waits for the connection.
            inbox.wait_for_news();
            table.catch_up();
        } else {
            match inbox.wait(None) {
                Wake::Typed(line) => return Ok(line?),
                Wake::News | Wake::Tick => table.catch_up(),
            }
        }
        let said = came(table, coach);
        if !said.is_empty() {
            write!(out, "{before}")?;
            write_lines(out, &said)?;
            write!(out, "{after}")?;
        }
    }
    Ok(None)
}

/// What came by itself; and what is asked, where that is new.
fn came(table: &mut Sitting, coach: &mut Coach) -> Vec<String> {
    let news = table.take_news();
    // Who was away is told again what he is asked.
    let is_new = news.iter().any(|news| news.asks() || news.event.is_none());
    let mut said = told(news, coach);
    if is_new && !table.is_lost() && (table.asked().is_some() || table.is_betting()) {
        said.extend(asked(table));
    }
    said
}

fn welcome(table: &mut Sitting, out: &mut impl Write) -> Result<(), PlayFailed> {
    let game = table.game();
    let seats = match table.seats() {
        [_] if table.host().is_none() => "one seat".to_owned(),
        [1, 2] => "seats 1 and 2".to_owned(),
        seats => seats_text(seats),
    };
    let rules = table.rules();
    let form = format!("{} decks, {}", rules.decks, table.profile().configuration);
    writeln!(out, "{}: {form}, {seats}. Play money only.", game.name)?;
    if let Some(host) = table.host() {
        let name = table.seats().first().map_or("", |&seat| table.name_at(seat));
        writeln!(out, "You are {name} at {host}.")?;
    }
    for note in &game.beyond {
        writeln!(out, "Beyond the sheets: {note}.")?;
    }
    for offer in table.overrides() {
        writeln!(out, "May favour the player, by override: {offer}.")?;
    }
    write_lines(out, news::other_sets(table).as_slice())?;
    for (spot, meter) in table.meters() {
        writeln!(out, "The {} meter shows {meter}.", spot.name())?;
    }
    writeln!(out, "Type help for the commands, rules for the rules.")?;
    let mut said: Vec<String> = table.take_news().into_iter().flat_map(|it| it.lines).collect();
    said.extend(asked(table));
    write_lines(out, &said)
}

fn write_lines(out: &mut impl Write, lines: &[String]) -> Result<(), PlayFailed> {
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn leave(
    table: &mut Sitting,
    coach: &mut Coach,
    out: &mut impl Write,
    is_stopped: bool,
) -> Result<(), PlayFailed> {
    if table.is_in_round() && !table.is_lost() {
        writeln!(out, "You leave with cards out: every open hand stands.")?;
        out.flush()?;
    }
    if is_stopped {
        table.stop()?;
    } else if !table.is_over() {
        table.leave()?;
    }
    write_lines(out, &happened(table, coach))?;
    write_lines(out, coach.summary().as_slice())?;
    writeln!(out, "{}", news::farewell(table))?;
    Ok(())
}

/// Does what is asked; the answer is what to say.
fn obey(table: &mut Sitting, coach: &mut Coach, order: Order) -> Result<Vec<String>, NotDone> {
    let mut said = match order {
        Order::Nothing | Order::Quit => return Ok(Vec::new()),
        Order::Help => return Ok(help(table)),
        Order::Rules => {
            let book = Book::of(table.game(), table.profile());
            return Ok(vec![book.to_text().trim_end().to_owned()]);
        }
        Order::Table => return Ok(describe(table)),
        Order::Coach => return Ok(ask_coach(table, coach)),
        Order::Answer(answer) => match coach.answer(table, answer)? {
            Given::Done => Vec::new(),
            Given::Warned(text) => return Ok(vec![text]),
        },
        Order::Deal => table.deal().map(|()| Vec::new())?,
        Order::Bet { wagers, seat } => table.bet_all(seat, &wagers).map(|()| Vec::new())?,
        Order::Undo => table.undo().map(|()| Vec::new())?,
        Order::Clear => table.clear().map(|()| Vec::new())?,
        Order::Rebet(times) => table.rebet(times)?.iter().map(LeftOut::sentence).collect(),
        Order::Cut(place) => {
            let middle = table.shoe().map_or(0, |shoe| shoe.cards / 2);
            table.cut(place.unwrap_or(middle)).map(|()| Vec::new())?
        }
        Order::Buy(amount) => table.buy(amount).map(|()| Vec::new())?,
    };
    said.extend(happened(table, coach));
    said.extend(asked(table));
    Ok(said)
}

/// What the answers are worth; the help where nothing is asked or no coach is there.
fn ask_coach(table: &Sitting, coach: &mut Coach) -> Vec<String> {
    if table.is_betting() || !coach.is_on() {
        return help(table);
    }
    match coach.advice(table) {
        Ok(advice) => coach::lines(&advice),
        Err(nothing) => vec![news::sentence(&nothing.to_string())],
    }
}

/// What the coach says to the round that is over.
fn mistakes(coach: &Coach) -> Vec<String> {
    let sentences = coach.mistakes().iter().map(Mistake::sentence);
    sentences.map(|text| format!("Coach: {text}")).collect()
}

fn help(table: &Sitting) -> Vec<String> {
    let more = table.host().map(|_| HELP_AT_SERVER.to_owned());
    [HELP.to_owned()].into_iter().chain(more).collect()
}

/// What happened since the last time.
fn happened(table: &mut Sitting, coach: &mut Coach) -> Vec<String> {
    let news = table.take_news();
    told(news, coach)
}

/// The sentences of news, and what the coach says to a round that is over.
fn told(news: Vec<News>, coach: &mut Coach) -> Vec<String> {
    let (mut said, mut of_coach) = (Vec::new(), Vec::new());
    for news in news {
        if news.ends_round() {
            of_coach = mistakes(coach);
        }
        if news.starts_round() {
            coach.start_round();
        }
        said.extend(news.lines);
    }
    said.extend(of_coach);
    said
}

/// What is asked now.
fn asked(table: &Sitting) -> Vec<String> {
    let mut said = vec![ask(table)];
    if table.is_out_of_money() {
        said.push(news::out_of_money(table));
    }
    said
}

fn ask(table: &Sitting) -> String {
    match table.asked() {
        Some(&Ask::Action { seat, hand, .. }) => {
            let hands = table.cards_of(seat).map_or(&[][..], |cards| &cards.hands);
            let number = (hands.len() > 1).then_some(hand);
            let total = hands.get(usize::from(hand) - 1).map(|it| count(Total::of(&it.cards)));
            let place = place(seat, number);
            let within = time_left(table).map(|time| format!(", within {time}"));
            format!(
                "{place}: {} against {}. You can {}{}.",
                total.unwrap_or_default(),
                table.up_card().map_or(String::new(), a_rank),
                offers(table).join(", "),
                within.unwrap_or_default()
            )
        }
        Some(Ask::Insurance { seat, .. }) => {
            let most = Money::cents(table.most_insurance().into());
            let pays = news::insurance_pays(table).map_or(String::new(), |pays| format!(" {pays}"));
            format!(
                "Seat {seat}: the dealer shows an ace. Insurance?{pays} Up to {most}, or say no."
            )
        }
        None => nothing_asked(table),
    }
}

/// What lies between rounds, and whom the table waits for.
fn nothing_asked(table: &Sitting) -> String {
    let waits = match (table.waiting(), time_left(table)) {
        (Some(waiting), None) => Some(format!("{}.", waiting.text())),
        (Some(waiting), Some(time)) => Some(format!("{}, for {time} at most.", waiting.text())),
        (None, time) => time.map(|time| format!("The betting closes in {time}.")),
    };
    let lies = table.is_betting().then(|| bets(table));
    lies.into_iter().chain(waits).collect::<Vec<_>>().join(" ")
}

/// How long the table still waits, if a clock runs.
fn time_left(table: &Sitting) -> Option<String> {
    table.seconds_left().map(|seconds| match seconds {
        1 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    })
}

/// The up-card by its rank: `an ace`, `a jack`.
fn a_rank(card: cards::Card) -> String {
    let rank = card.rank();
    let article = if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" };
    format!("{article} {}", rank.word())
}

fn offers(table: &Sitting) -> Vec<String> {
    let open = table.offers().into_iter().filter(|offer| offer.standing != Standing::NotNow);
    open.map(|offer| match offer.detail().as_str() {
        "" => offer.action.to_string(),
        detail => format!("{} ({detail})", offer.action),
    })
    .collect()
}

fn bets(table: &Sitting) -> String {
    let mut text = String::new();
    for (seat, bets) in (1u8..).zip(table.felt().bets()) {
        let wagers: Vec<String> = bets
            .iter()
            .map(|(spot, cents)| format!("{} {}", spot.name(), Money::cents(cents.into())))
            .collect();
        if !wagers.is_empty() {
            text.push_str(&format!("Seat {seat}: {}. ", wagers.join(", ")));
        }
    }
    format!("{text}Your bankroll is {}.", table.bankroll())
}

/// The cards that lie, in words, and what is asked.
fn describe(table: &Sitting) -> Vec<String> {
    let mut said = Vec::new();
    if !table.is_betting() {
        for cards in &table.cards().seats {
            let several = cards.hands.len() > 1;
            for (number, hand) in (1u8..).zip(&cards.hands) {
                let names: Vec<String> = hand.cards.iter().map(|card| card.name()).collect();
                let place = place(cards.seat, several.then_some(number));
                let stake = Money::cents(hand.stake.into());
                let total = count(Total::of(&hand.cards));
                said.push(format!("{place}: {}: {total}, {stake} on it.", names.join(", ")));
            }
        }
        said.extend(table.up_card().map(|up| format!("The dealer shows the {}.", up.name())));
    }
    for (spot, meter) in table.meters() {
        said.push(format!("The {} meter shows {meter}.", spot.name()));
    }
    said.push(ask(table));
    said
}

fn read(line: &str, table: &Sitting) -> Result<Order, Unclear> {
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words[..] {
        [] => Order::Nothing,
        ["bet", ref rest @ ..] => read_bet(rest, table)?,
        ["deal"] => Order::Deal,
        ["r"] => Order::Answer(Answer::Act(give_up(table))),
        ["insure" | "i"] => {
            let most = Money::cents(table.most_insurance().into());
            Order::Answer(Answer::Insure(most))
        }
        ["insure" | "i", amount] => Order::Answer(Answer::Insure(amount.parse()?)),
        ["no" | "n"] => Order::Answer(Answer::Insure(Money::ZERO)),
        ["undo" | "u"] => Order::Undo,
        ["clear" | "c"] => Order::Clear,
        ["rebet" | "b"] => Order::Rebet(1),
        ["rebet", "x2" | "double"] | ["x"] => Order::Rebet(2),
        ["cut"] => Order::Cut(None),
        ["cut", place] => Order::Cut(Some(place.parse().map_err(|_| Unclear::Cut(shown(place)))?)),
        ["buy", amount] => Order::Buy(amount.parse()?),
        ["table"] => Order::Table,
        ["rules" | "l"] => Order::Rules,
        ["?" | "coach"] => Order::Coach,
        ["help"] => Order::Help,
        ["quit" | "q" | "leave"] => Order::Quit,
        [word] => {
            let action = action(word).ok_or_else(|| Unclear::Command(shown(word)))?;
            Order::Answer(Answer::Act(action))
        }
        _ => return Err(Unclear::Command(shown(line.trim()))),
    })
}

/// An action by its word or its key.
fn action(word: &str) -> Option<Action> {
    Some(match word {
        "h" => Action::Hit,
        "s" => Action::Stand,
        "d" => Action::Double,
        "p" => Action::Split,
        word => return Action::from_word(word),
    })
}

/// How the hand that is asked is given up.
fn give_up(table: &Sitting) -> Action {
    let gives_up = |action: &Action| matches!(action, Action::Surrender | Action::Rescue);
    let action = table.offers().iter().map(|offer| offer.action).find(gives_up);
    action.unwrap_or(Action::Surrender)
}

/// `main 10`, `10`, `main 10 match-up 5 seat 2`.
fn read_bet(words: &[&str], table: &Sitting) -> Result<Order, Unclear> {
    let (wagers, seat) = match words {
        [wagers @ .., "seat", seat] => {
            (wagers, seat.parse().map_err(|_| Unclear::Seat(shown(seat)))?)
        }
        wagers => (wagers, table.seats().first().copied().unwrap_or(1)),
    };
    if let [amount] = wagers {
        let wagers = vec![(Spot::Main, amount.parse()?)];
        return Ok(Order::Bet { wagers, seat });
    }
    let (pairs, rest) = wagers.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return Err(Unclear::Bet);
    }
    let mut read = Vec::new();
    for [spot, amount] in pairs {
        let place = Spot::from_word(spot).filter(|place| table.spots().contains(place));
        let place = place.ok_or_else(|| not_here(spot, table))?;
        read.push((place, amount.parse()?));
    }
    Ok(Order::Bet { wagers: read, seat })
}

/// Why no wager of this name can be placed: the table posts another set of wagers (A45), or the
/// game has none such.
fn not_here(word: &str, table: &Sitting) -> Unclear {
    let game = table.game();
    let is_set = |spot: Spot, sets: &[String]| sets.contains(&spot.family().to_lowercase());
    if let Some(spot) = Spot::from_word(word).filter(|&spot| is_set(spot, &game.other_sets)) {
        let posted = table.spots().into_iter().filter(|&spot| is_set(spot, &game.sets));
        let mut families: Vec<&str> = posted.map(Spot::family).collect();
        families.dedup();
        let plays = match &families[..] {
            [] => "no such set of wagers".to_owned(),
            families => families.join(" and "),
        };
        return Unclear::OtherSet(plays, spot.family());
    }
    let spots: Vec<String> = table.spots().iter().map(ToString::to_string).collect();
    Unclear::Spot(shown(word), spots.join(", "))
}

/// What was typed, fit to be shown again: short, and without control characters.
fn shown(text: &str) -> String {
    let visible = text.chars().filter(|letter| !letter.is_control());
    let mut short: String = visible.clone().take(40).collect();
    if visible.count() > 40 {
        short.push('…');
    }
    short
}
