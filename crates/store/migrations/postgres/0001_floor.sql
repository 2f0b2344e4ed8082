-- The journal and what is written with it, as SQLite has it after its five steps; entries are
-- kept in the order they come. A table's stream is its number, a link's the negative of its
-- number.

CREATE TABLE entries (
    stream BIGINT NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    account BIGINT NOT NULL,
    role TEXT NOT NULL,
    command TEXT NOT NULL,
    body TEXT NOT NULL,
    json TEXT NOT NULL,
    previous BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (stream, version)
);

CREATE UNIQUE INDEX entries_command ON entries (stream, account, command);

CREATE TABLE ledger (
    stream BIGINT NOT NULL,
    version BIGINT NOT NULL,
    position BIGINT NOT NULL,
    at BIGINT NOT NULL,
    from_account TEXT NOT NULL,
    to_account TEXT NOT NULL,
    micros BIGINT NOT NULL,
    from_player BIGINT,
    to_player BIGINT,
    PRIMARY KEY (stream, version, position)
);

CREATE INDEX ledger_from_player ON ledger (from_player, at) WHERE from_player IS NOT NULL;
CREATE INDEX ledger_to_player ON ledger (to_player, at) WHERE to_player IS NOT NULL;

CREATE TABLE secrets (
    table_id BIGINT NOT NULL,
    shoe BIGINT NOT NULL,
    -- The first bytes of the key's hash: which key sealed it.
    sealed_by BYTEA,
    sealed BYTEA,
    -- The secret of a shoe that is over: it stands in the journal too.
    plain BYTEA,
    PRIMARY KEY (table_id, shoe)
);

CREATE TABLE rounds (
    table_id BIGINT NOT NULL,
    round BIGINT NOT NULL,
    day BIGINT NOT NULL,
    started BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    first_version BIGINT NOT NULL,
    last_version BIGINT NOT NULL,
    voided BIGINT NOT NULL,
    -- [[player, staked, returned], …]: what round_players says, in the order of the round.
    players TEXT NOT NULL,
    PRIMARY KEY (table_id, round)
);

CREATE TABLE round_players (
    player BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    round BIGINT NOT NULL,
    staked BIGINT NOT NULL,
    returned BIGINT NOT NULL,
    PRIMARY KEY (player, ended, table_id, round)
);

-- A cache: may be emptied at any time.
CREATE TABLE snapshots (
    stream BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    bytes BYTEA NOT NULL,
    -- Made with a key that is not in the database, for this state of this entry.
    code BYTEA NOT NULL
);

CREATE TABLE profiles (
    hash TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
);

CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Accounts, sign-ins, one-time links, cards and the security log.

CREATE TABLE accounts (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name in lower case: two names that differ only in case are one.
    folded TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    roles TEXT NOT NULL,
    password TEXT,
    created BIGINT NOT NULL,
    revoked BIGINT
);

CREATE TABLE sessions (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL,
    role TEXT NOT NULL,
    csrf TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    ends BIGINT NOT NULL
);

CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_ends ON sessions (ends);

CREATE TABLE links (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    account BIGINT,
    role TEXT NOT NULL,
    page TEXT NOT NULL,
    ends BIGINT NOT NULL,
    used BIGINT
);

-- The number on a card is kept as its hash, its PIN like a password.
CREATE TABLE cards (
    id BIGINT NOT NULL PRIMARY KEY,
    number_hash BYTEA NOT NULL UNIQUE,
    account BIGINT NOT NULL,
    level TEXT NOT NULL,
    pin TEXT NOT NULL,
    issued BIGINT NOT NULL,
    revoked BIGINT
);

-- A card that was shown with its PIN for one command, to be used once.
CREATE TABLE proofs (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    card BIGINT NOT NULL,
    -- The hash of the stream, the command's id and its body.
    subject BYTEA NOT NULL,
    ends BIGINT NOT NULL,
    used BIGINT
);

CREATE INDEX proofs_ends ON proofs (ends);

CREATE TABLE security_log (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    account BIGINT,
    what TEXT NOT NULL,
    detail TEXT NOT NULL,
    previous BYTEA NOT NULL,
    hash BYTEA NOT NULL
);

-- Attempts at passwords, PINs and links, counted before they are checked. A key is the hash of
-- what is counted: a name, a card, an address. A row is forgotten when it ends.
CREATE TABLE attempts (
    key BYTEA NOT NULL PRIMARY KEY,
    tries BIGINT NOT NULL,
    last BIGINT NOT NULL,
    ends BIGINT NOT NULL
);

CREATE INDEX attempts_ends ON attempts (ends);

-- The end of every chain, so that a last entry cannot go unseen. Number 0 is the security
-- log. Whoever appends to a stream holds its row.
CREATE TABLE heads (
    stream BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    -- The commit that noted it: where other processes go on reading.
    changed BIGINT NOT NULL
);

CREATE INDEX heads_changed ON heads (changed);

-- One row: what all rows of heads sum up to, sealed with the key of the shoes. Whoever holds it
-- is the only one who commits, so that the numbers of commits are in the order in which they
-- become visible.
CREATE TABLE heads_sum (
    one BIGINT NOT NULL PRIMARY KEY,
    sealed BYTEA NOT NULL,
    commits BIGINT NOT NULL DEFAULT 1,
    -- How many commits have changed something of the house: accounts, sessions, cards.
    house BIGINT NOT NULL DEFAULT 0
);

-- Which players each process sees at which tables, side by side. A process that has said nothing
-- for a few seconds sees nobody.
CREATE UNLOGGED TABLE present (
    process TEXT NOT NULL PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL,
    tables BIGINT[] NOT NULL,
    players BIGINT[] NOT NULL
);

-- Which program this database belongs to, and how its journal is written.
INSERT INTO meta (name, value) VALUES ('program', 'bahama'), ('format', '1');
