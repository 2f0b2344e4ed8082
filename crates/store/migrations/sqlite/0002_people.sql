-- Accounts, sign-ins, one-time links and the security log.

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
    token_hash BLOB NOT NULL PRIMARY KEY,
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
    token_hash BLOB NOT NULL PRIMARY KEY,
    account BIGINT,
    role TEXT NOT NULL,
    page TEXT NOT NULL,
    ends BIGINT NOT NULL,
    used BIGINT
);

CREATE TABLE security_log (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    account BIGINT,
    what TEXT NOT NULL,
    detail TEXT NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL
);
