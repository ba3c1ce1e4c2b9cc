//! The parameters of the engine: one registry, from which they are declared,
//! read and set.

use super::scan::quote;
use crate::egtb::MOST_PIECES;
use crate::engine::{Config, shorten};
use crate::notation::Dialect;
use crate::rules::Variant;
use crate::search::Skill;
use crate::search::table::ENTRY_BYTES;
use std::time::Duration;

/// What the client can set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The rule set.
    pub variant: Variant,
    /// Threads, memory, overhead.
    pub config: Config,
    /// Does the client let the engine think on the opponent's time?
    pub ponder: bool,
    /// How positions and moves are written.
    pub dialect: Dialect,
}

impl Settings {
    /// The defaults for a rule set.
    pub fn new(variant: Variant) -> Self {
        Self { variant, config: Config::default(), ponder: false, dialect: Dialect::Hub }
    }

    /// Is there a parameter of this name?
    pub fn has(&self, name: &str) -> bool {
        PARAMS.iter().any(|param| param.name == name)
    }

    /// Sets a parameter. One that does not exist is ignored: clients set what
    /// other engines have.
    ///
    /// # Errors
    ///
    /// When the value makes no sense; then the old one stays.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(param) = PARAMS.iter().find(|param| param.name == name) else { return Ok(()) };
        param.check(value)?;
        (param.set)(self, value).map_err(|error| format!("set-param: {name}: {error}"))
    }

    /// The lines that declare the parameters.
    pub fn declare(&self) -> impl Iterator<Item = String> {
        PARAMS.iter().map(|param| {
            let value = quote(&(param.get)(self));
            format!("param name={} value={value} {}", param.name, param.kind.declare())
        })
    }
}

enum Kind {
    Bool,
    Int(u64, u64),
    Enum(fn() -> Vec<&'static str>),
    Text,
}

impl Kind {
    fn declare(&self) -> String {
        match self {
            Self::Bool => "type=bool".to_owned(),
            Self::Int(min, max) => format!("type=int min={min} max={max}"),
            Self::Text => "type=string".to_owned(),
            Self::Enum(values) => format!("type=enum values=\"{}\"", values().join(" ")),
        }
    }
}

struct Param {
    name: &'static str,
    kind: Kind,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Result<(), String>,
}

impl Param {
    fn check(&self, value: &str) -> Result<(), String> {
        let expected = match self.kind {
            Kind::Bool if matches!(value, "true" | "false") => return Ok(()),
            Kind::Bool => "true or false".to_owned(),
            Kind::Int(min, max) if value.parse().is_ok_and(|n| (min..=max).contains(&n)) => return Ok(()),
            Kind::Int(min, max) => format!("a whole number from {min} to {max}"),
            Kind::Text => return Ok(()),
            Kind::Enum(_) => return Ok(()), // aliases are for the setter to know
        };
        Err(format!("set-param: {}: expected {expected}, found '{}'", self.name, shorten(value)))
    }
}

/// A number that [`Param::check`] has seen.
fn number(value: &str) -> Result<usize, String> {
    value.parse().map_err(|_| format!("'{}' is too large for this machine", shorten(value)))
}

/// Scan calls the international game by this name, and so do its clients.
const NORMAL: &str = "normal";

fn variant_name(variant: Variant) -> &'static str {
    if variant == Variant::International { NORMAL } else { variant.name() }
}

const MAX_HASH_MIB: u64 = 1 << 16;

const MAX_LINES: u64 = 100;

