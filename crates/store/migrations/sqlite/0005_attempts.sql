-- Attempts at passwords, PINs and links, counted before they are checked. A key is the hash of
-- what is counted: a name, a card, an address. A row is forgotten when it ends.
CREATE TABLE attempts (
    key BLOB NOT NULL PRIMARY KEY,
    tries BIGINT NOT NULL,
    last BIGINT NOT NULL,
    ends BIGINT NOT NULL
) WITHOUT ROWID;

CREATE INDEX attempts_ends ON attempts (ends);
