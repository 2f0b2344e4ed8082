//! Lines as wide as a screen, functions as long as one.

use super::Fault;
use super::functions::{Function, MOST_LINES, functions, script};
use super::tokens::Language;
use super::tree::Page;

/// The widest line of code, in characters.
const MOST_COLUMNS: usize = 110;

/// Everything too wide or too long.
pub(crate) fn check(pages: &[Page]) -> Vec<Fault> {
    pages.iter().flat_map(too_large).collect()
}

fn too_large(page: &Page) -> Vec<Fault> {
    let found = match page.ending() {
        "rs" => functions(Language::Rust, &page.text),
        "ts" => functions(Language::TypeScript, &page.text),
        "svelte" => functions(Language::TypeScript, &script(&page.text)),
        _ => return Vec::new(),
    };
    let long = found.into_iter().filter(|function| function.lines > MOST_LINES);
    let long = long.map(|Function { name, line, lines }| {
        let what = format!("`{name}` has {lines} lines; a function has at most {MOST_LINES}");
        Fault::new(page, line, what)
    });
    let wide = page.text.lines().enumerate().filter_map(|(index, line)| {
        let columns = line.chars().count();
        let what = format!("{columns} columns; a line has at most {MOST_COLUMNS}");
        (columns > MOST_COLUMNS).then(|| Fault::new(page, index + 1, what))
    });
    long.chain(wide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: String) -> Vec<String> {
        let page = Page { path: path.to_owned(), text };
        check(&[page]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn seventy_lines_pass_and_seventy_one_do_not() {
        let body = |lines: usize| format!("fn f() {{{}}}", "\n".repeat(lines - 1));
        assert_eq!(found("a.rs", body(70)), [""; 0]);
        let faults = found("a.rs", body(71));
        assert_eq!(faults, ["a.rs:1: `f` has 71 lines; a function has at most 70"]);
    }

    #[test]
    fn columns_are_characters_and_only_of_code() {
        let wide = |columns: usize| format!("\n// {}", "é".repeat(columns - 3));
        for path in ["a.rs", "a.ts", "a.svelte"] {
            assert_eq!(found(path, wide(110)), [""; 0]);
            let expected = format!("{path}:2: 111 columns; a line has at most 110");
            assert_eq!(found(path, wide(111)), [expected]);
        }
        assert_eq!(found("a.md", wide(111)), [""; 0]);
    }
}
