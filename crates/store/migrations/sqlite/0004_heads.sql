-- The end of every chain, so that a last entry cannot go unseen. Number 0 is the security
-- log.
CREATE TABLE heads (
    stream BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    hash BLOB NOT NULL
) WITHOUT ROWID;

-- One row: what all rows of heads sum up to, sealed with the key of the shoes.
CREATE TABLE heads_sum (
    one BIGINT NOT NULL PRIMARY KEY,
    sealed BLOB NOT NULL
);

-- Made with a key that is not in the database, for this state of this entry. Snapshots from
-- before have none.
DELETE FROM snapshots;
ALTER TABLE snapshots ADD COLUMN code BLOB NOT NULL DEFAULT x'';
