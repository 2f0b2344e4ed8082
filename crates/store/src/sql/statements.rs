//! The statements that SQLite and PostgreSQL both understand. What only one of them does stands
//! with it, in its own `sql.rs`.

use std::ops::Range;
use std::sync::LazyLock;

pub(crate) const HEAD: &str =
    "SELECT version, hash FROM entries WHERE stream = $1 ORDER BY version DESC LIMIT 1";
// Jumps from stream to stream instead of reading every entry.
pub(crate) const STREAMS: &str = "WITH RECURSIVE found (stream) AS (
        SELECT MIN(stream) FROM entries
        UNION ALL
        SELECT (SELECT MIN(e.stream) FROM entries e WHERE e.stream > found.stream)
        FROM found WHERE found.stream IS NOT NULL
    ) SELECT e.stream, e.version, e.hash FROM found JOIN entries e ON e.stream = found.stream
        AND e.version = (SELECT MAX(l.version) FROM entries l WHERE l.stream = found.stream)
    ORDER BY e.stream";
pub(crate) const ENTRIES: &str = "SELECT version, json, hash FROM entries
    WHERE stream = $1 AND version > $2 ORDER BY version LIMIT $3";
pub(crate) const ROWS: &str =
    "SELECT version, at, account, role, command, body, json, previous, hash FROM entries
    WHERE stream = $1 AND version > $2 ORDER BY version LIMIT $3";
pub(crate) const ENTRY_HASH: &str = "SELECT hash FROM entries WHERE stream = $1 AND version = $2";
pub(crate) const OUTCOME: &str =
    "SELECT version, body FROM entries WHERE stream = $1 AND account = $2 AND command = $3";
pub(crate) const LEDGER_ROWS: &str = "SELECT version, position, at, from_account, to_account,
        micros, from_player, to_player FROM ledger
    WHERE stream = $1 AND version > $2 AND version <= $3 ORDER BY version, position";
pub(crate) const LEDGER_STRAY: &str = "SELECT version FROM ledger
    WHERE stream = $1 AND version > $2 ORDER BY version LIMIT 1";
pub(crate) const BALANCES: &str = "SELECT account, CAST(SUM(micros) AS BIGINT) AS micros FROM (
        SELECT to_account AS account, micros FROM ledger WHERE stream = $1
        UNION ALL
        SELECT from_account, -micros FROM ledger WHERE stream = $1
    ) moved GROUP BY account HAVING SUM(micros) <> 0";
/// The balances of clearing accounts: a table's with links, a link's with tables.
pub(crate) const CLEARING: &str =
    "SELECT stream, account, CAST(SUM(micros) AS BIGINT) AS micros FROM (
        SELECT stream, to_account AS account, micros FROM ledger
        WHERE to_account LIKE 'link:%' OR to_account LIKE 'table:%' OR to_account LIKE 'person:%'
        UNION ALL
        SELECT stream, from_account, -micros FROM ledger
        WHERE from_account LIKE 'link:%' OR from_account LIKE 'table:%'
            OR from_account LIKE 'person:%'
    ) moved GROUP BY stream, account";
/// A line of a player's list that is not in the round's.
pub(crate) const ROUND_STRAY: &str = "SELECT p.table_id AS stream, p.round FROM round_players p
    LEFT JOIN rounds r ON r.table_id = p.table_id AND r.round = p.round
    WHERE r.round IS NULL OR r.ended <> p.ended OR r.players NOT LIKE
        '%[' || p.player || ',' || p.staked || ',' || p.returned || ']%' LIMIT 1";
/// How many lines players' lists have, and how many the rounds say: each is in brackets of its
/// own, and all are in brackets together.
pub(crate) const ROUND_COUNTS: &str = "SELECT (SELECT COUNT(*) FROM round_players) AS listed,
    (SELECT CAST(COALESCE(SUM(LENGTH(players) - LENGTH(REPLACE(players, '[', '')) - 1), 0)
        AS BIGINT) FROM rounds) AS told";
pub(crate) const ROUNDS_FROM: &str =
    "SELECT table_id, round, day, started, ended, first_version, last_version, voided, players
    FROM rounds WHERE table_id = $1 AND round > $2 ORDER BY round LIMIT $3";
