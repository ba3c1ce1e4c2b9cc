//! A progress bar on standard error, where somebody watches.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// How far a long run has come.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar over a number of things; `total` is asked only when there is a
    /// terminal to show it on, and may not know.
    pub(super) fn new(things: &str, total: impl FnOnce() -> Option<u64>) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let (bar, form) = match total() {
            Some(total) => (ProgressBar::new(total), "{wide_bar} {pos}/{len} THINGS, {eta} left"),
            None => (ProgressBar::new_spinner(), "{spinner} {pos} THINGS, {elapsed}"),
        };
        let style = ProgressStyle::with_template(&form.replace("THINGS", things));
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    /// A bar over a whole of which the parts have names.
    pub(super) fn share(total: u64) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{msg:10} {wide_bar} {percent} %, {eta} left");
        let bar = ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(500));
        Self(bar)
    }

    /// So much more is done, and this part comes next.
    pub(super) fn advance(&self, done: u64, next: &str) {
        self.0.inc(done);
        self.0.set_message(next.to_owned());
    }

    /// So many more are done.
    pub(super) fn more(&self, done: u64) {
        self.0.inc(done);
    }

    /// Prints without damage to the bar.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
