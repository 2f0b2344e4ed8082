//! When a certificate ends, so that somebody is told before browsers refuse it (O-11). Of the whole
//! form of a certificate only this one field is read.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use table::Time;

const SEQUENCE: u8 = 0x30;
/// The number of the form, which old certificates leave out.
const FORM: u8 = 0xA0;
/// A year of two digits, and one of four.
const TIMES: [(u8, usize); 2] = [(0x17, 2), (0x18, 4)];

/// The end of a certificate's time; nothing where these bytes are no certificate.
pub(crate) fn ends(der: &[u8]) -> Option<Time> {
    let mut whole = Parts(der).of(SEQUENCE)?;
    let mut signed = whole.of(SEQUENCE)?;
    if signed.tag() == Some(FORM) {
        signed.take()?;
    }
    // Number, algorithm and issuer stand before it.
    for _ in 0..3 {
        signed.take()?;
    }
    let mut times = signed.of(SEQUENCE)?;
    times.take()?;
    let (tag, digits) = times.take()?;
    let (_, year) = TIMES.into_iter().find(|(known, _)| *known == tag)?;
    moment(std::str::from_utf8(digits).ok()?, year)
}

/// `301231235959Z`, the year in two digits, or `40960101000000Z`, in four.
fn moment(digits: &str, year: usize) -> Option<Time> {
    let digits = digits.strip_suffix('Z')?;
    if digits.len() != year + 10 || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let (years, rest) = digits.split_at(year);
    let years: i16 = years.parse().ok()?;
    let century = match (year, years) {
        (4, _) => 0,
        (_, 50..) => 1900,
        _ => 2000,
    };
    let pair = |at: usize| rest.get(2 * at..2 * at + 2)?.parse::<i8>().ok();
    let [month, day, hour, minute, second] = [pair(0)?, pair(1)?, pair(2)?, pair(3)?, pair(4)?];
    let end = DateTime::new(century + years, month, day, hour, minute, second, 0).ok()?;
    let end = end.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond();
    u64::try_from(end).ok().map(Time)
}

/// What is left of a form: parts, each with a tag, a length and its bytes.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn tag(&self) -> Option<u8> {
        self.0.first().copied()
    }

    /// The next part.
    fn take(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, rest) = rest.split_first()?;
        // A long length says first in how many bytes it stands.
        let many = usize::from(first & 0x7F);
        let (length, rest) = match first {
            0..=0x7F => (many, rest),
            _ if many <= 4 => {
                let (bytes, rest) = rest.split_at_checked(many)?;
                (bytes.iter().fold(0, |sum, &byte| (sum << 8) | usize::from(byte)), rest)
            }
            _ => return None,
        };
        let (part, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, part))
    }

    /// The parts of the next part, if it is of this kind.
    fn of(&mut self, tag: u8) -> Option<Parts<'a>> {
        self.take().filter(|(found, _)| *found == tag).map(|(_, part)| Parts(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(year: i32) -> Vec<u8> {
        let key = rcgen::KeyPair::generate().expect("a key");
        let mut asked = rcgen::CertificateParams::new(["localhost".to_owned()]).expect("names");
        asked.not_after = rcgen::date_time_ymd(year, 2, 28);
        asked.self_signed(&key).expect("a certificate").der().to_vec()
    }

    /// 28 February of these years at midnight, in milliseconds: before 2050 the year is written
    /// with two digits.
    #[test]
    fn o_11_the_end_is_read_in_both_forms() {
        assert_eq!(ends(&certificate(2027)), Some(Time(1_803_772_800_000)));
        assert_eq!(ends(&certificate(2049)), Some(Time(2_498_083_200_000)));
        assert_eq!(ends(&certificate(2051)), Some(Time(2_561_155_200_000)));
    }

    #[test]
    fn whatever_the_bytes_are_nothing_breaks() {
        let whole = certificate(2027);
        for end in 0..whole.len() {
            let _ = ends(&whole[..end]);
            for byte in [0, 0x30, 0x80, 0x84, 0xFF] {
                let mut changed = whole.clone();
                changed[end] = byte;
                let _ = ends(&changed);
            }
        }
        assert_eq!(ends(&[]), None);
        assert_eq!(moment("270228000000", 2), None);
        assert_eq!(moment("27022800000xZ", 2), None);
        assert_eq!(moment("271328000000Z", 2), None);
    }
}
