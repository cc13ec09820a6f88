SELECT lock_for_migration('accounts');

-- Browser ids that accounts have given up for new ones: who still has one is told so, rather than that it owns nothing.
CREATE TABLE renewed_ids (
    id         UUID        PRIMARY KEY,
    account_id BIGINT      NOT NULL REFERENCES accounts ON DELETE CASCADE,
    renewed_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX renewed_ids_account_id ON renewed_ids (account_id, renewed_at);