pub(crate) const STATEMENT_OPENING: &str =
    "SELECT CAST(COALESCE(SUM(micros), 0) AS BIGINT) AS micros
    FROM (
        SELECT micros FROM ledger WHERE to_player = $1 AND at < $2
        UNION ALL
        SELECT -micros FROM ledger WHERE from_player = $1 AND at < $2
    ) moved";
pub(crate) const STATEMENT: &str = "SELECT stream, version, position, at, other, micros FROM (
        SELECT stream, version, position, at, from_account AS other, micros
        FROM ledger WHERE to_player = $1 AND at >= $2 AND at < $3
        UNION ALL
        SELECT stream, version, position, at, to_account, -micros
        FROM ledger WHERE from_player = $1 AND at >= $2 AND at < $3
    ) moved ORDER BY at, stream, version, position";
pub(crate) const SECRETS: &str = "SELECT shoe, sealed_by, sealed, plain FROM secrets
    WHERE table_id = $1 AND shoe >= $2 ORDER BY shoe";
pub(crate) const INSERT_SECRET: &str =
    "INSERT INTO secrets (table_id, shoe, sealed_by, sealed) VALUES ($1, $2, $3, $4)";
pub(crate) const OPEN_SECRET: &str =
    "UPDATE secrets SET plain = $3, sealed = NULL, sealed_by = NULL
    WHERE table_id = $1 AND shoe = $2";
pub(crate) const ROUNDS: &str =
    "SELECT table_id, round, day, started, ended, first_version, last_version, voided, players
    FROM rounds WHERE table_id = $1 AND round < $2 ORDER BY round DESC LIMIT $3";
pub(crate) const ROUNDS_OF: &str =
    "SELECT r.table_id, r.round, r.day, r.started, r.ended, r.first_version, r.last_version,
        r.voided, r.players
    FROM round_players p JOIN rounds r ON r.table_id = p.table_id AND r.round = p.round
    WHERE p.player = $1 AND (p.ended, p.table_id, p.round) < ($2, $3, $4)
    ORDER BY p.ended DESC, p.table_id DESC, p.round DESC LIMIT $5";
pub(crate) const SNAPSHOT: &str = "SELECT s.version, s.hash, s.bytes, s.code, e.hash AS entry
    FROM snapshots s LEFT JOIN entries e ON e.stream = s.stream AND e.version = s.version
    WHERE s.stream = $1";
pub(crate) const SAVE_SNAPSHOT: &str =
    "INSERT INTO snapshots (stream, version, hash, bytes, code) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash,
        bytes = excluded.bytes, code = excluded.code";
pub(crate) const FORGET_SNAPSHOTS: &str = "DELETE FROM snapshots";
pub(crate) const SNAPSHOTS: &str = "SELECT stream FROM snapshots ORDER BY stream";
/// Where every chain was noted to end, the entry there and the last one.
pub(crate) const HEADS: &str = "SELECT h.stream, h.version, h.hash, e.hash AS found,
        (SELECT MAX(l.version) FROM entries l WHERE l.stream = h.stream) AS last
    FROM heads h LEFT JOIN entries e ON e.stream = h.stream AND e.version = h.version
    ORDER BY h.stream";
pub(crate) const NOTED: &str = "SELECT version, hash FROM heads WHERE stream = $1";
pub(crate) const FORGET_HEADS: &str = "DELETE FROM heads";
pub(crate) const HEADS_SUM: &str = "SELECT sealed FROM heads_sum WHERE one = 1";
pub(crate) const UNNOTED: &str =
    "SELECT (SELECT COUNT(*) FROM heads_sum) + (SELECT COUNT(*) FROM heads) AS rows";
pub(crate) const PROFILE: &str = "SELECT text FROM profiles WHERE hash = $1";
pub(crate) const SAVE_PROFILE: &str =
    "INSERT INTO profiles (hash, text) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING";

pub(crate) const NEXT_ACCOUNT: &str =
    "SELECT CAST(COALESCE(MAX(id), 0) + 1 AS BIGINT) AS id FROM accounts";
pub(crate) const INSERT_ACCOUNT: &str =
    "INSERT INTO accounts (id, name, folded, kind, roles, password, created)
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
pub(crate) const ACCOUNT: &str =
    "SELECT id, name, kind, roles, password, created, revoked FROM accounts WHERE id = $1";
