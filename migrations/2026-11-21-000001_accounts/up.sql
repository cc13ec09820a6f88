CREATE TABLE accounts (
    id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The browser id that belongs to the account on all devices.
    browser_id    UUID        NOT NULL UNIQUE,
    -- As its owner wrote it.
    username      TEXT        NOT NULL,
    -- The normalised name, by which names are compared.
    username_key  TEXT        NOT NULL UNIQUE,
    -- Argon2id with salt and parameters, in the PHC string format.
    password_hash TEXT        NOT NULL,
    last_visited  TIMESTAMPTZ NOT NULL,
    created_at    TIMESTAMPTZ NOT NULL
);

CREATE TABLE sessions (
    -- The SHA-256 of the token in the cookie, so that reading this table is not enough to sign in.
    digest     BYTEA       PRIMARY KEY CHECK (octet_length(digest) = 32),
    account_id BIGINT      NOT NULL REFERENCES accounts ON DELETE CASCADE,
    expires_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
