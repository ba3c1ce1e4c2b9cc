//! L6: the Hub protocol, version 2, from both ends. Text in and out; knows engines only through
//! [`crate::engine::Engine`].

pub mod client;
pub mod command;
pub mod params;
pub mod process;
pub mod scan;
pub mod server;

pub use params::Settings;