pub(crate) const ACCOUNT_BY_NAME: &str =
    "SELECT id, name, kind, roles, password, created, revoked FROM accounts WHERE folded = $1";
pub(crate) const STAFF: &str =
    "SELECT id, name, kind, roles, password, created, revoked FROM accounts
    WHERE kind = 'staff' ORDER BY id";
pub(crate) const DISPLAYS: &str =
    "SELECT id, name, kind, roles, password, created, revoked FROM accounts
    WHERE kind = 'display' ORDER BY id";
pub(crate) const SET_PASSWORD: &str = "UPDATE accounts SET password = $2 WHERE id = $1";
pub(crate) const KEEP_GUEST: &str =
    "UPDATE accounts SET name = $2, folded = $3, kind = 'player', password = $4
    WHERE id = $1 AND kind = 'guest' AND revoked IS NULL";
pub(crate) const SET_ROLES: &str = "UPDATE accounts SET roles = $2 WHERE id = $1";
pub(crate) const REVOKE: &str = "UPDATE accounts SET revoked = COALESCE(revoked, $2) WHERE id = $1";
pub(crate) const INSERT_SESSION: &str =
    "INSERT INTO sessions (token_hash, account, role, csrf, created, seen, ends)
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
pub(crate) const SESSION: &str =
    "SELECT token_hash, account, role, csrf, created, seen, ends FROM sessions
    WHERE token_hash = $1";
pub(crate) const TOUCH_SESSION: &str =
    "UPDATE sessions SET seen = $2 WHERE token_hash = $1 AND seen < $2";
pub(crate) const DELETE_SESSION: &str = "DELETE FROM sessions WHERE token_hash = $1";
pub(crate) const DELETE_SESSIONS: &str = "DELETE FROM sessions WHERE account = $1";
pub(crate) const DELETE_ENDED: &str = "DELETE FROM sessions WHERE ends <= $1";
pub(crate) const PLAYING_SESSIONS: &str =
    "SELECT token_hash, account, role, csrf, created, seen, ends FROM sessions
    WHERE account = $1 AND role = 'player' ORDER BY created";
pub(crate) const INSERT_LINK: &str =
    "INSERT INTO links (token_hash, account, role, page, ends) VALUES ($1, $2, $3, $4, $5)";
pub(crate) const TAKE_LINK: &str =
    "UPDATE links SET used = $2 WHERE token_hash = $1 AND used IS NULL AND ends > $2
    RETURNING token_hash, account, role, page, ends";
pub(crate) const CANCEL_LINKS: &str = "DELETE FROM links WHERE account = $1 AND used IS NULL";
pub(crate) const NEXT_CARD: &str =
    "SELECT CAST(COALESCE(MAX(id), 0) + 1 AS BIGINT) AS id FROM cards";
pub(crate) const INSERT_CARD: &str =
    "INSERT INTO cards (id, number_hash, account, level, pin, issued)
    VALUES ($1, $2, $3, $4, $5, $6)";
// A card is out of use with its owner's account.
pub(crate) const CARD: &str =
    "SELECT c.id, c.account, a.name, c.level, c.pin, c.issued, COALESCE(c.revoked, a.revoked) AS revoked
    FROM cards c JOIN accounts a ON a.id = c.account WHERE c.number_hash = $1";
pub(crate) const CARD_BY_ID: &str =
    "SELECT c.id, c.account, a.name, c.level, c.pin, c.issued, COALESCE(c.revoked, a.revoked) AS revoked
    FROM cards c JOIN accounts a ON a.id = c.account WHERE c.id = $1";
pub(crate) const CARDS: &str =
    "SELECT c.id, c.account, a.name, c.level, c.pin, c.issued, COALESCE(c.revoked, a.revoked) AS revoked
    FROM cards c JOIN accounts a ON a.id = c.account ORDER BY c.id";
pub(crate) const REVOKE_CARD: &str =
    "UPDATE cards SET revoked = COALESCE(revoked, $2) WHERE id = $1";
pub(crate) const INSERT_PROOF: &str =
    "INSERT INTO proofs (token_hash, card, subject, ends) VALUES ($1, $2, $3, $4)";
