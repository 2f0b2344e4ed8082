//! Whether the tree is tidy: what no compiler looks at, and nobody should have to.

mod citations;
mod functions;
mod graph;
mod hosts;
mod links;
mod requirements;
mod size;
mod tokens;
mod tree;

use std::fmt;

use crate::parts::Failure;
use crate::root;
use crate::tools::{cargo, run};
use tree::Page;

pub(crate) use requirements::write as write_requirements;
pub(crate) use tree::files;

/// Something untidy.
#[derive(Debug)]
pub(crate) struct Fault {
    path: String,
    /// From 1; 0 where it concerns the whole file.
    line: usize,
    what: String,
}

impl Fault {
    fn new(page: &Page, line: usize, what: String) -> Fault {
        Fault { path: page.path.clone(), line, what }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.what),
            line => write!(f, "{}:{line}: {}", self.path, self.what),
        }
    }
}

/// Every check of the texts; all faults at once.
///
/// # Errors
/// If something is untidy.
pub(crate) fn texts() -> Result<(), Failure> {
    let pages = tree::read(root())?;
    let mut faults = size::check(&pages);
    faults.extend(hosts::check(&pages));
    faults.extend(links::check(root(), &pages));
    faults.extend(graph::check(&pages)?);
    faults.extend(citations::check(&pages)?);
    faults.extend(requirements::check(&pages)?);
    for fault in &faults {
        println!("{fault}");
    }
    match faults.len() {
        0 => Ok(()),
        1 => Err("one thing is untidy".to_owned()),
        count => Err(format!("{count} things are untidy")),
    }
}

/// The documentation of the crates, where a link that leads nowhere is a fault.
///
/// # Errors
/// If there is one.
pub(crate) fn documentation() -> Result<(), Failure> {
    let mut doc = cargo("doc");
    doc.args(["--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings");
    run(&mut doc)
}
