//! The reader of scenario files: text in, scenarios or every fault out.
//!
//! A blank line ends a scenario, `#` begins a comment, a line that starts with white
//! space continues the one before. Amounts are dollars, cents as `0.50`.

use std::collections::BTreeMap;

use crate::head::{Head, Wrong, read_blocks};
use crate::scenario::{Expected, Line, Meter, Scenario, Step};
use crate::{Fault, slips};

/// The keys a scenario may have; those marked may stand more than once.
const KEYS: [(&str, bool); 16] = [
    ("clause", false),
    ("about", false),
    ("game", false),
    ("config", false),
    ("decks", false),
    ("paytable", true),
    ("set", true),
    ("players", false),
    ("meter", true),
    ("bets", false),
    ("deal", false),
    ("play", false),
    ("lines", false),
    ("refused", false),
    ("asks", false),
    (DEALER, false),
];

/// The dealer in `deal` and `play`, and the key of the final total.
const DEALER: &str = "dealer";

/// What a value could not be read as.
pub(crate) type Reading<T> = Result<T, String>;

/// Reads a scenario file.
///
/// # Errors
/// When scenarios do not read or contradict themselves; all faults at once.
pub fn read(file: &str, text: &str) -> Result<Vec<Scenario>, Vec<Fault>> {
    read_blocks(file, text, scenario)
}

/// One key with its value, continuation lines joined.
pub(crate) struct Entry {
    pub(crate) line: usize,
    pub(crate) key: String,
    pub(crate) value: String,
}

