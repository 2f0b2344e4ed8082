//! Changes to what is sound: bytes, words, numbers and lines, as a fuzzer makes them.

use testkit::Dice;

/// Words that have done harm somewhere: ends of ranges, and pieces of the formats.
const WORDS: [&str; 30] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e999",
    "0.1",
    "null",
    "true",
    "[]",
    "{}",
    "[[[[[[[[",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\u{fffd}",
    "\u{0}",
    "\n",
    ",",
    "\"",
    "=",
    "table",
];
/// The longest a changed text gets, in multiples of the whole.
const LONGEST: usize = 64 * 1024;

/// A copy with a few changes; `other` is another file of the corpus to take pieces from.
pub(crate) fn changed(bytes: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(4) {
        change(&mut bytes, other, dice);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    if bytes.is_empty() {
        bytes.extend_from_slice(dice.pick(&WORDS).as_bytes());
        return;
    }
    let place = dice.below(bytes.len());
    match dice.below(8) {
        0 => bytes[place] = dice.below(256) as u8,
        1 => bytes[place] ^= 1 << dice.below(8),
        2 => drop(bytes.drain(range(place, bytes.len(), dice))),
        3 => {
            let piece = bytes[range(place, bytes.len(), dice)].to_vec();
            insert(bytes, place, &piece);
        }
        4 => insert(bytes, place, dice.pick(&WORDS).as_bytes()),
        5 if !other.is_empty() => {
            let from = dice.below(other.len());
            insert(bytes, place, &other[range(from, other.len(), dice)]);
        }
        6 => swap_lines(bytes, dice),
        _ => replace_number(bytes, place, dice),
    }
}

/// A piece that begins at a place, mostly short.
fn range(place: usize, length: usize, dice: &mut Dice) -> std::ops::Range<usize> {
    let most = if dice.once_in(4) { 400 } else { 8 };
    place..length.min(place + 1 + dice.below(most))
}

fn insert(bytes: &mut Vec<u8>, place: usize, piece: &[u8]) {
    bytes.splice(place..place, piece.iter().copied());
}

/// The next number becomes another one: most of what is read are numbers.
fn replace_number(bytes: &mut Vec<u8>, place: usize, dice: &mut Dice) {
    let Some(from) = bytes[place..].iter().position(u8::is_ascii_digit) else { return };
    let from = place + from;
    let digits = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = dice.pick(&WORDS[..15]).bytes();
    bytes.splice(from..from + digits, number);
}

/// Two lines change their values, or their places where they have none.
fn swap_lines(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, two) = (dice.below(lines.len()), dice.below(lines.len()));
    let value = |line: &[u8]| line.iter().position(|&byte| byte == b'=');
    match (value(&lines[one]), value(&lines[two])) {
        (Some(from), Some(to)) => {
            let new = lines[one][from..].to_vec();
            lines[two].splice(to.., new);
        }
        _ => lines.swap(one, two),
    }
    *bytes = lines.join(&b'\n');
}
