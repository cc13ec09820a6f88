-- What a person needs to distinguish their sessions, and an id for each.
ALTER TABLE sessions
    ADD COLUMN id         BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,
    ADD COLUMN created_at TIMESTAMPTZ,
    -- Names such as "Firefox" and "Windows", never the whole User-Agent.
    ADD COLUMN browser    TEXT,
    ADD COLUMN system     TEXT;

-- For existing sessions only the last use is known: 400 days before their expiry.
UPDATE sessions SET created_at = expires_at - INTERVAL '400 days';

-- The default is for servers of the previous version, which run beside this one during an upgrade.
ALTER TABLE sessions
    ALTER COLUMN created_at SET NOT NULL,
    ALTER COLUMN created_at SET DEFAULT now();
