//! Builds `web/` in a folder of its own and lists what came out of it.
//!
//! The sources are copied to `OUT_DIR` first, so that a build never writes beside them.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Everything the build reads in `web/`; tests and installed packages are left out.
const SOURCES: [&str; 6] =
    ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "page.html", "src"];
const NO_NODE: &str = "the browser application is built with Node 20 or newer, which is not here: \
    install it, or set BAHAMA_WEB_DIST to the folder of a finished build, \
    or build with --no-default-features for a program without it";

fn main() -> Outcome {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=BAHAMA_WEB_DIST");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let files =
        if env::var_os("CARGO_FEATURE_WEB").is_none() { Vec::new() } else { list(&built(&out)?)? };
    let mut text = String::from("&[\n");
    for (name, path) in files {
        writeln!(text, "    File {{ name: {name:?}, bytes: include_bytes!({path:?}) }},")?;
    }
    text.push(']');
    fs::write(out.join("files.rs"), text)?;
    Ok(())
}

/// The folder with the finished build.
fn built(out: &Path) -> Outcome<PathBuf> {
    if let Some(dist) = env::var_os("BAHAMA_WEB_DIST") {
        let dist = PathBuf::from(dist);
        println!("cargo::rerun-if-changed={}", dist.display());
        return Ok(dist);
    }
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    // Two builds into one folder would take the packages from under each other.
    let lock = File::create(out.join("web.lock"))?;
    lock.lock()?;
    let to = out.join("web");
    for name in SOURCES {
        let from = root.join("web").join(name);
        println!("cargo::rerun-if-changed={}", from.display());
        let to = to.join(name);
        remove(&to)?;
        copy(&from, &to)?;
    }
    // The types of the client are generated from the server's own description.
    let document = root.join("docs/openapi.json");
    println!("cargo::rerun-if-changed={}", document.display());
    copy(&document, &out.join("docs/openapi.json"))?;
    install(&to)?;
    npm(&to, &["run", "build"])?;
    Ok(to.join("dist"))
}

/// Installs the locked packages, unless just these are there already.
fn install(to: &Path) -> Outcome {
    let (lock, mark) = (to.join("package-lock.json"), to.join("installed.json"));
    if fs::read(&mark).ok() == Some(fs::read(&lock)?) {
        return Ok(());
    }
    npm(to, &["ci", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts"])?;
    fs::copy(lock, mark)?;
    Ok(())
}

fn npm(folder: &Path, arguments: &[&str]) -> Outcome {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|_| NO_NODE)?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("npm {} failed:\n{}", arguments.join(" "), String::from_utf8_lossy(&said)).into())
}

fn remove(path: &Path) -> std::io::Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        Ok(())
    }
}

fn copy(from: &Path, to: &Path) -> Outcome {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}

/// The files of a folder, by their names in it, in order.
fn list(dist: &Path) -> Outcome<Vec<(String, String)>> {
    let mut files = Vec::new();
    let mut folders = vec![(String::new(), dist.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{folder:?}: {error}"))?;
        for entry in entries {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push((format!("{name}/"), entry.path()));
            } else {
                files.push((name, entry.path().to_string_lossy().into_owned()));
            }
        }
    }
    files.sort();
    if files.iter().any(|(name, _)| name == "table.html") {
        Ok(files)
    } else {
        Err(format!("{} is not a finished build: it has no table.html", dist.display()).into())
    }
}