pub(crate) const TAKE_PROOF: &str =
    "UPDATE proofs SET used = $2 WHERE token_hash = $1 AND used IS NULL AND ends > $2
    RETURNING card, subject";
pub(crate) const DELETE_PROOFS: &str = "DELETE FROM proofs WHERE card = $1 AND used IS NULL";
pub(crate) const DELETE_ENDED_PROOFS: &str = "DELETE FROM proofs WHERE ends <= $1";
pub(crate) const ATTEMPTS: &str = "SELECT tries, last FROM attempts WHERE key = $1 AND ends > $2";
pub(crate) const SET_ATTEMPTS: &str =
    "INSERT INTO attempts (key, tries, last, ends) VALUES ($1, $2, $3, $4)
    ON CONFLICT (key) DO UPDATE
    SET tries = excluded.tries, last = excluded.last, ends = excluded.ends";
pub(crate) const GIVE_BACK_ATTEMPT: &str =
    "UPDATE attempts SET tries = tries - 1 WHERE key = $1 AND tries > 0";
pub(crate) const CLEAR_ATTEMPTS: &str = "DELETE FROM attempts WHERE key = $1";
pub(crate) const DELETE_ENDED_ATTEMPTS: &str = "DELETE FROM attempts WHERE ends <= $1";
pub(crate) const DELETE_SURPLUS_ATTEMPTS: &str = "DELETE FROM attempts WHERE key IN (
        SELECT key FROM attempts ORDER BY ends
        LIMIT (SELECT CASE WHEN COUNT(*) > $1 THEN COUNT(*) - $1 ELSE 0 END FROM attempts))";
pub(crate) const LOG_HEAD: &str =
    "SELECT number, hash FROM security_log ORDER BY number DESC LIMIT 1";
pub(crate) const INSERT_LOG: &str =
    "INSERT INTO security_log (number, at, account, what, detail, previous, hash)
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
pub(crate) const LOG: &str = "SELECT number, at, account, what, detail, previous, hash
    FROM security_log ORDER BY number DESC LIMIT $1";
pub(crate) const LOG_FROM: &str = "SELECT number, at, account, what, detail, previous, hash
    FROM security_log WHERE number > $1 ORDER BY number LIMIT $2";
pub(crate) const SETTING: &str = "SELECT value FROM meta WHERE name = $1";
pub(crate) const SET_SETTING: &str = "INSERT INTO meta (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/// Where all chains were noted to end.
pub(crate) const ALL_NOTED: &str = "SELECT stream, version, hash FROM heads ORDER BY stream";
/// The settings of a floor; not those of the database that it lies in.
pub(crate) const SETTINGS_OF_FLOOR: &str = "SELECT name, value FROM meta
    WHERE name NOT IN ('carried', 'format', 'last-backup', 'log', 'program') ORDER BY name";

/// For a database that was restored.
pub(crate) const FORGET_SESSIONS: &str = "DELETE FROM sessions";
pub(crate) const FORGET_LINKS: &str = "DELETE FROM links";
pub(crate) const FORGET_PROOFS: &str = "DELETE FROM proofs";
pub(crate) const FORGET_SETTING: &str = "DELETE FROM meta WHERE name = $1";

/// How the places of values are marked in a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    /// SQLite: without numbers, which it would look for by walking through all of them.
    Plain,
    /// PostgreSQL knows no others.
    Numbered,
}

/// An INSERT of many rows at once, prepared for a few numbers of rows.
pub(crate) struct ManyRows {
    plain: Vec<(usize, String)>,
    numbered: Vec<(usize, String)>,
}

impl ManyRows {
    /// Few sizes, so that every statement is prepared once and then kept.
    const SIZES: [usize; 4] = [64, 16, 4, 1];

    pub(crate) fn new(into: &str, columns: usize) -> ManyRows {
        ManyRows::or(into, columns, "", "")
    }

