-- The whole schema of 1.0. A database from before it is neither changed nor served (crates/storage/src/migrations.rs).

CREATE TABLE alarms (
    id             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    browser_id     UUID        NOT NULL,
    -- An idempotency key that the client created: a repeated request finds the row that the first one inserted.
    client_key     UUID,
    -- The wall time in the zone, in minutes after midnight.
    minute_of_day  SMALLINT    NOT NULL CHECK (minute_of_day BETWEEN 0 AND 1439),
    repeat         TEXT        NOT NULL CHECK (repeat IN ('daily', 'weekday', 'weekend', 'days', 'once')),
    -- One bit per day, Monday's the lowest. Ignored unless `repeat` is `days`, as `date` is unless it is `once`.
    days           SMALLINT    CHECK (days BETWEEN 1 AND 127),
    date           DATE,
    -- An IANA name.
    timezone       TEXT        NOT NULL,
    sound          TEXT        NOT NULL,
    snooze_minutes SMALLINT    NOT NULL CHECK (snooze_minutes BETWEEN 1 AND 60),
    label          TEXT        CHECK (char_length(label) BETWEEN 1 AND 100),
    -- The next ring; null means switched off.
    next_trigger   TIMESTAMPTZ,
    enabled        BOOLEAN     NOT NULL GENERATED ALWAYS AS (next_trigger IS NOT NULL) STORED,
    -- Equal to next_trigger while the alarm is snoozed, otherwise null.
    snoozed_until  TIMESTAMPTZ CHECK (snoozed_until IS NOT DISTINCT FROM next_trigger OR snoozed_until IS NULL),
    -- The instant of the ring that was last skipped.
    skipped        TIMESTAMPTZ,
    -- The alarm does not ring before this day in its zone.
    paused_until   DATE,
    -- The log is kept for an hour. A device that slept longer still needs to know whether an alarm was due and answered:
    -- the instant for which it was last due, whether it rang or was passed over, and that of the last answered ring.
    last_due       TIMESTAMPTZ,
    last_answered  TIMESTAMPTZ,
    created_at     TIMESTAMPTZ NOT NULL,
    CONSTRAINT alarms_days_chosen CHECK (repeat <> 'days' OR days IS NOT NULL)
);

CREATE INDEX alarms_browser_enabled ON alarms (browser_id, enabled);
CREATE INDEX alarms_next_trigger ON alarms (next_trigger) WHERE next_trigger IS NOT NULL;
CREATE UNIQUE INDEX alarms_client_key ON alarms (browser_id, client_key) WHERE client_key IS NOT NULL;

CREATE TABLE timers (
    id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    browser_id    UUID        NOT NULL,
    -- As of alarms.
    client_key    UUID,
    -- Zero for timers with steps.
    total_seconds INTEGER     NOT NULL CONSTRAINT timers_total_seconds_check CHECK (
        CASE WHEN steps IS NULL THEN total_seconds BETWEEN 1 AND 86399 ELSE total_seconds = 0 END
    ),
    sound         TEXT        NOT NULL,
    label         TEXT        CHECK (char_length(label) BETWEEN 1 AND 100),
    -- A running timer has an end, a stopped one the remaining time.
    ends_at       TIMESTAMPTZ,
    remaining_ms  BIGINT,
    enabled       BOOLEAN     NOT NULL GENERATED ALWAYS AS (ends_at IS NOT NULL) STORED,
    -- The whole duration of the present run, or step, in seconds, if it was extended.
    run_seconds   INTEGER     CHECK (run_seconds > 0),
    -- [[seconds, label or null], …]: the steps of one round.
    steps         JSONB,
    rounds        SMALLINT    CHECK (rounds BETWEEN 1 AND 99),
    -- The index of the present step over all rounds, from 0.
    step          INTEGER     CHECK (step >= 0),
    -- The position in a list that was ordered by hand, as a creation instant to sort by. Null: by `created_at`.
    listed_at     TIMESTAMPTZ,
    created_at    TIMESTAMPTZ NOT NULL,
    CHECK ((ends_at IS NULL) <> (remaining_ms IS NULL)),
    CONSTRAINT timers_steps_check CHECK (num_nulls(steps, rounds, step) IN (0, 3)),
    CONSTRAINT timers_remaining_check CHECK (
        remaining_ms >= 0 AND (steps IS NOT NULL OR remaining_ms <= greatest(total_seconds, run_seconds) * 1000::BIGINT)
    )
);

