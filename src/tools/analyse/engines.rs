//! Engines for workers. They are kept for the next task: to get memory for a hash
//! table takes longer than to clear it.

use crate::engine::{self, Config, Engine};
use crate::rules::Variant;
use std::io;
use std::sync::{Mutex, Once, PoisonError};

/// Engines that nobody uses at present, at most one for each worker.
pub(super) struct Engines {
    config: Config,
    idle: Mutex<Vec<Box<dyn Engine>>>,
    /// Have problems with endgame tables been told?
    told: Once,
}

impl Engines {
    /// None yet; all will be of a configuration.
    pub(super) fn new(config: Config) -> Self {
        Self { config, idle: Mutex::default(), told: Once::new() }
    }

    /// Does work with an engine for a rule set.
    ///
    /// # Errors
    ///
    /// When memory or threads are not to be had.
    pub(super) fn with<T>(&self, variant: Variant, work: impl FnOnce(&mut dyn Engine) -> T) -> io::Result<T> {
        let mut engine = self.take(variant).map_err(io::Error::other)?;
        let result = work(&mut *engine);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        Ok(result)
    }

    fn take(&self, variant: Variant) -> Result<Box<dyn Engine>, String> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = idle.iter().position(|engine| engine.variant() == variant) {
            return Ok(idle.swap_remove(place));
        }
        // One of another rule set makes room for the new one.
        drop(idle.pop());
        drop(idle);
        let mut engine = engine::new(variant, &self.config)?;
        let problems = engine.take_problems();
        // Every worker's engine finds the same.
        self.told.call_once(|| problems.iter().for_each(|problem| eprintln!("polydam: {problem}")));
        Ok(engine)
    }
}
