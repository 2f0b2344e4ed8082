//! The texts of the project, read once.

use std::fs;
use std::path::Path;

use crate::parts::Failure;

/// Folders that tools fill.
const MADE: [&str; 5] = [".git", "target", "node_modules", "dist", "generated"];

/// A file that is text.
pub(crate) struct Page {
    /// From the root of the workspace, with slashes.
    pub path: String,
    pub text: String,
}

impl Page {
    /// How its name ends.
    pub(crate) fn ending(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// A file that only tools write and read.
    pub(crate) fn is_lock(&self) -> bool {
        ["Cargo.lock", "web/package-lock.json"].contains(&self.path.as_str())
    }
}

/// Every text below a folder, by path. What is no text (a picture) is left out.
///
/// # Errors
/// If a folder or a file cannot be read.
pub(crate) fn read(root: &Path) -> Result<Vec<Page>, Failure> {
    let mut pages = Vec::new();
    for path in files(root)? {
        let bytes = fs::read(root.join(&path)).map_err(|error| format!("{path}: {error}"))?;
        if let Ok(text) = String::from_utf8(bytes) {
            pages.push(Page { path, text });
        }
    }
    Ok(pages)
}

/// Every file below a folder that no tool has made, by its path from there, in order.
///
/// # Errors
/// If a folder cannot be read.
pub(crate) fn files(root: &Path) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    collect(root, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, under: &str, files: &mut Vec<String>) -> Result<(), Failure> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{under}{name}");
        let kind = entry.file_type().map_err(unreadable)?;
        if kind.is_dir() {
            if !MADE.contains(&name.as_str()) {
                collect(&entry.path(), &format!("{path}/"), files)?;
            }
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
