//! Reads evenings; every fault with its line.

use super::command::{self, Token, micros, tokens};
use super::{Check, Evening, LinkSign, Of, Order, Outcome, PEOPLE, Step, TableSign, Tale, Who};
use crate::Fault;
use crate::head::{Head, Wrong, read_blocks};
use crate::reader::{Entry, Reading, amount, line, number, parts, words};

/// Reads a file of evenings.
///
/// # Errors
/// When lines do not read; all faults at once.
pub fn read(file: &str, text: &str) -> Result<Vec<Evening>, Vec<Fault>> {
    read_blocks(file, text, evening)
}

fn evening(file: &str, block: &[Entry]) -> Result<Evening, Wrong> {
    let mut faults = Vec::new();
    let mut evening = Evening { head: Head::of(file, block), ..Evening::default() };
    let first = evening.line;
    for Entry { line, key, value } in block {
        let read = put(&mut evening, key, value).unwrap_or_else(|| {
            let steps = steps(&evening, key, value)?;
            evening.steps.extend(steps.into_iter().map(|step| (*line, step)));
            Ok(())
        });
        if let Err(what) = read {
            faults.push((*line, what));
        }
    }
    let count = |key: &str| block.iter().filter(|entry| entry.key == key).count();
    for key in ["clause", "about", "game"] {
        if count(key) != 1 {
            faults.push((first, format!("`{key}` must stand once")));
        }
    }
    if evening.link.is_none() && evening.tables.is_empty() {
        faults.push((first, "there is neither a table nor a link".into()));
    }
    if faults.is_empty() { Ok(evening) } else { Err(faults) }
}

/// Puts a line of the signs; nothing where it is none.
fn put(evening: &mut Evening, key: &str, value: &str) -> Option<Reading<()>> {
    if let Some(put) = evening.head.put(key, value) {
        return Some(put);
    }
    match key {
        "shoe" => evening.shoe = words(value),
        "table" => return Some(table(value).map(|it| evening.tables.push(it))),
        "link" => return Some(link(value).map(|it| evening.link = Some(it))),
        _ => return None,
    }
    Some(Ok(()))
}

fn table(value: &str) -> Reading<TableSign> {
    let mut sign = TableSign::default();
    let mut words = value.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "automatic" | "keypad" | "live" => sign.dealing = word.into(),
            "attended" => sign.attended = true,
            "clocks" => sign.clocks = true,
            "closed" => sign.closed = true,
            "apart" => sign.apart = true,
            "stays" => sign.stays = true,
            "of" => sign.private = Some(who(words.next().unwrap_or_default())?),
            other => return Err(format!("a table is not `{other}`")),
        }
    }
    if sign.dealing.is_empty() {
        return Err("a table is `automatic`, `keypad` or `live`".into());
    }
    Ok(sign)
}

fn link(value: &str) -> Reading<LinkSign> {
    let mut sign = LinkSign::default();
    let tokens = tokens(value)?;
    let mut rest = tokens.as_slice();
    while let [word, more @ ..] = rest {
        rest = more;
        match word.text.as_str() {
            "attended" => {}
            "unattended" => sign.unattended = true,
            "closed" => sign.closed = true,
            "unfunded" => sign.unfunded = true,
            "parameters" => {
                sign.parameters = Some(command::parameters(more)?);
                rest = &more[3..];
            }
            other => return Err(format!("a link is not `{other}`")),
        }
    }
    Ok(sign)
}

/// A person, `ann`, in another role than usual, `ann/spectator`.
fn who(text: &str) -> Reading<Who> {
    let (name, role) = text.split_once('/').map_or((text, None), |(name, it)| (name, Some(it)));
    let known = PEOPLE.iter().find(|(known, ..)| *known == name);
    let (_, account, usual) = known.ok_or_else(|| format!("nobody is called `{name}`"))?;
    Ok(Who { account: *account, role: role.unwrap_or(usual).into() })
}

/// The steps of a line: one, or those that evenings begin with, said shortly. `staff` go on
/// duty, and `players` sit down, each with a seat and chips for so many dollars.
fn steps(evening: &Evening, key: &str, value: &str) -> Reading<Vec<Step>> {
    let (short, place) = key.split_once('@').unwrap_or((key, "1"));
    let give = |person: &str, value: &str| step(&format!("{person}@{place}"), value);
    match short {
        "staff" => vec![give("dealer", "on-duty"), give("supervisor", "on-duty")],
        "players" => {
            let sign = evening.tables.get(number::<usize>(place)? - 1);
            let attended = sign.is_some_and(|it| it.attended || it.dealing != "automatic");
            let mut steps = Vec::new();
            for part in value.split(';') {
                let words: Vec<&str> = part.split_whitespace().collect();
                let [person, seat, dollars] = words.as_slice() else {
                    return Err(format!("`{part}` must be a person, a seat and dollars"));
                };
                if attended {
                    steps.push(give(person, &format!("sit {seat}")));
                    steps.push(give("supervisor", &format!("buy-in {seat} {dollars}")));
                } else {
                    steps.push(give(person, &format!("sit {seat} {dollars}")));
                }
            }
            steps
        }
        _ => vec![step(key, value)],
    }
    .into_iter()
    .collect()
}

