//! Links in Markdown: the file they lead to exists, and has the heading they name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Fault;
use super::tree::Page;

/// Every relative link that leads nowhere.
pub(crate) fn check(root: &Path, pages: &[Page]) -> Vec<Fault> {
    let pages = || pages.iter().filter(|page| page.ending() == "md");
    let anchors: BTreeMap<&str, BTreeSet<String>> =
        pages().map(|page| (page.path.as_str(), anchors(&page.text))).collect();
    let mut faults = Vec::new();
    for page in pages() {
        for (line, link) in links(&page.text) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { page.path.clone() } else { beside(&page.path, path) };
            if !root.join(&path).exists() {
                faults.push(Fault::new(page, line, format!("the link {link} leads to no file")));
            } else if !anchor.is_empty()
                && anchors.get(path.as_str()).is_none_or(|known| !known.contains(anchor))
            {
                faults.push(Fault::new(page, line, format!("{path} has no heading #{anchor}")));
            }
        }
    }
    faults
}

/// A path that is given from beside a page, from the root.
fn beside(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The relative links of a page, each with its line.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    for (line, prose) in prose(text) {
        let ends = prose.match_indices("](").map(|(at, _)| at + 2);
        let targets = ends.filter_map(|at| prose[at..].split([')', ' ']).next());
        // `[name]: target` on a line of its own.
        let definition = prose.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
        links.extend(
            targets
                .chain(definition.map(|(_, target)| target.trim()))
                .filter(|target| !target.contains(':'))
                .map(|target| (line, target)),
        );
    }
    links
}

/// The headings of a page as links name them: lower case, spaces as dashes, without
/// punctuation; a second one of the same name gets a number.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, heading) in prose(text).filter(|(_, line)| line.starts_with('#')) {
        let name = heading.trim_start_matches('#').trim();
        let name: String = name
            .chars()
            .filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'))
            .map(|it| if it == ' ' { '-' } else { it })
            .flat_map(char::to_lowercase)
            .collect();
        let again = (1..).map(|count| format!("{name}-{count}"));
        let free = std::iter::once(name.clone()).chain(again).find(|it| !anchors.contains(it));
        anchors.extend(free);
    }
    anchors
}

/// The lines outside fenced code, from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((index + 1, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_code() {
        let text =
            "see [a](b.md#c) and ![d](e.png \"f\")\n```\n[g](h.md)\n```\n[i]: j.md\n[k](https://l)";
        assert_eq!(links(text), [(1, "b.md#c"), (1, "e.png"), (5, "j.md")]);
    }

    #[test]
    fn headings_become_anchors() {
        let text = "# A `b` & c\n```\n# no heading\n```\n## Twice\n## Twice\n";
        let expected = ["a-b--c", "twice", "twice-1"].map(str::to_owned);
        assert_eq!(anchors(text), BTreeSet::from(expected));
    }

    #[test]
    fn a_link_starts_beside_its_page() {
        assert_eq!(beside("docs/a.md", "../README.md"), "README.md");
        assert_eq!(beside("README.md", "./docs/a.md"), "docs/a.md");
    }

    #[test]
    fn dead_links_are_named() {
        let text = "# Here\n[a](Cargo.toml) [b](no.md) [c](#here) [d](#there)\n";
        // The page must exist for its own headings to be looked at; its text need not be this.
        let page = Page { path: "README.md".to_owned(), text: text.to_owned() };
        let faults = check(crate::root(), &[page]);
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "README.md:2: the link no.md leads to no file",
                "README.md:2: README.md has no heading #there"
            ]
        );
    }
}
