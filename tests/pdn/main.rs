//! PDN files: what programs and people write is read, what is no game is refused
//! with its line, and what is written is read back as the same game.

#[path = "../common/mod.rs"]
mod common;

mod command;
mod errors;
mod files;
mod reading;
mod round_trips;

use polydam::notation::pdn::{GameText, Item, PdnError, Reader};

/// Everything a reader has to say about a text.
pub fn read(text: impl AsRef<[u8]>) -> Vec<Result<GameText, PdnError>> {
    Reader::new(text.as_ref()).collect()
}

/// The games of a text without mistakes.
pub fn games(text: impl AsRef<[u8]>) -> Vec<GameText> {
    read(text).into_iter().map(|game| game.unwrap()).collect()
}

/// The only game of a text.
pub fn game(text: impl AsRef<[u8]>) -> GameText {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

/// Moves and remarks as text: `c3-d4`, `{comment}`, `$1`, `( .. )`.
pub fn brief(items: &[Item]) -> String {
    let words: Vec<_> = items
        .iter()
        .map(|item| match item {
            Item::Move { text, .. } => text.clone(),
            Item::Comment(text) => format!("{{{text}}}"),
            Item::Nag(nag) => format!("${nag}"),
            Item::Variation(items) => format!("( {} )", brief(items)),
        })
        .collect();
    words.join(" ")
}
