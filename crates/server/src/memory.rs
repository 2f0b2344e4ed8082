//! What of the process's memory may reach a disk: nothing, where the system allows it (N-12, S-22).

use rlimit::{INFINITY, Resource};

/// Has the system write no core dumps of this process: keys and shoes are in its memory
/// (N-12, S-22).
///
/// # Errors
/// If the system does not allow it.
pub fn no_core_dumps() -> std::io::Result<()> {
    rlimit::setrlimit(Resource::CORE, 0, 0)
}

/// Keeps all pages of this process out of the swap, those it has and those it will touch.
///
/// Under a limit that memory reaches later, an allocation would fail in the middle of a round.
/// So it is all or nothing: only where the limit can be lifted.
///
/// # Errors
/// If the limit cannot be lifted, or the system does not lock memory.
pub fn lock() -> Result<(), NotLocked> {
    rlimit::setrlimit(Resource::MEMLOCK, INFINITY, INFINITY).map_err(|_| limited())?;
    lock_pages().map_err(NotLocked::System)
}

#[cfg(target_os = "linux")]
fn lock_pages() -> std::io::Result<()> {
    use rustix::mm::{MlockAllFlags, mlockall};
    mlockall(MlockAllFlags::CURRENT | MlockAllFlags::FUTURE | MlockAllFlags::ONFAULT)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn lock_pages() -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

fn limited() -> NotLocked {
    match rlimit::getrlimit(Resource::MEMLOCK) {
        Ok((_, limit)) => NotLocked::Limit { kilobytes: limit / 1024 },
        Err(error) => NotLocked::System(error),
    }
}

/// Why the memory is not locked. The server runs all the same.
#[derive(Debug, thiserror::Error)]
pub enum NotLocked {
    /// The system lets this process lock only so much.
    #[error(
        "memory is not locked and may reach the swap: the limit is {kilobytes} KB; lift it \
         (`ulimit -l unlimited`, `LimitMEMLOCK=infinity` in a service unit) or use no swap"
    )]
    Limit {
        /// The limit in force.
        kilobytes: u64,
    },
    /// The system does not do it.
    #[error("memory is not locked and may reach the swap: {0}")]
    System(std::io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_told_with_what_would_help() {
        let said = NotLocked::Limit { kilobytes: 8192 }.to_string();
        assert!(said.contains("8192 KB") && said.contains("LimitMEMLOCK=infinity"), "{said}");
    }
}
