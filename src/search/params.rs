//! The tunable table: every number of the search that could as well be another.
//!
//! In an ordinary build these are constants. With the feature `tune` an
//! environment variable of the same name takes the place of each, so that a match
//! can be played between two settings of one binary.

/// Declares tunable numbers as functions without arguments.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                #[cfg(not(feature = "tune"))]
                return $value;
                #[cfg(feature = "tune")]
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)] // named after the functions
        mod values {
            $(pub(super) static $name: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new($value);)*
        }

        /// Takes the numbers from environment variables of the same names.
        #[cfg(feature = "tune")]
        pub(super) fn read_environment() {
            $(read(stringify!($name), &values::$name);)*
        }
    };
}

/// Takes a number from an environment variable, if it is set.
#[cfg(feature = "tune")]
fn read(name: &str, value: &std::sync::atomic::AtomicI32) {
    let Ok(text) = std::env::var(name) else { return };
    match text.parse() {
        Ok(number) => value.store(number, std::sync::atomic::Ordering::Relaxed),
        Err(_) => log::error!("{name}: expected a whole number, found '{text}'"),
    }
}

tunables! {
    /// Iterations from this depth on start with a window around the last score.
    aspiration_depth = 4;
    /// Half the width of that window at first; it doubles on the failing side.
    aspiration = 12;
    /// Windows wider than this are opened altogether.
    aspiration_max = 400;

    /// Nodes are evaluated from this depth on.
    eval_depth = 1;

    /// Up to this depth the evaluation alone settles a node far above the window.
    static_depth = 8;
    /// Far is this much per ply.
    static_margin = 30;

    /// Up to this depth the last quiet moves are left out, ...
    late_depth = 3;
    /// ... after so many moves ...
    late_base = 3;
    /// ... and this much for the square of the depth, in halves, ...
    late_slope = 2;
    /// ... where there are more than so many moves.
    late_least = 4;

    /// Reduced-depth pruning is tried from this depth on.
    probe_depth = 3;
    /// It searches this share of the depth, in percent, ...
    probe_share = 40;
    /// ... against a window raised by this much per ply.
    probe_margin = 10;

    /// Late quiet moves are reduced from this depth on.
    reduction_depth = 2;
    /// Moves searched in full at nodes with an open window before reductions begin.
    full_moves_pv = 3;
    /// The same at the other nodes.
    full_moves = 1;
    /// Reduction in 1024ths of a ply: at first, ...
    reduction_base = 300;
    /// ... for each product of the logarithms of depth and move number, ...
    reduction_slope = 400;
    /// ... more where a cut is expected, ...
    reduction_cut = 500;
    /// ... more where the evaluation has not grown since the last own move, ...
    reduction_worse = 300;
    /// ... less with an open window, ...
    reduction_pv = 700;
    /// ... and less by one ply for each such value of the history.
    reduction_history = 8192;

    /// Growth of a history value per depth squared.
    history_bonus = 16;

    /// From this depth on a move that another thread is searching is put off.
    busy_depth = 3;

    /// A table score is not trusted this few plies before a draw by counting: the
    /// table does not know the counters.
    counter_guard = 8;

    /// With a single legal move and a clock running, this depth is enough for a
    /// score and an expected reply.
    forced_depth = 6;
}

/// Nodes between two looks at the clock.
pub(super) const POLL_NODES: u64 = 512;
