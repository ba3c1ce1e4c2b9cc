//! The tables within the program: all endings with up to four pieces.

/// Names and contents of the table files; which rules each is about stands in it.
/// Made by `polydam tables build --pieces 4` and joined.
pub(super) const SHIPPED: &[(&str, &[u8])] = &[];