CREATE INDEX timers_browser_enabled ON timers (browser_id, enabled);
CREATE INDEX timers_ends_at ON timers (ends_at) WHERE ends_at IS NOT NULL;
CREATE UNIQUE INDEX timers_client_key ON timers (browser_id, client_key) WHERE client_key IS NOT NULL;
-- Every ring writes an entry to each B-tree index of `timers`. No query reads this one, and a ring changes it rarely.
CREATE INDEX timers_created_at ON timers USING brin (created_at);

-- The partition of a ring, one of six, by the twenty minutes in which it was due. A partition is used again after two hours;
-- before that everything in it is more than an hour old and can be truncated. The argument is a TIMESTAMP in UTC, because
-- only then Postgres inlines the function.
CREATE FUNCTION firing_lane(scheduled_for TIMESTAMPTZ) RETURNS SMALLINT IMMUTABLE STRICT PARALLEL SAFE LANGUAGE SQL
    RETURN (floor(date_part('epoch', scheduled_for AT TIME ZONE 'UTC') / 1200)::BIGINT % 6)::SMALLINT;

-- The claimed batches, in the order in which they became visible. The firings of a batch have ids from block * 4096.
CREATE TABLE batches (
    place    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    block    BIGINT      NOT NULL UNIQUE,
    -- The number of its firings when it was appended.
    rings    INTEGER     NOT NULL,
    fired_at TIMESTAMPTZ NOT NULL
);

CREATE SEQUENCE firing_blocks;

-- The log of all rings: claims append to it, event streams read it, and rows are kept for an hour. A row contains the alarm
-- or timer as it was after the ring, so that a later change or deletion does not alter what a stream replays. A claim writes
-- its rows without any lock, in a block of ids of its own, and only the place of the block is assigned under the lock of the
-- log.
CREATE TABLE firings (
    id             BIGINT      NOT NULL,
    lane           SMALLINT    NOT NULL CONSTRAINT firings_lane CHECK (lane = firing_lane(scheduled_for)),
    browser_id     UUID        NOT NULL,
    kind           TEXT        NOT NULL CHECK (kind IN ('alarm', 'timer')),
    row_id         BIGINT      NOT NULL,
    scheduled_for  TIMESTAMPTZ NOT NULL,
    fired_at       TIMESTAMPTZ NOT NULL,
    sound          TEXT        NOT NULL,
    label          TEXT,
    created_at     TIMESTAMPTZ NOT NULL,
    -- Only of alarms.
    minute_of_day  SMALLINT,
    repeat         TEXT,
    days           SMALLINT,
    date           DATE,
    timezone       TEXT,
    snooze_minutes SMALLINT,
    next_trigger   TIMESTAMPTZ,
    skipped        TIMESTAMPTZ,
    paused_until   DATE,
    -- Only of timers. After the end of a step the timer runs until the end of the next one.
    total_seconds  INTEGER,
    steps          JSONB,
    rounds         SMALLINT,
    step           INTEGER,
    ends_at        TIMESTAMPTZ,
    -- The answer: the first one counts. Null until somebody answers.
    answer         TEXT        CHECK (answer IN ('stop', 'snooze')),
    answered_at    TIMESTAMPTZ,
    snoozed_until  TIMESTAMPTZ,
    PRIMARY KEY (id, lane),
    UNIQUE (kind, row_id, scheduled_for, lane),
    CHECK (CASE kind
        WHEN 'alarm' THEN num_nulls(minute_of_day, repeat, timezone, snooze_minutes) = 0 AND total_seconds IS NULL
        ELSE num_nonnulls(minute_of_day, repeat, timezone, snooze_minutes, next_trigger) = 0 AND total_seconds IS NOT NULL
    END)
) PARTITION BY LIST (lane);

CREATE INDEX firings_browser ON firings (browser_id, id);
CREATE TABLE firings_0 PARTITION OF firings FOR VALUES IN (0);
CREATE TABLE firings_1 PARTITION OF firings FOR VALUES IN (1);
CREATE TABLE firings_2 PARTITION OF firings FOR VALUES IN (2);
CREATE TABLE firings_3 PARTITION OF firings FOR VALUES IN (3);
CREATE TABLE firings_4 PARTITION OF firings FOR VALUES IN (4);
CREATE TABLE firings_5 PARTITION OF firings FOR VALUES IN (5);

