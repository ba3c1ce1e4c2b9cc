//! The tables within the program: all endings with up to four pieces.

/// Names and contents of the table files; which rules each is about stands in it.
/// Made by `polydam tables build --pieces 4` and joined.
pub(super) const SHIPPED: &[(&str, &[u8])] = &[
    ("brazilian.pdt", include_bytes!("shipped/brazilian.pdt")),
    ("english.pdt", include_bytes!("shipped/english.pdt")),
    ("international.pdt", include_bytes!("shipped/international.pdt")),
    ("italian.pdt", include_bytes!("shipped/italian.pdt")),
    ("russian.pdt", include_bytes!("shipped/russian.pdt")),
    ("spanish.pdt", include_bytes!("shipped/spanish.pdt")),
    ("turkish.pdt", include_bytes!("shipped/turkish.pdt")),
];
