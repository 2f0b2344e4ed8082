//! Amounts in words, as a slip that pays must have them.

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// An amount such as “one thousand two hundred five dollars and 07/100”.
pub(crate) fn amount(cents: i64) -> String {
    let cents = cents.unsigned_abs();
    let dollars = if cents / 100 == 1 { "dollar" } else { "dollars" };
    format!("{} {dollars} and {:02}/100", number(cents / 100), cents % 100)
}

fn number(number: u64) -> String {
    let scales = [(1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand")];
    for (scale, word) in scales {
        if number >= scale {
            return join(&format!("{} {word}", self::number(number / scale)), number % scale);
        }
    }
    match number as usize {
        small @ 0..20 => SMALL[small].to_owned(),
        tens @ 20..100 => match tens % 10 {
            0 => TENS[tens / 10].to_owned(),
            unit => format!("{}-{}", TENS[tens / 10], SMALL[unit]),
        },
        hundreds => join(&format!("{} hundred", SMALL[hundreds / 100]), number % 100),
    }
}

fn join(head: &str, rest: u64) -> String {
    if rest == 0 { head.to_owned() } else { format!("{head} {}", number(rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_24_amounts_in_words() {
        for (cents, words) in [
            (0, "zero dollars and 00/100"),
            (107, "one dollar and 07/100"),
            (2_099, "twenty dollars and 99/100"),
            (120_543, "one thousand two hundred five dollars and 43/100"),
            (2_500_000, "twenty-five thousand dollars and 00/100"),
            (100_001_900, "one million nineteen dollars and 00/100"),
        ] {
            assert_eq!(amount(cents), words);
        }
    }
}