    /// The same with something behind the values of every row, and what is done about rows that
    /// are there.
    pub(crate) fn or(into: &str, columns: usize, behind: &str, conflict: &str) -> ManyRows {
        let sized = |marks: Marks| {
            let statement = |rows: usize| {
                let row = |row: usize| {
                    let mark = |column: usize| match marks {
                        Marks::Plain => "?".to_owned(),
                        Marks::Numbered => format!("${}", row * columns + column + 1),
                    };
                    format!("({}{behind})", (0..columns).map(mark).collect::<Vec<_>>().join(","))
                };
                let values: Vec<String> = (0..rows).map(row).collect();
                (rows, format!("INSERT INTO {into} VALUES {}{conflict}", values.join(",")))
            };
            ManyRows::SIZES.map(statement).into()
        };
        ManyRows { plain: sized(Marks::Plain), numbered: sized(Marks::Numbered) }
    }

    /// Its statements, each with the number of its rows.
    pub(crate) fn by_size(&'static self, marks: Marks) -> &'static [(usize, String)] {
        match marks {
            Marks::Plain => &self.plain,
            Marks::Numbered => &self.numbered,
        }
    }

    /// The statements that insert so many rows, each with the rows it takes.
    pub(crate) fn parts(
        &'static self,
        marks: Marks,
        rows: usize,
    ) -> Vec<(&'static str, Range<usize>)> {
        let mut parts = Vec::new();
        let mut done = 0;
        for (size, sql) in self.by_size(marks) {
            while rows - done >= *size {
                parts.push((sql.as_str(), done..done + size));
                done += size;
            }
        }
        parts
    }
}

pub(crate) static INSERT_ENTRIES: LazyLock<ManyRows> = LazyLock::new(|| {
    let columns =
        "entries (stream, version, at, account, role, command, body, json, previous, hash)";
    ManyRows::new(columns, 10)
});
pub(crate) static INSERT_LEDGER: LazyLock<ManyRows> = LazyLock::new(|| {
    let columns = "ledger (stream, version, position, at, from_account, to_account, micros, \
                   from_player, to_player)";
    ManyRows::new(columns, 9)
});
pub(crate) static INSERT_ROUNDS: LazyLock<ManyRows> = LazyLock::new(|| {
    let columns = "rounds (table_id, round, day, started, ended, first_version, last_version, \
                   voided, players)";
    ManyRows::new(columns, 9)
});
pub(crate) static INSERT_ROUND_PLAYERS: LazyLock<ManyRows> = LazyLock::new(|| {
    ManyRows::new("round_players (player, ended, table_id, round, staked, returned)", 6)
});
/// What the values of a column are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Text,
    Bytes,
}

/// A table that is carried from one database to another, row by row in the order of its key.
pub(crate) struct Carried {
    /// Its name.
    pub(crate) name: &'static str,
    /// The kinds of its columns; those of the key come first.
    pub(crate) kinds: Vec<Kind>,
    /// How many columns its key has.
    pub(crate) key: usize,
    /// The rows behind a key, at most so many.
    pub(crate) read: String,
    /// How many rows there are.
    pub(crate) count: String,
    /// Puts rows into it.
    pub(crate) insert: ManyRows,
}

impl Carried {
    /// With so many columns as its key: first numbers, then texts, then bytes.
    fn new(name: &'static str, key: usize, [numbers, texts, bytes]: [&str; 3]) -> Carried {
        let all = [(numbers, Kind::Number), (texts, Kind::Text), (bytes, Kind::Bytes)];
        let columns = all.iter().flat_map(|(names, kind)| {
            names.split_whitespace().map(move |name| (name.to_owned(), *kind))
        });
        let (columns, kinds): (Vec<String>, Vec<Kind>) = columns.unzip();
        let (keys, columns) = (columns[..key].join(", "), columns.join(", "));
        let marks: Vec<String> = (1..=key).map(|place| format!("${place}")).collect();
        let (marks, limit) = (marks.join(", "), key + 1);
        Carried {
            read: format!(
                "SELECT {columns} FROM {name} WHERE ({keys}) > ({marks}) ORDER BY {keys} LIMIT ${limit}"
            ),
            count: format!("SELECT COUNT(*) FROM {name}"),
            insert: ManyRows::new(&format!("{name} ({columns})"), kinds.len()),
            name,
            kinds,
            key,
        }
    }
}

