//! What the project cites: clauses of the sheets (`003 base.3.b`, or `WSGC 3.b` for the same),
//! rulings (`A9`) and requirements (`L-04`, and `l_04_…` in the name of a test). Whatever is
//! cited is defined in one of two lists, in our own words.

use std::collections::BTreeSet;

use super::Fault;
use super::tree::Page;
use crate::parts::Failure;

pub(crate) const CLAUSES: &str = "crates/testkit/scenarios/clauses.txt";
pub(crate) const REQUIREMENTS: &str = "crates/testkit/scenarios/requirements.txt";

/// Every citation of something that is defined nowhere.
///
/// # Errors
/// If a list is missing or does not read.
pub(crate) fn check(pages: &[Page]) -> Result<Vec<Fault>, Failure> {
    let defined = Defined::read(pages)?;
    let mut faults = Vec::new();
    for page in pages.iter().filter(|page| is_read(page)) {
        for (index, line) in page.text.lines().enumerate() {
            for id in cited(line, &defined).into_iter().filter(|id| !defined.has(id)) {
                faults.push(Fault::new(page, index + 1, format!("`{id}` is defined nowhere")));
            }
        }
    }
    Ok(faults)
}

/// A template names the size of its paper, which looks like a ruling; this crate makes up a
/// game with a sheet of its own.
fn is_read(page: &Page) -> bool {
    !page.is_lock() && page.ending() != "html" && !page.path.starts_with("xtask/")
}

/// One line of a list: `ID | what it says | how it is proven`.
pub(crate) struct Definition<'a> {
    pub id: &'a str,
    pub says: &'a str,
}

/// The definitions of a list, in its order.
///
/// # Errors
/// If the list is missing.
pub(crate) fn definitions<'a>(
    pages: &'a [Page],
    path: &str,
) -> Result<Vec<Definition<'a>>, Failure> {
    let page = pages.iter().find(|page| page.path == path);
    let page = page.ok_or_else(|| format!("{path} is missing"))?;
    let lines = page.text.lines().filter(|line| !line.starts_with('#'));
    let parts = lines.filter_map(|line| {
        let mut parts = line.split('|').map(str::trim);
        Some(Definition { id: parts.next()?, says: parts.next()? })
    });
    Ok(parts.collect())
}

/// What may be cited.
#[derive(Default)]
pub(crate) struct Defined {
    ids: BTreeSet<String>,
    /// `003 base` where there is a `003 base.3.b`: a section is cited whole.
    sections: BTreeSet<String>,
}

impl Defined {
    /// # Errors
    /// If a list is missing.
    pub(crate) fn read(pages: &[Page]) -> Result<Defined, Failure> {
        let mut defined = Defined::default();
        for path in [CLAUSES, REQUIREMENTS] {
            for definition in definitions(pages, path)? {
                defined.add(definition.id);
            }
        }
        Ok(defined)
    }

    fn add(&mut self, id: &str) {
        self.ids.insert(id.to_owned());
        let ends = id.match_indices('.').map(|(at, _)| id[..at].to_owned());
        self.sections.extend(ends);
    }

    fn has(&self, id: &str) -> bool {
        self.ids.contains(id) || self.sections.contains(id)
    }
}

/// What a line cites. A number of a sheet is no citation by itself, nor with a word behind it
/// that is no section of that sheet.
pub(crate) fn cited(line: &str, defined: &Defined) -> Vec<String> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_');
    let mut ids = Vec::new();
    let mut sheet: Option<(&str, usize)> = None;
    let mut at = 0;
    for piece in line.split_inclusive(|it| !is_part(it)) {
        let word = piece.trim_end_matches(|it| !is_part(it)).trim_matches(['.', '-']);
        if let Some((before, end)) = sheet.take()
            && at == end + 1
            && line[end..at] == *" "
        {
            ids.extend(clause(before, word, defined));
        }
        ids.extend(ruling(word).or_else(|| requirement(word)).map(str::to_owned));
        ids.extend(test_name(word));
        let other = line[..at].ends_with([',', '’', '#']);
        if word == "WSGC" || (is_sheet(word) && !other) {
            sheet = Some((word, at + word.len()));
        }
        at += piece.len();
    }
    ids
}

fn is_sheet(word: &str) -> bool {
    word.len() == 3 && word.starts_with("00") && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn clause(sheet: &str, word: &str, defined: &Defined) -> Option<String> {
    let numbered = word.starts_with(|it: char| it.is_ascii_digit());
    if sheet == "WSGC" {
        return numbered.then(|| format!("003 base.{word}"));
    }
    let id = format!("{sheet} {word}");
    let section = id.split('.').next().unwrap_or(&id);
    let known = defined.sections.contains(section) || defined.ids.contains(section);
    let clause_like = word.contains('.') && word.starts_with(|it: char| it.is_ascii_lowercase());
    (numbered || known || clause_like).then_some(id)
}

/// `A9`: one or two digits.
fn ruling(word: &str) -> Option<&str> {
    let digits = word.strip_prefix('A')?;
    let fits = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then_some(word)
}

/// `L-04`: the letter of a group, two digits.
fn requirement(word: &str) -> Option<&str> {
    let (letter, digits) = word.split_once('-')?;
    let fits = letter.len() == 1
        && GROUPS.contains(letter)
        && digits.len() == 2
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then_some(word)
}

/// The letters of the groups of requirements.
const GROUPS: &str = "RPTGNLSFO";

/// `l_04_an_answer_is_stored` names `L-04`.
fn test_name(word: &str) -> Option<String> {
    let (letter, rest) = word.split_once('_')?;
    let (digits, _) = rest.split_once('_')?;
    let id = format!("{}-{digits}", letter.to_uppercase());
    let lower = letter.bytes().all(|byte| byte.is_ascii_lowercase());
    (lower && requirement(&id).is_some()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined() -> Defined {
        let mut defined = Defined::default();
        for id in ["003 base.3.b", "000 intro.1", "004 8.a", "A9", "L-04"] {
            defined.add(id);
        }
        defined
    }

    #[track_caller]
    fn check_line(line: &str, expected: &[&str]) {
        assert_eq!(cited(line, &defined()), expected, "{line}");
    }

    #[test]
    fn clauses_rulings_and_requirements_are_citations() {
        check_line(
            "// (WSGC 3.b; 004 8.a), as `A9` and L-04.",
            &["003 base.3.b", "004 8.a", "A9", "L-04"],
        );
        check_line("from = \"000 intro.1, row x\"", &["000 intro.1"]);
        check_line("fn l_04_is_stored() { at_04_x(); x_04() }", &["L-04"]);
    }

    #[test]
    fn numbers_and_words_are_none() {
        check_line("1,000 8.a, #000 8.a and sheet 003 advises; 000 rounds; WSGC TriLux", &[]);
        check_line("AA9 A-9 A123 BA9 TL-04 L-004 L-4 UTF-08", &[]);
    }

    #[test]
    fn a_section_is_cited_whole_and_a_wrong_clause_is_noticed() {
        let defined = defined();
        check_line("000 intro, 003 base.3", &["000 intro", "003 base.3"]);
        assert!(defined.has("000 intro") && defined.has("003 base.3"));
        for wrong in ["WSGC 9.z", "000 intro.7", "001 nowhere.2"] {
            let ids = cited(wrong, &defined);
            assert!(ids.len() == 1 && !defined.has(&ids[0]), "{wrong}: {ids:?}");
        }
    }
}
