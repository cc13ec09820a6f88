-- Devices that are rung through their browsers' push services, with no page open.
CREATE TABLE devices (
    -- Ours; the device's own id is known to its browser id alone.
    number           BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    browser_id       UUID        NOT NULL,
    id               UUID        NOT NULL,
    -- The address of the subscription: as good as a password, so it is neither logged nor answered.
    endpoint         TEXT        NOT NULL CHECK (char_length(endpoint) <= 1024),
    -- Scheme, host and port of it.
    origin           TEXT        NOT NULL,
    endpoint_digest  BYTEA       NOT NULL,
    p256dh           BYTEA       NOT NULL CHECK (octet_length(p256dh) = 65),
    auth             BYTEA       NOT NULL CHECK (octet_length(auth) = 16),
    -- The public key of ours that the subscription is bound to.
    vapid_key        BYTEA       NOT NULL CHECK (octet_length(vapid_key) = 65),
    language         TEXT        NOT NULL,
    hides_labels     BOOLEAN     NOT NULL,
    state            TEXT        NOT NULL CHECK (state IN ('pending', 'active', 'failing')),
    -- SHA-256 of the code that the device sends back to prove that the subscription is its own.
    code_digest      BYTEA       NOT NULL,
    -- How often it was posted to before it did.
    hellos           SMALLINT    NOT NULL DEFAULT 0,
    put_at           TIMESTAMPTZ NOT NULL,
    failing_since    TIMESTAMPTZ,
    last_accepted_at TIMESTAMPTZ,
    last_shown_at    TIMESTAMPTZ,
    -- Rings that its service took since it last said that it had shown one.
    unheard          INTEGER     NOT NULL DEFAULT 0,
    created_at       TIMESTAMPTZ NOT NULL,
    UNIQUE (browser_id, id)
);

-- An endpoint rings for one browser at a time.
CREATE UNIQUE INDEX devices_of_endpoint ON devices (endpoint_digest) WHERE state = 'active';

-- Messages to devices: those to be sent, and rings that were sent, until they are of no use.
CREATE TABLE pushes (
    id            BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- Without a foreign key: a claim of what is due locks no device.
    device        BIGINT      NOT NULL,
    purpose       TEXT        NOT NULL CHECK (purpose IN ('ring', 'stop', 'hello', 'test')),
    -- The ring that it is about; of a hello and a test none.
    kind          TEXT        CHECK (kind IN ('alarm', 'timer')),
    row_id        BIGINT,
    scheduled_for TIMESTAMPTZ,
    -- What a hello has the device send back.
    code          TEXT,
    due_at        TIMESTAMPTZ NOT NULL,
    expires_at    TIMESTAMPTZ NOT NULL,
    failures      INTEGER     NOT NULL DEFAULT 0,
    -- Until when the process that took it may send it; then it is anybody's.
    claimed_until TIMESTAMPTZ,
    -- Whether a stream of the device was given the ring.
    postponed     BOOLEAN     NOT NULL DEFAULT FALSE,
    accepted_at   TIMESTAMPTZ,
    shown_at      TIMESTAMPTZ,
    -- What was answered to the ring, where it was sent, or is being sent, to this device.
    answer        TEXT        CHECK (answer IN ('stop', 'snooze')),
    answered_at   TIMESTAMPTZ,
    snoozed_until TIMESTAMPTZ
);

CREATE UNIQUE INDEX pushes_of_ring ON pushes (kind, row_id, scheduled_for, device, purpose);
CREATE INDEX pushes_due ON pushes (due_at) WHERE accepted_at IS NULL;
CREATE INDEX pushes_of_device ON pushes (device);
CREATE INDEX pushes_expired ON pushes (expires_at);

-- Keys that all processes share, made by the first that needs one.
CREATE TABLE server_keys (
    id         BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    purpose    TEXT        NOT NULL CHECK (purpose IN ('vapid', 'token')),
    secret     BYTEA       NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
