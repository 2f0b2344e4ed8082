//! Commands as people write them down: the word, and what it is about in a fixed order.

use serde_json::{Map, Value, json};

use super::reader::milliseconds;
use super::{Addressee, PEOPLE};
use crate::reader::{Reading, amount, number};

/// What a command says, field by field, in the order in which it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// A number.
    Number(&'static str),
    /// Dollars, sent as cents.
    Dollars(&'static str),
    /// Dollars that may be left out.
    MaybeDollars(&'static str),
    /// Dollars with up to six places, sent as micro-dollars.
    Micros(&'static str),
    /// A word.
    Word(&'static str),
    /// Somebody by name, sent as the account.
    Account(&'static str),
    /// A text in quotes.
    Text(&'static str),
    /// A text in quotes that may be left out.
    MaybeText(&'static str),
    /// Spots and dollars to the end.
    Bets,
    /// Cards to the end.
    Cards,
    /// `on` or `off`.
    Lit,
    /// Seed in dollars, contribution and reserve in percent.
    Parameters,
    /// `over advice`, or nothing.
    OverAdvice,
    /// `lend`, or nothing.
    Lend,
    /// `to` and a spot, or nothing.
    To,
    /// `from` and a time, or nothing.
    MaybeFrom,
    /// Settings to the end, as `key=value`; `apart` leaves the link out.
    Settings,
}

use Given::{
    Account, Bets, Cards, Dollars, Lend, Lit, MaybeDollars, MaybeFrom, MaybeText, Micros, Number,
    OverAdvice, Parameters, Settings, Text, To, Word,
};

/// Every command with what it says: first those of tables, then those of links and of people.
pub const COMMANDS: [(&str, &[Given]); 52] = [
    ("sit", &[Number("seat"), MaybeDollars("buy_in")]),
    ("leave", &[Number("seat")]),
    ("buy-in", &[Number("seat"), Dollars("cents")]),
    ("bet", &[Number("seat"), Bets]),
    ("ready", &[]),
    ("cut", &[Number("place")]),
    ("insure", &[Number("seat"), Dollars("cents")]),
    ("act", &[Number("seat"), Number("hand"), Word("action")]),
    ("on-duty", &[]),
    ("off-duty", &[]),
    ("relieve", &[Account("staff"), Text("reason")]),
    ("open-betting", &[]),
    ("deal", &[]),
    ("turn", &[]),
    ("end-game", &[]),
    ("call-supervisor", &[]),
    ("answer-call", &[]),
    ("release", &[Number("seat")]),
    ("fill", &[Dollars("cents")]),
    ("credit", &[Dollars("cents")]),
    ("void", &[Text("reason")]),
    ("open", &[]),
    ("close", &[]),
    ("replace-shoe", &[]),
    ("clock", &[]),
    ("away", &[Number("player")]),
    ("back", &[Number("player")]),
    ("light", &[Number("seat"), Word("spot"), Lit]),
    ("hand-button", &[Number("seat"), Word("spot"), Word("hand"), Cards]),
    ("withdraw", &[Number("seat"), Word("spot"), Text("reason")]),
    ("confirm", &[MaybeText("evidence")]),
    // Who is handed the chips, as for a slip that the cage pays.
    (
        "swipe",
        &[
            Number("seat"),
            Word("spot"),
            MaybeText("winner"),
            MaybeText("identity"),
            MaybeText("tax_form"),
        ],
    ),
    ("waive", &[Number("seat"), Word("spot"), Text("reason")]),
    // The sign is that of the evening with these settings; who plays the scenario makes it.
    ("post", &[MaybeFrom, Settings]),
    ("withdraw-posting", &[]),
    ("open-link", &[]),
    // What a joining table has in common is on its sign; who plays the scenario adds it.
    ("join", &[Number("table")]),
    ("part", &[Number("table")]),
    ("adjust", &[Word("spot"), Word("change"), Micros("micros"), Word("why"), Text("reason")]),
    ("set-parameters", &[Word("spot"), Parameters, OverAdvice, Text("reason")]),
    ("back-out", &[Number("slip"), Text("reason")]),
    ("retire", &[Word("spot"), To, Text("reason")]),
    ("stop", &[Text("reason")]),
    ("resume", &[]),
    ("deposit", &[Dollars("cents")]),
    ("reverse-deposit", &[Number("deposit"), Text("reason")]),
    // To whom, what he showed, the number of his tax form; and whether the house lends.
    (
        "pay-slip",
        &[Number("slip"), MaybeText("winner"), MaybeText("identity"), MaybeText("tax_form"), Lend],
    ),
    ("reprint-slip", &[Number("slip")]),
    ("recover", &[Number("slip"), Dollars("cents"), Text("reason")]),
    ("write-off", &[Number("slip"), Text("reason")]),
    ("top-up", &[]),
    ("grant", &[Dollars("cents")]),
];

/// The first command of a link, and the first of a person.
const OF_LINKS: &str = "open-link";
const OF_PEOPLE: &str = "top-up";

/// A word of a line, or a text that stood in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) quoted: bool,
}

/// Words between spaces, and texts between quotes with the spaces in them.
pub(super) fn tokens(line: &str) -> Reading<Vec<Token>> {
    let mut tokens = Vec::new();
    for (place, part) in line.split('"').enumerate() {
        if place % 2 == 1 {
            tokens.push(Token { text: part.into(), quoted: true });
            continue;
        }
        let words = part.split_whitespace();
        tokens.extend(words.map(|word| Token { text: word.into(), quoted: false }));
    }
    if line.matches('"').count() % 2 == 1 {
        return Err(format!("a quote of `{line}` does not end"));
    }
    Ok(tokens)
}

/// Reads a command; what it is given to, and how it is written on the wire.
pub(super) fn command(tokens: &[Token]) -> Reading<(Addressee, Value)> {
    let Some((first, mut rest)) = tokens.split_first() else {
        return Err("a person gives a command".into());
    };
    let place = |word: &str| COMMANDS.iter().position(|(known, _)| *known == word);
    let Some(found) = place(&first.text) else {
        return Err(format!("`{}` is no command", first.text));
    };
    let (word, says) = COMMANDS[found];
    let mut body = Map::from_iter([("do".to_owned(), json!(word))]);
    for given in says {
        rest = put(&mut body, *given, rest).map_err(|what| format!("{word}: {what}"))?;
    }
    match rest.first() {
        Some(token) => Err(format!("{word}: `{}` is too much", token.text)),
        None => {
            let to = match Some(found) {
                found if found >= place(OF_PEOPLE) => Addressee::Person,
                found if found >= place(OF_LINKS) => Addressee::Link,
                _ => Addressee::Table,
            };
            Ok((to, Value::Object(body)))
        }
    }
}

/// Puts what is given next into the command; what is left of the line.
fn put<'a>(
    body: &mut Map<String, Value>,
    given: Given,
    tokens: &'a [Token],
) -> Reading<&'a [Token]> {
    let word = |place: usize| tokens.get(place).filter(|it| !it.quoted).map(|it| it.text.as_str());
    let need = |name: &str| word(0).ok_or_else(|| format!("`{name}` is missing"));
    let text = tokens.first().filter(|it| it.quoted).map(|it| it.text.as_str());
    let (name, value, taken) = match given {
        Number(name) => (name, whole(need(name)?)?, 1),
        Dollars(name) => (name, json!(amount(need(name)?)?), 1),
        MaybeDollars(name) => match word(0) {
            Some(dollars) => (name, json!(amount(dollars)?), 1),
            None => return Ok(tokens),
        },
        Micros(name) => (name, json!(micros(need(name)?)?), 1),
        Word(name) => (name, json!(need(name)?), 1),
        Account(name) => (name, json!(account(need(name)?)?), 1),
        Text(name) => (name, json!(text.ok_or_else(|| format!("`{name}` in quotes"))?), 1),
        MaybeText(name) => match text {
            Some(text) => (name, json!(text), 1),
            None => return Ok(tokens),
        },
        Bets => ("bets", bets(tokens)?, tokens.len()),
        Cards => {
            let cards: Vec<&str> = tokens.iter().map(|it| it.text.as_str()).collect();
            ("cards", json!(cards), tokens.len())
        }
        Lit => match word(0) {
            Some("on") => ("lit", json!(true), 1),
            Some("off") => ("lit", json!(false), 1),
            _ => return Err("a sensor is `on` or `off`".into()),
        },
        Parameters => {
            let [seed, contribution, reserve] = parameters(tokens)?;
            let value = json!({"seed": seed, "contribution": contribution, "reserve": reserve});
            ("parameters", value, 3)
        }
        OverAdvice if (word(0), word(1)) == (Some("over"), Some("advice")) => {
            ("override_advice", json!(true), 2)
        }
        Lend if word(0) == Some("lend") => ("lend", json!(true), 1),
        To if word(0) == Some("to") => ("to", json!(word(1).ok_or("`to` which jackpot?")?), 2),
        MaybeFrom if word(0) == Some("from") => {
            ("from", json!(milliseconds(word(1).ok_or("`from` when?")?)?), 2)
        }
        Settings => ("set", settings(tokens)?, tokens.len()),
        OverAdvice | Lend | To | MaybeFrom => return Ok(tokens),
    };
    body.insert(name.into(), value);
    Ok(&tokens[taken..])
}

/// The account of somebody who may be named.
fn account(name: &str) -> Reading<u64> {
    let found = PEOPLE.iter().find(|(known, ..)| *known == name);
    found.map(|(_, account, _)| *account).ok_or_else(|| format!("nobody is called `{name}`"))
}

fn whole(text: &str) -> Reading<Value> {
    match text.parse::<u64>() {
        Ok(number) => Ok(json!(number)),
        Err(_) => number::<i64>(text).map(|number| json!(number)),
    }
}

fn bets(tokens: &[Token]) -> Reading<Value> {
    let mut bets = Map::new();
    for pair in tokens.chunks(2) {
        let [spot, dollars] = pair else { return Err("a bet is a spot and an amount".into()) };
        bets.insert(spot.text.clone(), json!(amount(&dollars.text)?));
    }
    Ok(Value::Object(bets))
}

fn settings(tokens: &[Token]) -> Reading<Value> {
    let mut settings = Map::new();
    for token in tokens {
        let (key, value) = token.text.split_once('=').unwrap_or((&token.text, ""));
        settings.insert(key.into(), json!(value));
    }
    Ok(Value::Object(settings))
}

/// Seed in dollars, contribution and reserve in percent: cents, and hundredths of a percent.
pub(super) fn parameters(tokens: &[Token]) -> Reading<[i64; 3]> {
    match tokens {
        [seed, contribution, reserve, ..] => {
            Ok([amount(&seed.text)?, amount(&contribution.text)?, amount(&reserve.text)?])
        }
        _ => Err("parameters are seed, contribution and reserve".into()),
    }
}

/// Dollars with up to six places, in micro-dollars.
pub(super) fn micros(text: &str) -> Reading<i64> {
    let wrong = || format!("`{text}` is no amount; write `5`, `2.50` or `0.000060`");
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (dollars, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(dollars) || !all_digits(part) || part.len() > 6 {
        return Err(wrong());
    }
    let whole: i64 = format!("{dollars}{part:0<6}").parse().map_err(|_| wrong())?;
    Ok(sign * whole)
}
