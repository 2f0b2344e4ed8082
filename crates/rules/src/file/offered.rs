//! The wagers that a game offers: a list of spots, or what a table posts by name (A45).

use super::entries::{Entry, Value};
use super::fault::Problem;
use super::reader::{Reader, items};
use crate::spot::Spot;
use crate::words::Word;

/// The setting that says which wagers are offered.
pub const WAGERS: &str = "wagers";
const VALUES: &str =
    "a list of spots | base, or the name of a set of wagers, with +SPOT for each further one";

/// The name of the game without side wagers.
const BASE: &str = "base";

/// Reads the spots that are offered, in the order of the felt, the main wager among them.
pub(super) fn spots(reader: &mut Reader<'_>) -> Vec<Spot> {
    let wanted = format!("write {WAGERS} = {{ is = […], from = … }}; values: {VALUES}");
    let Some(entry) = reader.take(WAGERS, &wanted) else { return with_sections(reader) };
    let names = match &entry.value {
        Value::Many(names) => names.clone(),
        Value::One(text) if entry.line.is_none() => by_name(reader, text),
        Value::One(_) => {
            reader.fault(WAGERS, Problem::NotOne);
            Vec::new()
        }
    };
    let mut spots = vec![Spot::Main];
    for name in &names {
        spots.extend(reader.spot(WAGERS, name));
    }
    spots.sort_unstable();
    spots.dedup();
    // One offer has one text, however it was typed: the text is part of the fingerprint.
    let value = Value::Many(spots[1..].iter().map(Spot::to_string).collect());
    reader.note(&Entry { value, ..entry }, VALUES.to_owned(), Vec::new());
    // A spot that does not read must not cost another one its section.
    if reader.is_sound(&[WAGERS]) { spots } else { with_sections(reader) }
}

/// The main wager and all spots that have a section in the file.
fn with_sections(reader: &Reader<'_>) -> Vec<Spot> {
    let has_section = |spot: &Spot| !reader.entries().names_under(spot.word()).is_empty();
    Spot::ALL.iter().copied().filter(has_section).collect()
}

/// The spots of what is typed. With commas it is a list of spots. Else its words are joined
/// by plus: `base`, the name of a set (the base with the spots of the set), or a spot.
fn by_name(reader: &Reader<'_>, text: &str) -> Vec<String> {
    if text.contains(',') {
        return items(text);
    }
    let mut names = Vec::new();
    for word in text.split('+').map(str::trim) {
        let of_set: Vec<Spot> =
            Spot::side().filter(|&spot| is_in_set(reader, spot, word)).collect();
        if word != BASE && of_set.is_empty() {
            names.push(word.to_owned());
            continue;
        }
        let insurance = with_sections(reader).into_iter().filter(|&it| it == Spot::Insurance);
        names.extend(insurance.chain(of_set).map(|spot| spot.to_string()));
    }
    names
}

fn is_in_set(reader: &Reader<'_>, spot: Spot, set: &str) -> bool {
    let entry = reader.find(&format!("{spot}.set"));
    set != "any" && entry.is_some_and(|entry| entry.value == Value::One(set.to_owned()))
}

/// The setting that offers these wagers. A comma makes it a list, also of one wager or of none:
/// the name of a wager alone may be that of a set.
pub fn wagers_setting(wagers: &[Spot]) -> (String, String) {
    let value = match wagers {
        [] => ",".to_owned(),
        [one] => format!("{one},"),
        wagers => wagers.iter().map(Spot::to_string).collect::<Vec<_>>().join(", "),
    };
    (WAGERS.to_owned(), value)
}
