//! The nets within the program.

use super::{Net, Weights};
use crate::rules::{Rules, identity};

/// The hidden units for each side of every net that ships.
pub(in crate::eval) const HIDDEN: usize = 64;

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

/// The net for a rule set, if there is one.
pub(in crate::eval) fn shipped<R: Rules>() -> Option<Net<R, HIDDEN>> {
    let bytes = SHIPPED.iter().find(|bytes| Weights::identity_in(bytes) == Some(identity::<R>()))?;
    Net::new(&Weights::read(bytes).ok()?).ok()
}
