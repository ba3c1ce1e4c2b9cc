//! Speed of the search: the positions of `polydam bench`, for every rule set.

use polydam::eval::Choice;
use polydam::rules::Variant;
use polydam::tools::bench::{mnps, signature};

fn main() {
    for &variant in Variant::ALL {
        match signature::search(variant, signature::DEPTH, &Choice::default()) {
            Ok((nodes, time)) => {
                println!("{variant:<13} nodes={nodes} mnps={:.2}", mnps((nodes, time)));
            }
            Err(message) => println!("{variant:<13} {message}"),
        }
    }
}
