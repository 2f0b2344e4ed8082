//! Where packages come from is the business of tools and their lock files: an address that
//! a text names is one that a mirror cannot replace.

use super::Fault;
use super::tree::Page;

/// The hosts of registries, in pieces, so that this page names none.
const HOSTS: [&[&str]; 4] =
    [&["crates", "io"], &["npmjs", "org"], &["npmjs", "com"], &["yarnpkg", "com"]];

pub(crate) fn check(pages: &[Page]) -> Vec<Fault> {
    let hosts = HOSTS.map(|parts| parts.join("."));
    let mut faults = Vec::new();
    for page in pages.iter().filter(|page| !page.is_lock()) {
        for (index, line) in page.text.lines().enumerate() {
            for host in hosts.iter().filter(|host| line.contains(host.as_str())) {
                let what = format!("names the registry {host}; only lock files do");
                faults.push(Fault::new(page, index + 1, what));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lock_files_name_a_registry() {
        let text = format!("a\nhttps://registry.{}/x\n", HOSTS[1].join("."));
        let pages = ["web/package-lock.json", "web/package.json"]
            .map(|path| Page { path: path.to_owned(), text: text.clone() });
        let faults: Vec<String> = check(&pages).iter().map(ToString::to_string).collect();
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("web/package.json:2: names the registry"), "{faults:?}");
    }
}
