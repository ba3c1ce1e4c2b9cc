//! What went into a file, beside it.

use crate::eval::Choice;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};

/// A manifest in the making.
pub(super) struct Manifest(Map<String, Value>);

impl Manifest {
    /// One for a step.
    pub(super) fn new(step: &str, variant: crate::rules::Variant) -> Self {
        Self(Map::new())
            .with("step", step)
            .with("variant", variant.name())
            .with("version", env!("CARGO_PKG_VERSION"))
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    pub(super) fn write(self, path: &Path) -> io::Result<()> {
        let mut text = serde_json::to_string_pretty(&Value::Object(self.0)).map_err(io::Error::other)?;
        text.push('\n');
        super::write_whole(path, text.as_bytes())
    }
}

/// Where the manifest of a file is.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Reads a manifest.
pub(super) fn read(path: &Path) -> io::Result<Value> {
    serde_json::from_slice(&super::read(path)?).map_err(|error| super::wrong(path, error))
}

/// Reads a manifest without its long list of that name, and with the hash of it all
/// instead.
pub(super) fn brief(path: &Path, list: &str) -> io::Result<Value> {
    let mut manifest = read(path)?;
    if let Some(map) = manifest.as_object_mut() {
        map.remove(list);
        map.insert("manifest".to_owned(), hash(&super::read(path)?).into());
    }
    Ok(manifest)
}

/// An evaluation: the hash of a file, or its name.
pub(super) fn evaluation(choice: &Choice) -> io::Result<String> {
    Ok(match choice {
        Choice::File(path) => hash(&super::read(path)?),
        named => named.to_string(),
    })
}

/// The SHA-256 of bytes, in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
