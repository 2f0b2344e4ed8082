//! How many files the process may hold open, and what that means for sockets.

/// Descriptors for the database, the listener, the log and whatever else.
const BESIDES_SOCKETS: u64 = 64;

/// Raises the limit of open files as far as the system lets us, and says what is
/// missing for so many sockets.
///
/// # Errors
/// If the limit stays too low; the sentence says by how much and what would help.
pub(crate) fn prepare(sockets: u32) -> Result<(), TooFewFiles> {
    let needed = u64::from(sockets) + BESIDES_SOCKETS;
    // Where the limit cannot even be read there is nothing to say about it.
    match rlimit::increase_nofile_limit(needed) {
        Ok(limit) => judge(limit, sockets),
        Err(_) => Ok(()),
    }
}

fn judge(limit: u64, sockets: u32) -> Result<(), TooFewFiles> {
    if limit >= u64::from(sockets) + BESIDES_SOCKETS {
        return Ok(());
    }
    Err(TooFewFiles { limit, room: limit.saturating_sub(BESIDES_SOCKETS), sockets })
}

/// The limit of open files is too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the limit of open files is {limit}: there is room for about {room} sockets instead of \
     {sockets}; raise it (`ulimit -n`, `LimitNOFILE=` in a service unit) or lower --sockets"
)]
pub struct TooFewFiles {
    /// The limit in force.
    pub limit: u64,
    /// The sockets that fit.
    pub room: u64,
    /// The sockets that would be accepted.
    pub sockets: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_judged_with_room_for_the_rest() {
        assert_eq!(judge(1064, 1000), Ok(()));
        let refused = judge(1063, 1000).unwrap_err();
        assert_eq!(refused, TooFewFiles { limit: 1063, room: 999, sockets: 1000 });
        assert!(refused.to_string().contains("ulimit -n"));
    }
}
