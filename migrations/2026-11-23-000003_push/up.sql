-- Devices that get rings through their browsers' push services, with no page open.
CREATE TABLE devices (
    -- The server's own id; the id that the device chose is only unique within its browser id.
    number           BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    browser_id       UUID        NOT NULL,
    id               UUID        NOT NULL,
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
    state            TEXT        NOT NULL CHECK (state IN ('pending', 'active', 'failing')),
    -- SHA-256 of the code that the device sends back to prove that the subscription is its own.
    code_digest      BYTEA       NOT NULL,
    -- How many messages were posted to it before that.
    hellos           SMALLINT    NOT NULL DEFAULT 0,
    put_at           TIMESTAMPTZ NOT NULL,
    failing_since    TIMESTAMPTZ,
    last_accepted_at TIMESTAMPTZ,
    last_shown_at    TIMESTAMPTZ,
    -- Rings that its service has accepted since the device last reported one as shown.
    unheard          INTEGER     NOT NULL DEFAULT 0,
    created_at       TIMESTAMPTZ NOT NULL,
    UNIQUE (browser_id, id)
);

-- An endpoint belongs to one browser at a time.
CREATE UNIQUE INDEX devices_of_endpoint ON devices (endpoint_digest) WHERE state = 'active';

-- Messages to devices: those to be sent, and sent rings, until they expire.
CREATE TABLE pushes (
    id            BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- No foreign key, so that a claim locks no device.
    device        BIGINT      NOT NULL,
    purpose       TEXT        NOT NULL CHECK (purpose IN ('ring', 'stop', 'hello', 'test')),
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
    -- The answer to the ring, if the ring was sent, or is being sent, to this device.
    answer        TEXT        CHECK (answer IN ('stop', 'snooze')),
    answered_at   TIMESTAMPTZ,
    snoozed_until TIMESTAMPTZ
);

CREATE UNIQUE INDEX pushes_of_ring ON pushes (kind, row_id, scheduled_for, device, purpose);
CREATE INDEX pushes_due ON pushes (due_at) WHERE accepted_at IS NULL;
CREATE INDEX pushes_of_device ON pushes (device);
CREATE INDEX pushes_expired ON pushes (expires_at);

-- Keys that all processes share, created by the first one that needs them.
CREATE TABLE server_keys (
    id         BIGINT      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    purpose    TEXT        NOT NULL CHECK (purpose IN ('vapid', 'token')),
    secret     BYTEA       NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
