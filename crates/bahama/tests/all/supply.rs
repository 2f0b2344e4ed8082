//! S-18: what the program is built from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the crates that a build of the program links or runs, with these features.
fn built_from(features: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut tree = Command::new(cargo);
    tree.args(["tree", "--offline", "--locked", "--package", "bahama", "--edges", "normal,build"]);
    tree.args(["--prefix", "none", "--format", "{p}"]).args(features).current_dir(root());
    let output = tree.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn s_18_every_dependency_is_locked_to_bytes_of_the_registry() {
    let lock: toml::Table = read("Cargo.lock").parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let sourced: Vec<&toml::Value> =
        packages.iter().filter(|package| package.get("source").is_some()).collect();
    assert!(sourced.len() > 100, "{}", sourced.len());
    for package in sourced {
        let source = package["source"].as_str().unwrap();
        assert!(source.starts_with("registry+"), "{package:?}");
        assert_eq!(package["checksum"].as_str().map(str::len), Some(64), "{package:?}");
    }
}

#[test]
fn s_18_unsafe_code_is_forbidden_in_every_crate() {
    let workspace: toml::Table = read("Cargo.toml").parse().unwrap();
    assert_eq!(workspace["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    let mut crates = vec![root().join("xtask")];
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    crates.extend(folders.map(|folder| folder.unwrap().path()));
    for folder in crates {
        let manifest: toml::Table = read(folder.join("Cargo.toml")).parse().unwrap();
        let inherits = manifest.get("lints").and_then(|lints| lints["workspace"].as_bool());
        assert_eq!(inherits, Some(true), "{}", folder.display());
    }
}

/// The typesetter brings crates of which advisories speak, an old `quick-xml` among them. Whoever
/// does not ask for it builds none of them.
#[test]
fn s_18_the_typesetter_and_what_it_brings_is_in_no_ordinary_build() {
    let ordinary = built_from(&[]);
    assert!(ordinary.contains("server") && ordinary.contains("axum"), "{ordinary:?}");
    let strange = |name: &&String| name.starts_with("typst") || name.as_str() == "quick-xml";
    assert_eq!(ordinary.iter().find(strange), None);
    let with_pdf = built_from(&["--features", "pdf"]);
    assert!(with_pdf.iter().any(|name| strange(&name)), "or this test looks for nothing");
}
