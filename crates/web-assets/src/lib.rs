//! The browser application as files: what `web/` was built into, or nothing without the
//! feature `web`.

/// A file of the application.
#[derive(Debug)]
pub struct File {
    /// Its name, such as `web/table-1a2b.js`.
    pub name: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl File {
    /// The file with this name, if there is one.
    pub fn find(name: &str) -> Option<&'static File> {
        FILES.iter().find(|file| file.name == name)
    }

    /// Every file, by name.
    pub fn all() -> &'static [File] {
        FILES
    }

    /// Its type, as browsers call it.
    pub fn kind(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("woff2") => "font/woff2",
            Some("json") => "application/json",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(all(test, feature = "web"))]
mod tests {
    use super::File;

    #[test]
    fn every_page_is_there_and_names_files_that_are() {
        for page in ["index.html", "table.html", "display.html"] {
            let page = File::find(page).unwrap();
            let text = std::str::from_utf8(page.bytes).unwrap();
            let named: Vec<&str> = text
                .split('"')
                .filter(|word| word.starts_with("/web/"))
                .map(|word| &word[1..])
                .collect();
            assert!(named.len() >= 2, "{}: a script and a style", page.name);
            for name in named {
                assert!(File::find(name).is_some(), "{}: {name}", page.name);
            }
        }
    }
}
