//! Lines as wide as a screen, functions as long as one.

use super::Fault;
use super::functions::{Function, MOST_LINES, functions, script};
use super::tokens::Language;
use super::tree::Page;

/// The widest line of code, in characters.
const MOST_COLUMNS: usize = 110;

/// What is known to be too large and will be mended: file, function (or [`LINES`]), and since
/// when it is known. An entry that is no longer needed is a fault.
const KNOWN: &[(&str, &str, &str)] = &[("crates/odds/src/main_wager/solution.rs", "start", SINCE)];
const SINCE: &str = "2026-11-17";

/// In place of a function: some lines of the file are too wide.
const LINES: &str = "lines";

/// Everything too wide or too long that is not known, and everything known that is not there.
pub(crate) fn check(pages: &[Page]) -> Vec<Fault> {
    judge(pages.iter().flat_map(too_large), KNOWN)
}

/// A fault, and the name under which it may be known.
type Large = (Fault, String);

fn too_large(page: &Page) -> Vec<Large> {
    let found = match page.ending() {
        "rs" => functions(Language::Rust, &page.text),
        "ts" => functions(Language::TypeScript, &page.text),
        "svelte" => functions(Language::TypeScript, &script(&page.text)),
        _ => return Vec::new(),
    };
    let long = found.into_iter().filter(|function| function.lines > MOST_LINES);
    let long = long.map(|Function { name, line, lines }| {
        let what = format!("`{name}` has {lines} lines; a function has at most {MOST_LINES}");
        (Fault::new(page, line, what), name)
    });
    let wide = page.text.lines().enumerate().filter_map(|(index, line)| {
        let columns = line.chars().count();
        let what = format!("{columns} columns; a line has at most {MOST_COLUMNS}");
        (columns > MOST_COLUMNS).then(|| (Fault::new(page, index + 1, what), LINES.to_owned()))
    });
    long.chain(wide).collect()
}

fn judge(large: impl Iterator<Item = Large>, known: &[(&str, &str, &str)]) -> Vec<Fault> {
    let mut met = vec![false; known.len()];
    let mut faults = Vec::new();
    for (fault, name) in large {
        match known.iter().position(|&(path, of, _)| path == fault.path && of == name) {
            Some(at) => met[at] = true,
            None => faults.push(fault),
        }
    }
    for (&(path, name, since), _) in known.iter().zip(met).filter(|&(_, met)| !met) {
        let what = format!("`{name}` is listed since {since} and fits now; take it off the list");
        faults.push(Fault { path: path.to_owned(), line: 0, what });
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, text: String) -> Page {
        Page { path: path.to_owned(), text }
    }

    fn found(pages: &[Page], known: &[(&str, &str, &str)]) -> Vec<String> {
        judge(pages.iter().flat_map(too_large), known).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn seventy_lines_pass_and_seventy_one_do_not() {
        let body = |lines: usize| format!("fn f() {{{}}}", "\n".repeat(lines - 1));
        assert_eq!(found(&[page("a.rs", body(70))], &[]), [""; 0]);
        let faults = found(&[page("a.rs", body(71))], &[]);
        assert_eq!(faults, ["a.rs:1: `f` has 71 lines; a function has at most 70"]);
    }

    #[test]
    fn columns_are_characters_and_only_of_code() {
        let wide = |columns: usize| format!("\n// {}", "é".repeat(columns - 3));
        for path in ["a.rs", "a.ts", "a.svelte"] {
            assert_eq!(found(&[page(path, wide(110))], &[]), [""; 0]);
            let expected = format!("{path}:2: 111 columns; a line has at most 110");
            assert_eq!(found(&[page(path, wide(111))], &[]), [expected]);
        }
        assert_eq!(found(&[page("a.md", wide(111))], &[]), [""; 0]);
    }

    #[test]
    fn what_is_known_is_no_fault_until_it_is_mended() {
        let pages = [page("a.rs", format!("fn f() {{{}}}", "\n".repeat(80)))];
        assert_eq!(found(&pages, &[("a.rs", "f", "today")]), [""; 0]);
        let faults = found(&pages, &[("a.rs", "f", "today"), ("b.rs", LINES, "May")]);
        assert_eq!(
            faults,
            ["b.rs: `lines` is listed since May and fits now; take it off the list"]
        );
    }
}
