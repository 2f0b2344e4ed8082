//! What the options of `bahama simulate` may say.

use std::sync::Arc;

use crate::simulate::Event;

/// How long a shoe is dealt from, as it is typed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shoe {
    Fresh,
    CutCard,
    Rounds(u32),
}

/// Reads a count; 1e9 is a thousand million.
pub(in crate::cli) fn rounds(text: &str) -> Result<u64, String> {
    let wrong = || format!("“{text}” is no number of rounds; write one such as 1000000 or 1e9");
    if let Ok(count) = text.replace('_', "").parse::<u64>() {
        return if count > 0 { Ok(count) } else { Err(wrong()) };
    }
    let count: f64 = text.parse().map_err(|_| wrong())?;
    let whole = count.fract() == 0.0 && (1.0..=1e15).contains(&count);
    if whole { Ok(count as u64) } else { Err(wrong()) }
}

pub(super) fn shoe(text: &str) -> Result<Shoe, String> {
    match text {
        "fresh" | "continuous" => Ok(Shoe::Fresh),
        "cut-card" => Ok(Shoe::CutCard),
        count => match count.parse() {
            Ok(rounds) if rounds > 0 => Ok(Shoe::Rounds(rounds)),
            _ => Err(format!("“{text}” is none of fresh, cut-card and a number of rounds")),
        },
    }
}

pub(super) fn part(text: &str) -> Result<(u64, u64), String> {
    let read = || {
        let (part, parts) = text.split_once('/')?;
        let (part, parts): (u64, u64) = (part.parse().ok()?, parts.parse().ok()?);
        (1..=parts).contains(&part).then_some((part, parts))
    };
    read().ok_or_else(|| format!("“{text}” is no part of a whole; write one such as 3/16"))
}

pub(super) type Steps = Arc<[(i32, u32)]>;
pub(super) type Tags = Arc<[i8; 13]>;

/// The most units of a spread.
const MOST_UNITS: u32 = 1_000;

pub(super) fn steps(text: &str) -> Result<Steps, String> {
    let read = |step: &str| -> Option<(i32, u32)> {
        let (count, units) = step.split_once(':')?;
        Some((count.trim().parse().ok()?, units.trim().parse().ok()?))
    };
    let steps: Option<Vec<(i32, u32)>> = text.split(',').map(read).collect();
    let rises = |steps: &Vec<(i32, u32)>| steps.windows(2).all(|two| two[0].0 < two[1].0);
    let paid =
        |steps: &Vec<(i32, u32)>| steps.iter().all(|step| (1..=MOST_UNITS).contains(&step.1));
    steps.filter(|steps| rises(steps) && paid(steps)).map(Arc::from).ok_or_else(|| {
        format!(
            "“{text}” is no spread; write rising true counts with 1 to {MOST_UNITS} units \
                 each, such as 1:2,3:8"
        )
    })
}

pub(super) fn tags(text: &str) -> Result<Tags, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let tags: Option<Vec<i8>> = words.map(|word| word.parse().ok()).collect();
    let tags: Option<[i8; 13]> = tags.and_then(|tags| tags.try_into().ok());
    tags.map(Arc::new).ok_or_else(|| {
        format!("“{text}” is not thirteen whole numbers, one for each rank from ace to king")
    })
}

/// Reads a share of a shoe.
pub(in crate::cli) fn penetration(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share.filter(|share| (0.0..=0.95).contains(share)).ok_or_else(|| {
        format!("“{text}” is no share of a shoe; write one from 0 to 0.95, such as 0.75")
    })
}

pub(super) fn event(text: &str) -> Result<Event, String> {
    Event::read(text).ok_or_else(|| {
        format!(
            "“{text}” is no event; write special-bonus, 3-hands, 4-hands or a class of a side \
             wager, as `bahama analyze` lists them"
        )
    })
}