/// Everything of a floor but the ends of its chains and its settings, which come last, and what
/// ends by itself: sessions, links, shown cards, attempts.
pub(crate) static CARRIED: LazyLock<Vec<Carried>> = LazyLock::new(|| {
    let ledger = "stream version position at micros from_player to_player";
    let rounds = "table_id round day started ended first_version last_version voided";
    let players = "player ended table_id round staked returned";
    vec![
        Carried::new(
            "entries",
            2,
            ["stream version at account", "role command body json", "previous hash"],
        ),
        Carried::new("ledger", 3, [ledger, "from_account to_account", ""]),
        Carried::new("rounds", 2, [rounds, "players", ""]),
        Carried::new("round_players", 4, [players, "", ""]),
        Carried::new("secrets", 2, ["table_id shoe", "", "sealed_by sealed plain"]),
        Carried::new("profiles", 1, ["", "hash text", ""]),
        Carried::new("snapshots", 1, ["stream version", "", "hash bytes code"]),
        Carried::new("security_log", 1, ["number at account", "what detail", "previous hash"]),
        Carried::new("accounts", 1, ["id created revoked", "name folded kind roles password", ""]),
        Carried::new("cards", 1, ["id account issued revoked", "level pin", "number_hash"]),
    ]
});

/// The statements of the journal.
const OF_THE_JOURNAL: &[&str] = &[
    HEAD,
    STREAMS,
    ENTRIES,
    ROWS,
    ENTRY_HASH,
    OUTCOME,
    LEDGER_ROWS,
    LEDGER_STRAY,
    BALANCES,
    CLEARING,
    ROUND_STRAY,
    ROUND_COUNTS,
    ROUNDS_FROM,
    STATEMENT_OPENING,
    STATEMENT,
    SECRETS,
    INSERT_SECRET,
    OPEN_SECRET,
    ROUNDS,
    ROUNDS_OF,
    SNAPSHOT,
    SAVE_SNAPSHOT,
    FORGET_SNAPSHOTS,
    SNAPSHOTS,
    HEADS,
    NOTED,
    FORGET_HEADS,
    HEADS_SUM,
    UNNOTED,
    PROFILE,
    SAVE_PROFILE,
    ALL_NOTED,
];

/// The statements of people, cards, links, logs and settings.
const OF_THE_HOUSE: &[&str] = &[
    NEXT_ACCOUNT,
    INSERT_ACCOUNT,
    ACCOUNT,
    ACCOUNT_BY_NAME,
    STAFF,
    DISPLAYS,
    SET_PASSWORD,
    KEEP_GUEST,
    SET_ROLES,
    REVOKE,
    INSERT_SESSION,
    SESSION,
    TOUCH_SESSION,
    DELETE_SESSION,
    DELETE_SESSIONS,
    DELETE_ENDED,
    PLAYING_SESSIONS,
    INSERT_LINK,
    TAKE_LINK,
    NEXT_CARD,
    INSERT_CARD,
    CARD,
    CARD_BY_ID,
    CARDS,
    REVOKE_CARD,
    INSERT_PROOF,
    TAKE_PROOF,
    DELETE_PROOFS,
    DELETE_ENDED_PROOFS,
    FORGET_PROOFS,
    CANCEL_LINKS,
    ATTEMPTS,
    SET_ATTEMPTS,
    GIVE_BACK_ATTEMPT,
    CLEAR_ATTEMPTS,
    DELETE_ENDED_ATTEMPTS,
    DELETE_SURPLUS_ATTEMPTS,
    LOG_HEAD,
    INSERT_LOG,
    LOG,
    LOG_FROM,
    SETTING,
    SET_SETTING,
    SETTINGS_OF_FLOOR,
    FORGET_SESSIONS,
    FORGET_LINKS,
    FORGET_SETTING,
];

/// Every statement, with the places of values marked in one way.
pub(crate) fn common(marks: Marks) -> Vec<&'static str> {
    let mut all = [OF_THE_JOURNAL, OF_THE_HOUSE].concat();
    for many in [&INSERT_ENTRIES, &INSERT_LEDGER, &INSERT_ROUNDS, &INSERT_ROUND_PLAYERS] {
        all.extend(many.by_size(marks).iter().map(|(_, sql)| sql.as_str()));
    }
    for carried in CARRIED.iter() {
        all.extend([carried.read.as_str(), carried.count.as_str()]);
        all.extend(carried.insert.by_size(marks).iter().map(|(_, sql)| sql.as_str()));
    }
    all
}
