-- A journal has streams of two kinds: tables, and the links that share jackpots. A table's
-- stream is its number, a link's is the negative of its number.

ALTER TABLE entries RENAME COLUMN table_id TO stream;
ALTER TABLE ledger RENAME COLUMN table_id TO stream;
ALTER TABLE snapshots RENAME COLUMN table_id TO stream;

-- What staff carry and show to confirm an award: the number on a card is kept as its hash,
-- its PIN like a password.
CREATE TABLE cards (
    id BIGINT NOT NULL PRIMARY KEY,
    number_hash BLOB NOT NULL UNIQUE,
    account BIGINT NOT NULL,
    level TEXT NOT NULL,
    pin TEXT NOT NULL,
    issued BIGINT NOT NULL,
    revoked BIGINT
);

-- A card that was shown with its PIN for one command, to be used once.
CREATE TABLE proofs (
    token_hash BLOB NOT NULL PRIMARY KEY,
    card BIGINT NOT NULL,
    -- The hash of the stream, the command's id and its body.
    subject BLOB NOT NULL,
    ends BIGINT NOT NULL,
    used BIGINT
);

CREATE INDEX proofs_ends ON proofs (ends);
