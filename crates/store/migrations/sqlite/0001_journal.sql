-- The journal and what is written with it. Entries are long and are kept in the order
-- they come, so that a commit fills whole pages; only the small keys are scattered. Short
-- rows are kept in the order of their keys (WITHOUT ROWID).

CREATE TABLE entries (
    table_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    account BIGINT NOT NULL,
    role TEXT NOT NULL,
    command TEXT NOT NULL,
    body TEXT NOT NULL,
    json TEXT NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE UNIQUE INDEX entries_command ON entries (table_id, account, command);

CREATE TABLE ledger (
    table_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    position BIGINT NOT NULL,
    at BIGINT NOT NULL,
    from_account TEXT NOT NULL,
    to_account TEXT NOT NULL,
    micros BIGINT NOT NULL,
    from_player BIGINT,
    to_player BIGINT,
    PRIMARY KEY (table_id, version, position)
) WITHOUT ROWID;

CREATE INDEX ledger_from_player ON ledger (from_player, at) WHERE from_player IS NOT NULL;
CREATE INDEX ledger_to_player ON ledger (to_player, at) WHERE to_player IS NOT NULL;

CREATE TABLE secrets (
    table_id BIGINT NOT NULL,
    shoe BIGINT NOT NULL,
    -- The first bytes of the key's hash: which key sealed it.
    sealed_by BLOB,
    sealed BLOB,
    -- The secret of a shoe that is over: it stands in the journal too.
    plain BLOB,
    PRIMARY KEY (table_id, shoe)
) WITHOUT ROWID;

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
) WITHOUT ROWID;

CREATE TABLE round_players (
    player BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    round BIGINT NOT NULL,
    staked BIGINT NOT NULL,
    returned BIGINT NOT NULL,
    PRIMARY KEY (player, ended, table_id, round)
) WITHOUT ROWID;

-- A cache: may be emptied at any time.
CREATE TABLE snapshots (
    table_id BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    hash BLOB NOT NULL,
    bytes BLOB NOT NULL
);

CREATE TABLE profiles (
    hash TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
);

CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
