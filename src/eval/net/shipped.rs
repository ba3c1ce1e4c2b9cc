//! The nets within the program.

use super::Weights;
use crate::rules::{Rules, identity};

/// Contents of the net files; which rules each is for stands in it. Made by `polydam
/// train all`; beside each is what it was made from, and how strong it was found.
pub(super) const SHIPPED: &[&[u8]] = &[
    include_bytes!("shipped/brazilian.pnn"),
    include_bytes!("shipped/english.pnn"),
    include_bytes!("shipped/international.pnn"),
    include_bytes!("shipped/italian.pnn"),
    include_bytes!("shipped/russian.pnn"),
    include_bytes!("shipped/spanish.pnn"),
    include_bytes!("shipped/turkish.pnn"),
];

/// The weights of the net for a rule set, if there is one.
pub(in crate::eval) fn shipped<R: Rules>() -> Option<Weights> {
    let bytes = SHIPPED.iter().find(|bytes| Weights::identity_in(bytes) == Some(identity::<R>()))?;
    Weights::read(bytes).ok()
}
