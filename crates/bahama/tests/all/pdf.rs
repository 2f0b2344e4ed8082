//! The words on the pages of a PDF, as whoever opens it finds them.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::ZlibDecoder;

/// The characters of a font by the numbers of its glyphs.
type Characters = BTreeMap<u16, String>;

/// The words of all pages without spaces, once by the characters of each font: what is set in a font
/// can be read by its own. Lines end anywhere, so spaces say nothing.
pub(crate) fn words(pdf: &[u8]) -> Vec<String> {
    let streams = streams(pdf);
    let fonts: Vec<Characters> = streams.iter().filter_map(|stream| characters(stream)).collect();
    let shown = |stream: &&Vec<u8>| find(stream, b"TJ").or(find(stream, b"Tj")).is_some();
    let strings: Vec<Vec<u8>> = streams.iter().filter(shown).flat_map(|of| strings(of)).collect();
    let read = |font: &Characters| -> String {
        let glyphs = strings.iter().flat_map(|string| string.chunks_exact(2));
        let glyphs = glyphs.map(|glyph| u16::from_be_bytes([glyph[0], glyph[1]]));
        glyphs.filter_map(|glyph| font.get(&glyph)).flat_map(|text| bare(text)).collect()
    };
    fonts.iter().map(read).collect()
}

/// A text as [`words`] has it.
pub(crate) fn bare(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| !letter.is_whitespace())
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// What the streams of a file hold, unpacked where they are packed.
fn streams(pdf: &[u8]) -> Vec<Vec<u8>> {
    let mut streams = Vec::new();
    let mut rest = pdf;
    while let Some(start) = find(rest, b"stream\n") {
        rest = &rest[start + b"stream\n".len()..];
        let Some(end) = find(rest, b"endstream") else { break };
        let mut unpacked = Vec::new();
        match ZlibDecoder::new(&rest[..end]).read_to_end(&mut unpacked) {
            Ok(_) => streams.push(unpacked),
            Err(_) => streams.push(rest[..end].to_vec()),
        }
        rest = &rest[end + b"endstream".len()..];
    }
    streams
}

/// The characters of a font, where the stream is its table of them: lines of `<glyph> <UTF-16>`.
fn characters(stream: &[u8]) -> Option<Characters> {
    let text = std::str::from_utf8(stream).ok()?;
    text.contains("beginbfchar").then(|| {
        let lines = text.lines().filter_map(|line| line.strip_prefix('<')?.split_once("> <"));
        let units = |hex: &str| -> Vec<u16> {
            let bytes = hexadecimal(hex.as_bytes());
            bytes.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]])).collect()
        };
        let pair = |(glyph, text): (&str, &str)| {
            let text = String::from_utf16_lossy(&units(text.trim_end_matches('>')));
            Some((*units(glyph).first()?, text))
        };
        lines.filter_map(pair).collect()
    })
}

fn hexadecimal(digits: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
    digits.chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// The strings of a page: `(letters)` with escapes, or `<digits>`.
fn strings(page: &[u8]) -> Vec<Vec<u8>> {
    let mut strings = Vec::new();
    let mut at = 0;
    while at < page.len() {
        match page[at] {
            b'(' => {
                let (string, end) = literal(page, at + 1);
                strings.push(string);
                at = end;
            }
            b'<' if page.get(at + 1) == Some(&b'<') => at += 2,
            b'<' => {
                let end = find(&page[at..], b">").map_or(page.len(), |end| at + end);
                strings.push(hexadecimal(&page[at + 1..end]));
                at = end;
            }
            _ => at += 1,
        }
    }
    strings
}

/// A string in letters from here, and where it ends.
fn literal(page: &[u8], mut at: usize) -> (Vec<u8>, usize) {
    let (mut string, mut open) = (Vec::new(), 1);
    while let Some(&byte) = page.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                let digits = page[at..].iter().take(3).take_while(|byte| byte.is_ascii_digit());
                let digits: Vec<u8> = digits.copied().collect();
                let octal =
                    digits.iter().fold(0u32, |sum, digit| 8 * sum + u32::from(digit - b'0'));
                string.push(match page.get(at) {
                    _ if !digits.is_empty() => octal as u8,
                    Some(b'n') => b'\n',
                    Some(b'r') => b'\r',
                    Some(b't') => b'\t',
                    Some(b'b') => 8,
                    Some(b'f') => 12,
                    other => other.copied().unwrap_or_default(),
                });
                at += digits.len().max(1);
            }
            b')' if open == 1 => break,
            _ => {
                open += i32::from(byte == b'(') - i32::from(byte == b')');
                string.push(byte);
            }
        }
    }
    (string, at)
}