fn step(key: &str, value: &str) -> Reading<Step> {
    Ok(match key {
        "later" => Step::Later(milliseconds(value)?),
        "lose-shoe" => Step::LoseShoe(number(value)?),
        "link-down" => Step::Reach(false),
        "link-up" => Step::Reach(true),
        _ => match check(key, value)? {
            Some(check) => Step::Check(check),
            None => Step::Give(Box::new(order(key, value)?)),
        },
    })
}

/// `15s`, `7d`, or milliseconds.
pub(super) fn milliseconds(value: &str) -> Reading<u64> {
    let units = [("s", 1_000), ("d", 24 * 60 * 60 * 1_000)];
    for (unit, each) in units {
        if let Some(many) = value.strip_suffix(unit) {
            return number::<u64>(many).map(|many| many * each);
        }
    }
    number(value)
}

/// A person with a command: `ann@2 bet 1 main 10 refused bet.closed`.
fn order(person: &str, value: &str) -> Reading<Order> {
    let (person, place) = person.split_once('@').unwrap_or((person, "1"));
    let tokens = tokens(value)?;
    let is_mark = |it: &Token| {
        !it.quoted && ["with", "as", "seen", "again", "refused"].contains(&it.text.as_str())
    };
    let marks = tokens.iter().position(is_mark).unwrap_or(tokens.len());
    let (said, mut marks) = tokens.split_at(marks);
    let (to, body) = command::command(said)?;
    let mut order = Order {
        table: number(place)?,
        who: who(person)?,
        to,
        body,
        cards: Vec::new(),
        id: None,
        seen: 0,
        outcome: Outcome::Done,
    };
    while let [mark, rest @ ..] = marks {
        let end = rest.iter().position(is_mark).unwrap_or(rest.len());
        let (values, after) = rest.split_at(end);
        let values: Vec<&str> = values.iter().map(|it| it.text.as_str()).collect();
        put_mark(&mut order, &mark.text, &values)?;
        marks = after;
    }
    Ok(order)
}

/// Puts what stands around a command.
fn put_mark(order: &mut Order, mark: &str, values: &[&str]) -> Reading<()> {
    match (mark, values) {
        ("with", cards) if !cards.is_empty() => {
            order.cards = cards.iter().map(|card| who(card)).collect::<Reading<_>>()?;
        }
        ("as", [id]) => order.id = Some((*id).into()),
        ("seen", [ahead]) => order.seen = number(ahead)?,
        ("again", []) => order.outcome = Outcome::Again,
        ("refused", [code]) => order.outcome = Outcome::Refused((*code).into()),
        _ => return Err(format!("`{mark}` does not go with `{}`", values.join(" "))),
    }
    Ok(())
}

/// What must be so; nothing where the line says no such thing.
fn check(key: &str, value: &str) -> Reading<Option<Check>> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let wrong = || Err(format!("`{key} {value}` does not read"));
    Ok(Some(match (key, words.as_slice()) {
        ("paid", ["nothing"]) => Check::Paid(Vec::new()),
        ("paid", _) => Check::Paid(parts(value, line)?),
        ("told", _) => Check::Told(Of::Table, parts(value, tale)?),
        ("link-told", _) => Check::Told(Of::Link, parts(value, tale)?),
        ("untold", _) => Check::Untold(Of::Table, parts(value, tale)?),
        ("link-untold", _) => Check::Untold(Of::Link, parts(value, tale)?),
        ("tells", events) => Check::Tells(events.iter().map(|event| (*event).into()).collect()),
        ("phase", [phase]) => Check::Phase((*phase).into()),
        ("wallet", [person, dollars]) => Check::Wallet(who(person)?, amount(dollars)?),
        ("chips", [person, dollars]) => Check::Chips(who(person)?, amount(dollars)?),
        ("shows", [spot, dollars]) => Check::Shows((*spot).into(), amount(dollars)?),
        ("holds", [spot, meter, "reserve", reserve]) => {
            Check::Holds((*spot).into(), micros(meter)?, micros(reserve)?)
        }
        ("balance", [account, dollars]) => {
            Check::Balance(Of::Table, (*account).into(), micros(dollars)?)
        }
        ("link-balance", [account, dollars]) => {
            Check::Balance(Of::Link, (*account).into(), micros(dollars)?)
        }
        ("bank", [has, "of", required]) => Check::Bank(micros(required)?, micros(has)?),
        ("sees", [person, place, text @ ..]) => {
            Check::Sees(Of::Table, who(person)?, (*place).into(), text.join(" "))
        }
        ("link-sees", [person, place, text @ ..]) => {
            Check::Sees(Of::Link, who(person)?, (*place).into(), text.join(" "))
        }
        ("slip", [slip, place, text @ ..]) => {
            Check::Slip(number(slip)?, (*place).into(), text.join(" "))
        }
        ("slips", [many]) => Check::Slips(number(many)?),
        ("idle", ["yes"]) => Check::Idle(true),
        ("idle", ["no"]) => Check::Idle(false),
        ("round", [person, staked, "->", returned]) => {
            Check::Round(who(person)?, amount(staked)?, amount(returned)?)
        }
        (
            "phase" | "chips" | "wallet" | "shows" | "holds" | "balance" | "link-balance" | "bank"
            | "sees" | "link-sees" | "slip" | "slips" | "idle" | "round",
            _,
        ) => return wrong(),
        _ => return Ok(None),
    }))
}

