//! Progress of long work, for people who watch.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error; hidden where that is not a terminal.
pub(crate) fn bar(work: usize, what: &str) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(work as u64), target);
    let style = format!("{what} {{bar:40}} {{pos}} of {{len}}, {{per_sec}}, {{eta}} left {{msg}}");
    match ProgressStyle::with_template(&style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