const PARAMS: &[Param] = &[
    Param {
        name: "variant",
        kind: Kind::Enum(|| Variant::ALL.iter().map(|&variant| variant_name(variant)).collect()),
        get: |settings| variant_name(settings.variant).to_owned(),
        set: |settings, value| {
            settings.variant = value.parse().map_err(|error| format!("{error}"))?;
            Ok(())
        },
    },
    Param {
        name: "threads",
        kind: Kind::Int(1, 256),
        get: |settings| settings.config.threads.to_string(),
        set: |settings, value| {
            settings.config.threads = number(value)?;
            Ok(())
        },
    },
    Param {
        name: "hash",
        kind: Kind::Int(1, MAX_HASH_MIB),
        get: |settings| (settings.config.hash_bytes >> 20).max(1).to_string(),
        set: |settings, value| {
            settings.config.hash_bytes = number(value)? << 20;
            Ok(())
        },
    },
    Param {
        // As Scan has it: the number of entries, as a power of two.
        name: "tt-size",
        kind: Kind::Int(16, 32),
        get: |settings| (settings.config.hash_bytes / ENTRY_BYTES).max(1).ilog2().to_string(),
        set: |settings, value| {
            settings.config.hash_bytes = ENTRY_BYTES << number(value)?;
            Ok(())
        },
    },
    Param {
        name: "ponder",
        kind: Kind::Bool,
        get: |settings| settings.ponder.to_string(),
        set: |settings, value| {
            settings.ponder = value == "true";
            Ok(())
        },
    },
    Param {
        name: "move-overhead",
        kind: Kind::Int(0, 10_000),
        get: |settings| settings.config.overhead.as_millis().to_string(),
        set: |settings, value| {
            settings.config.overhead = Duration::from_millis(number(value)? as u64);
            Ok(())
        },
    },
    Param {
        name: "skill",
        kind: Kind::Int(Skill::WEAKEST.number() as u64, Skill::FULL.number() as u64),
        get: |settings| settings.config.skill.number().to_string(),
        set: |settings, value| {
            let skill = value.parse().ok().and_then(Skill::new);
            settings.config.skill = skill.ok_or_else(|| format!("unknown skill '{}'", shorten(value)))?;
            Ok(())
        },
    },
    Param {
        name: "skill-seed",
        kind: Kind::Int(0, u32::MAX as u64),
        get: |settings| settings.config.skill_seed.to_string(),
        set: |settings, value| {
            settings.config.skill_seed = number(value)? as u64;
            Ok(())
        },
    },
    Param {
        name: "multi-pv",
        kind: Kind::Int(1, MAX_LINES),
        get: |settings| settings.config.lines.to_string(),
        set: |settings, value| {
            settings.config.lines = number(value)?;
            Ok(())
        },
    },
    Param {
        // `trained`, `material` or a file. Not `eval`: clients set that one of Scan's.
        name: "evaluation",
        kind: Kind::Text,
        get: |settings| settings.config.eval.to_string(),
        set: |settings, value| {
            settings.config.eval = value.into();
            Ok(())
        },
    },
    Param {
        // A folder; with no name there is none.
        name: "tables",
        kind: Kind::Text,
        get: |settings| {
            settings.config.tables.as_ref().map_or_else(String::new, |folder| folder.display().to_string())
        },
        set: |settings, value| {
            settings.config.tables = (!value.is_empty()).then(|| value.into());
            Ok(())
        },
    },
    Param {
        name: "table-pieces",
        kind: Kind::Int(0, MOST_PIECES as u64),
        get: |settings| settings.config.table_pieces.to_string(),
        set: |settings, value| {
            settings.config.table_pieces = number(value)?;
            Ok(())
        },
    },
    Param {
        name: "dialect",
        kind: Kind::Enum(|| vec!["hub", "pydraughts"]),
        get: |settings| settings.dialect.to_string(),
        set: |settings, value| {
            settings.dialect = value.parse().map_err(|error| format!("{error}"))?;
            Ok(())
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_takes_its_own_value_back() {
        for &variant in Variant::ALL {
            let mut settings = Settings::new(variant);
            let before = settings.clone();
            for param in PARAMS {
                let value = (param.get)(&settings);
                settings.set(param.name, &value).unwrap();
                if let Kind::Enum(values) = param.kind {
                    for value in values() {
                        settings.clone().set(param.name, value).unwrap();
                    }
                }
            }
            assert_eq!(settings, before);
        }
    }

    #[test]
    fn a_bad_value_changes_nothing_and_is_named() {
        let mut settings = Settings::new(Variant::Russian);
        let before = settings.clone();
        for (name, value, wanted) in [
            ("threads", "0", "set-param: threads: expected a whole number from 1 to 256, found '0'"),
            ("tt-size", "-1", "set-param: tt-size: expected a whole number from 16 to 32, found '-1'"),
            ("ponder", "yes", "set-param: ponder: expected true or false, found 'yes'"),
        ] {
            assert_eq!(settings.set(name, value).unwrap_err(), wanted);
        }
        let error = settings.set("variant", "chess").unwrap_err();
        assert!(error.starts_with("set-param: variant: unknown variant 'chess'"), "{error}");
        assert!(settings.set("dialect", "").is_err());
        assert_eq!(settings.set("eval", "pst"), Ok(()));
        assert_eq!(settings, before);
    }

    #[test]
    fn both_sizes_are_one() {
        let mut settings = Settings::new(Variant::Russian);
        settings.set("hash", "256").unwrap();
        assert!(settings.declare().any(|line| line == "param name=tt-size value=24 type=int min=16 max=32"));
        settings.set("tt-size", "20").unwrap();
        assert!(settings.declare().any(|line| line.starts_with("param name=hash value=16 ")));
    }
}