/// An event with the fields that matter: `acted seat=2 by=clock`.
fn tale(text: &str) -> Reading<Tale> {
    let mut words = text.split_whitespace();
    let event = words.next().ok_or("an event is missing")?.into();
    let field = |word: &str| {
        let (place, value) =
            word.split_once('=').ok_or_else(|| format!("`{word}` must be `field=value`"))?;
        Ok((place.into(), value.into()))
    };
    Ok(Tale { event, fields: words.map(field).collect::<Reading<_>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
clause   T-09
about    x
game     bahama-bonus
table    automatic
ann      sit 2 1000
";

    #[test]
    fn every_file_of_the_project_reads() {
        let faults: Vec<String> =
            super::super::evenings().err().into_iter().flatten().map(|it| it.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn evenings_cite_rulings_and_requirements() {
        let clauses = crate::clauses::read(crate::clauses::FILE, crate::clauses::TEXT).unwrap();
        let is_requirement = |id: &str| {
            let (letter, number) = id.split_once('-').unwrap_or_default();
            letter.len() == 1 && number.len() == 2 && number.parse::<u8>().is_ok()
        };
        for evening in super::super::evenings().unwrap() {
            for id in &evening.clauses {
                let is_clause = clauses.iter().any(|clause| clause.id == *id);
                let place = (&evening.file, evening.line);
                assert!(is_clause || is_requirement(id), "{place:?} cites {id}");
            }
        }
    }

    #[test]
    fn a_command_is_what_the_wire_has() {
        let wire = |line: &str| order("ann", line).map(|it| it.body.to_string()).unwrap();
        assert_eq!(wire("sit 2 10"), r#"{"do":"sit","seat":2,"buy_in":1000}"#);
        assert_eq!(wire("sit 2"), r#"{"do":"sit","seat":2}"#);
        assert_eq!(wire("bet 1 main 10"), r#"{"do":"bet","seat":1,"bets":{"main":1000}}"#);
        let told = r#"{"do":"retire","spot":"progressive-1","to":"progressive-5","reason":"a b"}"#;
        assert_eq!(wire(r#"retire progressive-1 to progressive-5 "a b""#), told);
        let order =
            order("bob/spectator@2", "leave 1 as abc seen -1 with ann refused x.y").unwrap();
        assert_eq!((order.table, order.who.account, order.seen), (2, 12, -1));
        assert_eq!((order.who.role.as_str(), order.id.as_deref()), ("spectator", Some("abc")));
        assert_eq!((order.cards.len(), order.outcome), (1, Outcome::Refused("x.y".into())));
    }

    #[test]
    fn a_broken_line_is_reported_with_its_number() {
        assert!(read("t.scn", GOOD).is_ok());
        let cases = [
            ("ann      sit 2 1000", "eve      sit 2", "t.scn:5: nobody is called `eve`"),
            ("ann      sit 2 1000", "ann      stand 2", "t.scn:5: `stand` is no command"),
            ("ann      sit 2 1000", "ann      sit", "t.scn:5: sit: `seat` is missing"),
            ("ann      sit 2 1000", "ann      sit 2 1 3", "t.scn:5: sit: `3` is too much"),
            ("ann      sit 2 1000", "ann      leave 2 again 3", "t.scn:5: `again` does not go"),
            ("ann      sit 2 1000", "ann      void \"x", "t.scn:5: a quote of"),
            ("ann      sit 2 1000", "chips    ann", "t.scn:5: `chips ann` does not read"),
            ("ann      sit 2 1000", "told     asked 2", "t.scn:5: `2` must be `field=value`"),
            ("table    automatic", "table    round", "t.scn:4: a table is not `round`"),
            ("table    automatic", "", "t.scn:1: there is neither"),
            ("about    x", "", "t.scn:1: `about` must stand once"),
        ];
        for (from, to, wanted) in cases {
            let text = GOOD.replace(from, to).replace("\n\n", "\n");
            let faults = read("t.scn", &text).unwrap_err();
            assert!(faults[0].to_string().starts_with(wanted), "{faults:?} for {to}");
        }
    }
}