-- The day of the last visit of each browser that owns something. A browser that owns nothing has no row.
CREATE TABLE browsers (
    id      UUID        PRIMARY KEY,
    seen_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX browsers_seen_at ON browsers (seen_at);

-- The cities and zones that a person has pinned on the clock pages: one list per browser, none if nothing was ever pinned.
CREATE TABLE city_lists (
    browser_id UUID        PRIMARY KEY,
    -- [[key, name or null], …] in their order; the name is the person's own.
    cities     JSONB       NOT NULL CHECK (jsonb_typeof(cities) = 'array'),
    changed_at TIMESTAMPTZ NOT NULL
);

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
    -- By which its owner ends it.
    id         BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,
    account_id BIGINT      NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- What a person needs to distinguish their sessions: names such as "Firefox" and "Windows", never the whole User-Agent.
    browser    TEXT,
    system     TEXT,
    expires_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Devices that get rings through their browsers' push services, with no page open.
CREATE TABLE devices (
    -- The server's own id; the id that the device chose is only unique within its browser id.
    number           BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    browser_id       UUID        NOT NULL,
    id               UUID        NOT NULL,
    -- The session in which the device was last registered: it ends with that session and with no other. Null: without one.
    session          BIGINT,
    -- The address of the subscription. It is as secret as a password, so it is in no log and no response.
    endpoint         TEXT        NOT NULL CHECK (char_length(endpoint) <= 1024),
    -- Its scheme, host and port.
    origin           TEXT        NOT NULL,
    endpoint_digest  BYTEA       NOT NULL,
    p256dh           BYTEA       NOT NULL CHECK (octet_length(p256dh) = 65),
    auth             BYTEA       NOT NULL CHECK (octet_length(auth) = 16),
    -- The server's public key to which the subscription is bound.
    vapid_key        BYTEA       NOT NULL CHECK (octet_length(vapid_key) = 65),
    language         TEXT        NOT NULL,
    hides_labels     BOOLEAN     NOT NULL,
    -- For how many seconds an unanswered ring is repeated.
    ring_for         INTEGER     NOT NULL CHECK (ring_for BETWEEN 60 AND 1800),
    state            TEXT        NOT NULL CHECK (state IN ('pending', 'active', 'failing')),
    -- SHA-256 of the code that the device sends back to prove that the subscription is its own.
    code_digest      BYTEA       NOT NULL,
    -- How many messages were posted to it before that.
    hellos           SMALLINT    NOT NULL DEFAULT 0,
    put_at           TIMESTAMPTZ NOT NULL,
    -- Since when its service has refused every message.
    refused_since    TIMESTAMPTZ,
    failing_since    TIMESTAMPTZ,
    last_accepted_at TIMESTAMPTZ,
    last_shown_at    TIMESTAMPTZ,
    -- Rings that its service has accepted and that are over, since the device last reported one as shown.
    unshown          INTEGER     NOT NULL DEFAULT 0,
    -- How many of them another device of its browser has shown.
    unshown_beside   INTEGER     NOT NULL DEFAULT 0,
    created_at       TIMESTAMPTZ NOT NULL,
    UNIQUE (browser_id, id)
    -- A device is updated with every ring: this leaves room for new tuples in the same page.
) WITH (fillfactor = 80);

-- An endpoint belongs to one browser at a time.
CREATE UNIQUE INDEX devices_of_endpoint ON devices (endpoint_digest) WHERE state = 'active';

-- Devices that a person has removed: they do not register themselves again. They belong to no browser, and tell nothing else.
CREATE TABLE removed_devices (
    -- The id that the device gave itself.
    id         UUID        PRIMARY KEY,
    removed_at TIMESTAMPTZ NOT NULL
);

-- Where else the rings of an account are sent: topics of ntfy servers, and webhooks. They end with the account.
CREATE TABLE channels (
    -- In the sequence of the devices, because the messages to both are in one queue.
    number           BIGINT      PRIMARY KEY DEFAULT nextval('devices_number_seq'),
    browser_id       UUID        NOT NULL REFERENCES accounts (browser_id) ON UPDATE CASCADE ON DELETE CASCADE,
    id               UUID        NOT NULL UNIQUE,
    kind             TEXT        NOT NULL CHECK (kind IN ('ntfy', 'webhook')),
    -- Whoever knows it may be able to read or send messages there, so it is in no log.
    url              TEXT        NOT NULL CHECK (char_length(url) <= 1024),
    -- Its scheme, host and port.
    origin           TEXT        NOT NULL,
    -- The access token of an ntfy server, or the secret that signs the messages to a webhook.
    secret           TEXT        CHECK (char_length(secret) <= 200),
    name             TEXT        CHECK (char_length(name) <= 100),
    language         TEXT        NOT NULL,
    only_unheard     BOOLEAN     NOT NULL,
    -- Whose rings it gets.
    kinds            TEXT[]      NOT NULL CHECK (cardinality(kinds) > 0 AND kinds <@ ARRAY['alarm', 'timer']),
    last_accepted_at TIMESTAMPTZ,
    -- Why the last message was not accepted: a status code or a word. Null: it was accepted, or there was none.
    last_error       TEXT        CHECK (char_length(last_error) <= 20),
    created_at       TIMESTAMPTZ NOT NULL
);

CREATE INDEX channels_browser ON channels (browser_id);

-- Messages to devices and channels: those to be sent, and sent rings, until they expire.
CREATE TABLE pushes (
    id            BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- The number of a device or of a channel. No foreign key, so that a claim locks no device.
    device        BIGINT      NOT NULL,
    -- That of its device or channel.
    origin        TEXT        COLLATE "C" NOT NULL,
    purpose       TEXT        NOT NULL CHECK (purpose IN ('ring', 'repeat', 'stop', 'hello', 'test')),
    -- Repeats come after all other messages to their service.
    is_repeat     BOOLEAN     NOT NULL GENERATED ALWAYS AS (purpose = 'repeat') STORED,
    -- Which repeat of its ring it is, from 1; 0 for other messages.
    repeat        SMALLINT    NOT NULL DEFAULT 0,
    -- The ring of the message; null for a hello and a test.
    kind          TEXT        CHECK (kind IN ('alarm', 'timer')),
    row_id        BIGINT,
    scheduled_for TIMESTAMPTZ,
    -- The code of a hello, which the device sends back.
    code          TEXT,
    due_at        TIMESTAMPTZ NOT NULL,
    expires_at    TIMESTAMPTZ NOT NULL,
    failures      INTEGER     NOT NULL DEFAULT 0,
    -- Until when it is leased to the process that sends it; after that any process may send it.
    claimed_until TIMESTAMPTZ,
    -- Whether a stream of the device received the ring.
    postponed     BOOLEAN     NOT NULL DEFAULT FALSE,
    accepted_at   TIMESTAMPTZ,
    shown_at      TIMESTAMPTZ,
    -- Whether the ring is not repeated: a page of the device sounds, or a person has dismissed the notification.
    is_hushed     BOOLEAN     NOT NULL DEFAULT FALSE,
    -- The answer to the ring, if the ring was sent, or is being sent, to this device.
    answer        TEXT        CHECK (answer IN ('stop', 'snooze')),
    answered_at   TIMESTAMPTZ,
    snoozed_until TIMESTAMPTZ
    -- A message is updated twice within seconds.
) WITH (fillfactor = 60);

-- Messages are leased separately for each push service.
CREATE INDEX pushes_waiting ON pushes (origin, is_repeat, due_at) WHERE accepted_at IS NULL;
-- Finds the messages of a ring by the devices of its browser.
CREATE UNIQUE INDEX pushes_of_device_and_ring ON pushes (device, row_id, scheduled_for, kind, purpose);

-- Batches whose rings are not queued for devices yet: a claim writes one row here instead of one for each device. The messages
-- are queued when they are due to be sent, or earlier if a ring was answered or heard.
CREATE TABLE push_batches (
    -- The block of the batch in the log.
    block    BIGINT      PRIMARY KEY,
    fired_at TIMESTAMPTZ NOT NULL,
    -- Devices that had an open stream in the process that claimed the batch. Pushes to them wait for their pages.
    -- Ids cannot be compressed.
    browsers UUID[]      NOT NULL,
    devices  UUID[]      NOT NULL
);

ALTER TABLE push_batches ALTER COLUMN browsers SET STORAGE EXTERNAL, ALTER COLUMN devices SET STORAGE EXTERNAL;

-- Keys that all processes share, created by the first one that needs them.
CREATE TABLE server_keys (
    id         BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    purpose    TEXT        NOT NULL CHECK (purpose IN ('vapid', 'token')),
    secret     BYTEA       NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- The releases of the time zone database that the processes use, and the one by which alarms were last armed.
CREATE TABLE zone_releases (
    release    TEXT        PRIMARY KEY COLLATE "C",
    -- When a process last reported that it uses the release. All instants here are by the database's clock.
    seen_at    TIMESTAMPTZ NOT NULL,
    -- When all armed alarms were last recomputed by it.
    rearmed_at TIMESTAMPTZ
);

-- The migrations that break servers which do not know them. All others only add to the schema, so older servers may keep
-- running beside newer ones.
CREATE TABLE breaking_migrations (
    version TEXT PRIMARY KEY
);

-- A migration that changes existing tables takes their locks with this, before anything else (migrations/README.md). It is
-- tried again after this message, which crates/storage/src/migrations.rs knows, and after no other failure.
CREATE FUNCTION lock_for_migration(VARIADIC tables REGCLASS[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'LOCK TABLE ' || array_to_string(tables, ', ') || ' IN ACCESS EXCLUSIVE MODE';
EXCEPTION WHEN lock_not_available THEN
    RAISE EXCEPTION 'tables for a migration are locked: %', array_to_string(tables, ', ');
END $$;
