//! The stable codes of everything the server refuses: one closed list, those of tables and
//! links included, which the interface's description names.

use std::fmt;

use serde::{Serialize, Serializer};

/// Declares the server's own codes once: the type, the words, and the list of both.
macro_rules! codes {
    ($($code:ident = $word:literal,)+) => {
        /// The stable code of a refusal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Code {
            /// Of a table or a link.
            Refused(table::Code),
            $($code,)+
        }

        impl Code {
            /// Every code.
            pub fn all() -> impl Iterator<Item = Code> {
                table::Code::all().map(Code::Refused).chain([$(Code::$code),+])
            }

            /// The code's word.
            pub fn word(self) -> &'static str {
                match self {
                    Code::Refused(code) => code.word(),
                    $(Code::$code => $word,)+
                }
            }
        }
    };
}

codes! {
    BotsMalformed = "bots.malformed",
    BotsTable = "bots.table",
    CardProof = "card.proof",
    CardRefused = "card.refused",
    CardWait = "card.wait",
    CommandMalformed = "command.malformed",
    CsrfToken = "csrf.token",
    DayUnknown = "day.unknown",
    EntropyNone = "entropy.none",
    GameFaults = "game.faults",
    HostUnknown = "host.unknown",
    IdMalformed = "id.malformed",
    LinkUnknown = "link.unknown",
    MethodUnknown = "method.unknown",
    NotFound = "not.found",
    OriginForeign = "origin.foreign",
    OriginMissing = "origin.missing",
    RateLimit = "rate.limit",
    RequestLarge = "request.large",
    RequestMalformed = "request.malformed",
    RequestSlow = "request.slow",
    RequestType = "request.type",
    RoundGame = "round.game",
    RoundPaytable = "round.paytable",
    ServerFailed = "server.failed",
    ServerStopping = "server.stopping",
    SessionNone = "session.none",
    SignInMalformed = "sign-in.malformed",
    SignInRefused = "sign-in.refused",
    SignInWait = "sign-in.wait",
    SocketNeeded = "socket.needed",
    StoreFailed = "store.failed",
    SwipeMalformed = "swipe.malformed",
    TableBusy = "table.busy",
    TableMalformed = "table.malformed",
    TableSign = "table.sign",
    TableTaken = "table.taken",
    TableUnknown = "table.unknown",
}

impl From<table::Code> for Code {
    fn from(code: table::Code) -> Code {
        Code::Refused(code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

impl utoipa::PartialSchema for Code {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The stable code of a refusal."))
            .enum_values(Some(Code::all().map(Code::word)))
            .into()
    }
}

impl utoipa::ToSchema for Code {
    fn name() -> std::borrow::Cow<'static, str> {
        "RefusalCode".into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_word_is_one_code() {
        let words: Vec<&str> = Code::all().map(Code::word).collect();
        let different: BTreeSet<&str> = words.iter().copied().collect();
        assert_eq!(different.len(), words.len());
    }
}