pub(crate) fn blocks(text: &str) -> Vec<Vec<Entry>> {
    let mut blocks: Vec<Vec<Entry>> = vec![Vec::new()];
    for (index, raw) in text.lines().enumerate() {
        if raw.trim().is_empty() {
            blocks.push(Vec::new());
            continue;
        }
        let line = raw.split('#').next().unwrap_or_default().trim_end();
        let Some(block) = blocks.last_mut().filter(|_| !line.trim().is_empty()) else {
            continue;
        };
        match block.last_mut() {
            Some(entry) if line.starts_with(char::is_whitespace) => {
                entry.value.push(' ');
                entry.value.push_str(line.trim());
            }
            _ => {
                let (key, value) =
                    line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
                block.push(Entry { line: index + 1, key: key.into(), value: value.trim().into() });
            }
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn scenario(file: &str, block: &[Entry]) -> Result<Scenario, Wrong> {
    let mut scenario = Scenario { head: Head::of(file, block), ..Scenario::default() };
    let first = scenario.line;
    let mut faults = keys(first, block);
    for entry in block {
        if let Err(what) = put(&mut scenario, &entry.key, &entry.value) {
            faults.push((entry.line, what));
        }
    }
    // A contradiction found in half a scenario would only repeat the fault above.
    if faults.is_empty() {
        let line_of = |key: &str| {
            block.iter().find(|entry| entry.key == key).map_or(first, |entry| entry.line)
        };
        faults.extend(slips::of(&scenario).into_iter().map(|(key, what)| (line_of(key), what)));
    }
    if faults.is_empty() { Ok(scenario) } else { Err(faults) }
}

/// Keys that are unknown, missing, or stand too often.
fn keys(first: usize, block: &[Entry]) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    let count = |key: &str| block.iter().filter(|entry| entry.key == key).count();
    for entry in block {
        match KEYS.iter().find(|(key, _)| *key == entry.key) {
            None => faults.push((entry.line, format!("`{}` is no key", entry.key))),
            Some((key, false)) if count(key) > 1 => {
                faults.push((entry.line, format!("`{key}` stands more than once")));
            }
            Some(_) => {}
        }
    }
    for key in ["clause", "about", "game", "bets", "deal"] {
        if count(key) == 0 {
            faults.push((first, format!("`{key}` is missing")));
        }
    }
    if count("lines") + count("refused") + count("asks") != 1 {
        faults.push((first, "exactly one of `lines`, `refused`, `asks` must stand".into()));
    }
    faults
}

fn put(scenario: &mut Scenario, key: &str, value: &str) -> Reading<()> {
    if value.is_empty() {
        return Err(format!("`{key}` needs a value"));
    }
    if let Some(put) = scenario.head.put(key, value) {
        return put;
    }
    match key {
        "players" => scenario.players = players(value)?,
        "meter" => scenario.meters.push(meter(value)?),
        "bets" => scenario.bets = bets(value)?,
        "deal" => (scenario.hands, scenario.dealer) = deal(value)?,
        "play" => scenario.play = parts(value, step)?,
        "lines" => scenario.expected = Expected::Lines(parts(value, line)?),
        "refused" => {
            scenario.expected =
                Expected::Refused(value.split(" or ").map(|code| code.trim().into()).collect());
        }
        "asks" => scenario.expected = asks(value)?,
        DEALER => scenario.dealer_total = Some(number(value)?),
        // `keys` reports it.
        _ => {}
    }
    Ok(())
}

pub(crate) fn parts<T>(value: &str, read: impl Fn(&str) -> Reading<T>) -> Reading<Vec<T>> {
    value.split(';').map(|part| read(part.trim())).collect()
}

pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Reading<T> {
    text.trim().parse().map_err(|_| format!("`{text}` is no number"))
}

/// Dollars to cents: `5`, `2.50`, and `-5` for wagers that must be refused.
pub(crate) fn amount(text: &str) -> Reading<i64> {
    let wrong = || format!("`{text}` is no amount; write `5` or `2.50`");
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (dollars, cents) = digits.split_once('.').unwrap_or((digits, "00"));
    let all_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(dollars) || !all_digits(cents) || cents.len() != 2 {
        return Err(wrong());
    }
    let dollars: i64 = dollars.parse().map_err(|_| wrong())?;
    let cents: i64 = cents.parse().map_err(|_| wrong())?;
    dollars.checked_mul(100).map(|whole| sign * (whole + cents)).ok_or_else(wrong)
}

pub(crate) fn pair(text: &str) -> Reading<(String, String)> {
    let (key, value) =
        text.split_once(' ').ok_or_else(|| format!("`{text}` must be a key and a value"))?;
    Ok((key.into(), value.trim().into()))
}

fn labelled(text: &str) -> Reading<(&str, &str)> {
    let (label, rest) =
        text.split_once(':').ok_or_else(|| format!("`{text}` must be `label: values`"))?;
    Ok((label.trim(), rest.trim()))
}

fn players(value: &str) -> Reading<BTreeMap<usize, String>> {
    let mut players = BTreeMap::new();
    for part in value.split(';') {
        let (seats, player) = labelled(part)?;
        for seat in seats.split_whitespace() {
            players.insert(number(seat)?, player.into());
        }
    }
    Ok(players)
}

fn meter(value: &str) -> Reading<(String, Meter)> {
    let words: Vec<&str> = value.split_whitespace().collect();
    match words.as_slice() {
        [spot, shows] => Ok(((*spot).into(), Meter { shows: amount(shows)?, behind: None })),
        [spot, shows, "reserve", reserve, "seed", seed] => {
            let behind = Some((amount(reserve)?, amount(seed)?));
            Ok(((*spot).into(), Meter { shows: amount(shows)?, behind }))
        }
        _ => Err(format!(
            "`{value}` must be `SPOT AMOUNT` or `SPOT AMOUNT reserve AMOUNT seed AMOUNT`"
        )),
    }
}

fn bets(value: &str) -> Reading<BTreeMap<usize, Vec<(String, i64)>>> {
    let mut bets = BTreeMap::new();
    for part in value.split(';') {
        let (seat, spots) = labelled(part)?;
        let spots: Reading<Vec<(String, i64)>> = spots
            .split(',')
            .map(|spot| {
                let (spot, dollars) = pair(spot.trim())?;
                Ok((spot, amount(&dollars)?))
            })
            .collect();
        if bets.insert(number(seat)?, spots?).is_some() {
            return Err(format!("seat {seat} bets twice"));
        }
    }
    Ok(bets)
}

pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(Into::into).collect()
}

/// The first two cards of the seats, and the dealer's.
type Dealt = (BTreeMap<usize, Vec<String>>, Vec<String>);

fn deal(value: &str) -> Reading<Dealt> {
    let mut hands = BTreeMap::new();
    let mut dealer = Vec::new();
    for part in value.split(';') {
        match labelled(part)? {
            (DEALER, cards) => dealer = words(cards),
            (seat, cards) => {
                hands.insert(number(seat)?, words(cards));
            }
        }
    }
    Ok((hands, dealer))
}

fn step(text: &str) -> Reading<Step> {
    let words = words(text);
    match words.split_first() {
        Some((who, cards)) if who == DEALER => Ok(Step::Dealer(cards.to_vec())),
        Some((seat, [choice, dollars])) if choice == "insure" => {
            let choice = format!("insure {}", amount(dollars)?);
            Ok(Step::Choice { seat: number(seat)?, choice, cards: Vec::new() })
        }
        Some((seat, [choice, cards @ ..])) => {
            Ok(Step::Choice { seat: number(seat)?, choice: choice.clone(), cards: cards.to_vec() })
        }
        _ => Err(format!("`{text}` must be `SEAT CHOICE CARDS` or `dealer CARDS`")),
    }
}

pub(crate) fn line(text: &str) -> Reading<Line> {
    let (place, amounts) = labelled(text)?;
    let (staked, returned) = amounts
        .split_once("->")
        .ok_or_else(|| format!("`{amounts}` must be `STAKED -> RETURNED`"))?;
    let place: Vec<&str> = place.split_whitespace().collect();
    let (seat, spot, hand) = match place.as_slice() {
        [seat, "main", hand] => (seat, "main", Some(number(hand)?)),
        [seat, spot] if *spot != "main" => (seat, *spot, None),
        _ => return Err(format!("`{text}` must begin with `SEAT main HAND` or `SEAT SPOT`")),
    };
    Ok(Line {
        seat: number(seat)?,
        spot: spot.into(),
        hand,
        staked: amount(staked.trim())?,
        returned: amount(returned.trim())?,
    })
}

fn asks(value: &str) -> Reading<Expected> {
    let wrong = || format!("`{value}` must be `SEAT insurance` or `SEAT hand N: ACTIONS`");
    if let Some((seat, "insurance")) = value.split_once(' ') {
        return Ok(Expected::Asks { seat: number(seat)?, hand: None, legal: words("insure no") });
    }
    let (place, legal) = labelled(value).map_err(|_| wrong())?;
    let place: Vec<&str> = place.split_whitespace().collect();
    match place.as_slice() {
        [seat, "hand", hand] => Ok(Expected::Asks {
            seat: number(seat)?,
            hand: Some(number(hand)?),
            legal: words(legal),
        }),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
clause   A1
about    x
game     bahama-bonus
bets     1: main 10
deal     1: 7s 5d; dealer: 9h 8c
play     1 hit 9c
lines    1 main 1: 10 -> 20
dealer   17
";

    fn faults(text: &str) -> Vec<String> {
        read("t.scn", text).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_file_of_the_project_reads() {
        let faults: Vec<String> =
            crate::scenarios().err().into_iter().flatten().map(|fault| fault.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new());
        assert!(crate::scenarios().unwrap().len() > 250);
    }

    #[test]
    fn comments_blank_lines_and_continuations() {
        let text = "# heading\n\nclause A1,   # why\n   A2\nabout x\ngame bahama-bonus\nbets 1: \
                    main 2.50\ndeal 1: 7s 5d;\n  dealer: 9h 8c\n# aside\nrefused bet.limit\n\n\n";
        let scenarios = read("t.scn", text).unwrap();
        assert_eq!(scenarios.len(), 1);
        assert_eq!(scenarios[0].line, 3);
        assert_eq!(scenarios[0].clauses, ["A1", "A2"]);
        assert_eq!(scenarios[0].bets[&1], [("main".to_string(), 250)]);
        assert_eq!(scenarios[0].dealer, ["9h", "8c"]);
    }

    #[test]
    fn a_broken_scenario_is_reported_with_its_line() {
        let cases = [
            ("bets     1: main 10", "bets     1: main ten", "t.scn:4: `ten` is no amount"),
            ("bets     1: main 10", "bets     1: main 10.5", "t.scn:4: `10.5` is no amount"),
            ("play     1 hit 9c", "play     1", "t.scn:6: `1` must be"),
            ("dealer   17", "dealer   a lot", "t.scn:8: `a lot` is no number"),
            ("dealer   17", "weather  fine", "t.scn:8: `weather` is no key"),
            ("dealer   17", "game     x", "t.scn:3: `game` stands more than once"),
            ("about    x", "about", "t.scn:2: `about` needs a value"),
            ("lines    1 main 1: 10 -> 20", "", "t.scn:1: exactly one of"),
            (
                "lines    1 main 1: 10 -> 20",
                "lines    1 main: 10 -> 20",
                "t.scn:7: `1 main: 10 -> 20` must begin",
            ),
        ];
        assert!(read("t.scn", GOOD).is_ok());
        for (from, to, wanted) in cases {
            let text = GOOD.replace(from, to).replace("\n\n", "\n");
            assert!(faults(&text)[0].starts_with(wanted), "{:?} for {to}", faults(&text));
        }
    }

    #[test]
    fn the_faults_of_all_scenarios_are_given_at_once() {
        let text =
            format!("{}\n{}", GOOD.replace("10 -> 20", "10 20"), GOOD.replace("game", "gaem"));
        let faults = faults(&text);
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(
            faults[0].starts_with("t.scn:7:") && faults[1].starts_with("t.scn:12: `gaem`"),
            "{faults:?}"
        );
    }
}
