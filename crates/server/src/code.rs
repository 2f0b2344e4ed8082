//! The stable codes of everything the server refuses: one closed list, those of tables and
//! links included, which the interface's description names.

rules::words! {
    /// The stable code of a refusal.
    #[allow(missing_docs)]
    pub enum Code of { Refused(table::Code) } as "RefusalCode" {
        AccountKept = "account.kept",
        BotsMalformed = "bots.malformed",
        BotsTable = "bots.table",
        CardMisread = "card.misread",
        CardPin = "card.pin",
        CardProof = "card.proof",
        CardRefused = "card.refused",
        CardUnknown = "card.unknown",
        CardWait = "card.wait",
        CoachAttended = "coach.attended",
        CoachUnsolved = "coach.unsolved",
        CommandMalformed = "command.malformed",
        CsrfToken = "csrf.token",
        DayUnknown = "day.unknown",
        DisplayMalformed = "display.malformed",
        DisplayRevoked = "display.revoked",
        DisplayUnknown = "display.unknown",
        EntropyNone = "entropy.none",
        GameFaults = "game.faults",
        HostUnknown = "host.unknown",
        IdMalformed = "id.malformed",
        LinkUnknown = "link.unknown",
        MethodUnknown = "method.unknown",
        NameMalformed = "name.malformed",
        NameTaken = "name.taken",
        NotFound = "not.found",
        OriginForeign = "origin.foreign",
        OriginMissing = "origin.missing",
        PasswordWeak = "password.weak",
        PersonBroken = "person.broken",
        RateLimit = "rate.limit",
        RequestLarge = "request.large",
        RequestMalformed = "request.malformed",
        RequestSlow = "request.slow",
        RequestType = "request.type",
        RoleMalformed = "role.malformed",
        RoundGame = "round.game",
        RoundPaytable = "round.paytable",
        ServerFailed = "server.failed",
        ServerStopping = "server.stopping",
        SessionNone = "session.none",
        SignInMalformed = "sign-in.malformed",
        SignInRefused = "sign-in.refused",
        SignInWait = "sign-in.wait",
        SocketNeeded = "socket.needed",
        StaffCard = "staff.card",
        StaffMalformed = "staff.malformed",
        StaffRevoked = "staff.revoked",
        StaffUnknown = "staff.unknown",
        StoreFailed = "store.failed",
        SwipeMalformed = "swipe.malformed",
        TableBusy = "table.busy",
        TableMalformed = "table.malformed",
        TableName = "table.name",
        TableSign = "table.sign",
        TableTaken = "table.taken",
        TableUnknown = "table.unknown",
    }
}

impl From<table::Code> for Code {
    fn from(code: table::Code) -> Code {
        Code::Refused(code)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::Word as _;

    use super::*;

    #[test]
    fn a_word_is_one_code() {
        let different: BTreeSet<&str> = Code::ALL.iter().map(|code| code.word()).collect();
        assert_eq!(different.len(), Code::ALL.len());
    }
}
