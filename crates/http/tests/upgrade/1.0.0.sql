--
-- PostgreSQL database dump
--

\restrict gbGYsF46IyjVadbeKcKJxFveGmiFhLlDribSdrUDaOmiWKG2fm4vcrMTUiIu9X7

-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: firing_lane(timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.firing_lane(scheduled_for timestamp with time zone) RETURNS smallint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (((floor((date_part('epoch'::text, (scheduled_for AT TIME ZONE 'UTC'::text)) / (1200)::double precision)))::bigint % (6)::bigint))::smallint;


--
-- Name: lock_for_migration(regclass[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.lock_for_migration(VARIADIC tables regclass[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    EXECUTE 'LOCK TABLE ' || array_to_string(tables, ', ') || ' IN ACCESS EXCLUSIVE MODE';
EXCEPTION WHEN lock_not_available THEN
    RAISE EXCEPTION 'tables for a migration are locked: %', array_to_string(tables, ', ');
END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: __diesel_schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);


--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    id bigint NOT NULL,
    browser_id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    password_hash text NOT NULL,
    last_visited timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: accounts_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: alarms; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alarms (
    id bigint NOT NULL,
    browser_id uuid NOT NULL,
    client_key uuid,
    minute_of_day smallint NOT NULL,
    repeat text NOT NULL,
    days smallint,
    date date,
    timezone text NOT NULL,
    sound text NOT NULL,
    snooze_minutes smallint NOT NULL,
    label text,
    next_trigger timestamp with time zone,
    enabled boolean GENERATED ALWAYS AS ((next_trigger IS NOT NULL)) STORED NOT NULL,
    snoozed_until timestamp with time zone,
    skipped timestamp with time zone,
    paused_until date,
    last_due timestamp with time zone,
    last_answered timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    rule text,
    rings_on_days_off boolean,
    CONSTRAINT alarms_check CHECK (((NOT (snoozed_until IS DISTINCT FROM next_trigger)) OR (snoozed_until IS NULL))),
    CONSTRAINT alarms_days_check CHECK (((days >= 1) AND (days <= 127))),
    CONSTRAINT alarms_days_chosen CHECK (((repeat <> 'days'::text) OR (days IS NOT NULL))),
    CONSTRAINT alarms_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 100))),
    CONSTRAINT alarms_minute_of_day_check CHECK (((minute_of_day >= 0) AND (minute_of_day <= 1439))),
    CONSTRAINT alarms_snooze_minutes_check CHECK (((snooze_minutes >= 1) AND (snooze_minutes <= 60)))
);


--
-- Name: alarms_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.alarms ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.alarms_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: batches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.batches (
    place bigint NOT NULL,
    block bigint NOT NULL,
    rings integer NOT NULL,
    fired_at timestamp with time zone NOT NULL
);


--
-- Name: batches_place_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.batches ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.batches_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: breaking_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.breaking_migrations (
    version text NOT NULL
);


--
-- Name: browsers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.browsers (
    id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL
);


--
-- Name: devices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.devices (
    number bigint NOT NULL,
    browser_id uuid NOT NULL,
    id uuid NOT NULL,
    session bigint,
    endpoint text NOT NULL,
    origin text NOT NULL,
    endpoint_digest bytea NOT NULL,
    p256dh bytea NOT NULL,
    auth bytea NOT NULL,
    vapid_key bytea NOT NULL,
    language text NOT NULL,
    hides_labels boolean NOT NULL,
    ring_for integer NOT NULL,
    state text NOT NULL,
    code_digest bytea NOT NULL,
    hellos smallint DEFAULT 0 NOT NULL,
    put_at timestamp with time zone NOT NULL,
    refused_since timestamp with time zone,
    failing_since timestamp with time zone,
    last_accepted_at timestamp with time zone,
    last_shown_at timestamp with time zone,
    unshown integer DEFAULT 0 NOT NULL,
    unshown_beside integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT devices_auth_check CHECK ((octet_length(auth) = 16)),
    CONSTRAINT devices_endpoint_check CHECK ((char_length(endpoint) <= 1024)),
    CONSTRAINT devices_p256dh_check CHECK ((octet_length(p256dh) = 65)),
    CONSTRAINT devices_ring_for_check CHECK (((ring_for >= 60) AND (ring_for <= 1800))),
    CONSTRAINT devices_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'failing'::text]))),
    CONSTRAINT devices_vapid_key_check CHECK ((octet_length(vapid_key) = 65))
)
WITH (fillfactor='80');


--
-- Name: devices_number_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.devices ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.devices_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: channels; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.channels (
    number bigint DEFAULT nextval('public.devices_number_seq'::regclass) NOT NULL,
    browser_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    url text NOT NULL,
    origin text NOT NULL,
    secret text,
    name text,
    language text NOT NULL,
    only_unheard boolean NOT NULL,
    kinds text[] NOT NULL,
    last_accepted_at timestamp with time zone,
    last_error text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT channels_kind_check CHECK ((kind = ANY (ARRAY['ntfy'::text, 'webhook'::text]))),
    CONSTRAINT channels_kinds_check CHECK (((cardinality(kinds) > 0) AND (kinds <@ ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT channels_last_error_check CHECK ((char_length(last_error) <= 20)),
    CONSTRAINT channels_name_check CHECK ((char_length(name) <= 100)),
    CONSTRAINT channels_secret_check CHECK ((char_length(secret) <= 200)),
    CONSTRAINT channels_url_check CHECK ((char_length(url) <= 1024))
);


--
-- Name: city_lists; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.city_lists (
    browser_id uuid NOT NULL,
    cities jsonb NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT city_lists_cities_check CHECK ((jsonb_typeof(cities) = 'array'::text))
);


--
-- Name: days_off; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.days_off (
    browser_id uuid NOT NULL,
    ranges jsonb NOT NULL,
    changed_at timestamp with time zone NOT NULL
);


--
-- Name: firing_blocks; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.firing_blocks
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: firings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.firings (
    id bigint NOT NULL,
    lane smallint NOT NULL,
    browser_id uuid NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    is_step boolean NOT NULL,
    subject bytea NOT NULL,
    CONSTRAINT firings_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT firings_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT firings_lane CHECK ((lane = public.firing_lane(scheduled_for)))
)
PARTITION BY LIST (lane);


--
-- Name: firings_0; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.firings_0 (
    id bigint NOT NULL,
    lane smallint NOT NULL,
    browser_id uuid NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    is_step boolean NOT NULL,
    subject bytea NOT NULL,
    CONSTRAINT firings_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT firings_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT firings_lane CHECK ((lane = public.firing_lane(scheduled_for)))
);


--
-- Name: firings_1; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.firings_1 (
    id bigint NOT NULL,
    lane smallint NOT NULL,
    browser_id uuid NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    is_step boolean NOT NULL,
    subject bytea NOT NULL,
    CONSTRAINT firings_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT firings_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT firings_lane CHECK ((lane = public.firing_lane(scheduled_for)))
);


--
-- Name: firings_2; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.firings_2 (
    id bigint NOT NULL,
    lane smallint NOT NULL,
    browser_id uuid NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    is_step boolean NOT NULL,
    subject bytea NOT NULL,
    CONSTRAINT firings_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT firings_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT firings_lane CHECK ((lane = public.firing_lane(scheduled_for)))
);


--
-- Name: firings_3; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.firings_3 (
    id bigint NOT NULL,
    lane smallint NOT NULL,
    browser_id uuid NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    is_step boolean NOT NULL,
    subject bytea NOT NULL,
    CONSTRAINT firings_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT firings_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT firings_lane CHECK ((lane = public.firing_lane(scheduled_for)))
);


--
-- Name: firings_4; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.firings_4 (
    id bigint NOT NULL,
    lane smallint NOT NULL,
    browser_id uuid NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    is_step boolean NOT NULL,
    subject bytea NOT NULL,
    CONSTRAINT firings_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT firings_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT firings_lane CHECK ((lane = public.firing_lane(scheduled_for)))
);


--
-- Name: firings_5; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.firings_5 (
    id bigint NOT NULL,
    lane smallint NOT NULL,
    browser_id uuid NOT NULL,
    kind text NOT NULL,
    row_id bigint NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    is_step boolean NOT NULL,
    subject bytea NOT NULL,
    CONSTRAINT firings_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT firings_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT firings_lane CHECK ((lane = public.firing_lane(scheduled_for)))
);


--
-- Name: push_batches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.push_batches (
    block bigint NOT NULL,
    fired_at timestamp with time zone NOT NULL,
    browsers uuid[] NOT NULL,
    devices uuid[] NOT NULL
);
ALTER TABLE ONLY public.push_batches ALTER COLUMN browsers SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.push_batches ALTER COLUMN devices SET STORAGE EXTERNAL;


--
-- Name: pushes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.pushes (
    id bigint NOT NULL,
    device bigint NOT NULL,
    origin text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL,
    is_repeat boolean GENERATED ALWAYS AS ((purpose = 'repeat'::text)) STORED NOT NULL,
    repeat smallint DEFAULT 0 NOT NULL,
    kind text,
    row_id bigint,
    scheduled_for timestamp with time zone,
    code text,
    due_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    claimed_until timestamp with time zone,
    postponed boolean DEFAULT false NOT NULL,
    accepted_at timestamp with time zone,
    shown_at timestamp with time zone,
    is_hushed boolean DEFAULT false NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    CONSTRAINT pushes_answer_check CHECK ((answer = ANY (ARRAY['stop'::text, 'snooze'::text]))),
    CONSTRAINT pushes_kind_check CHECK ((kind = ANY (ARRAY['alarm'::text, 'timer'::text]))),
    CONSTRAINT pushes_purpose_check CHECK ((purpose = ANY (ARRAY['ring'::text, 'repeat'::text, 'stop'::text, 'hello'::text, 'test'::text])))
)
WITH (fillfactor='60');


--
-- Name: pushes_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.pushes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pushes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: removed_devices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.removed_devices (
    id uuid NOT NULL,
    removed_at timestamp with time zone NOT NULL
);


--
-- Name: server_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.server_keys (
    id bigint NOT NULL,
    purpose text NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT server_keys_purpose_check CHECK ((purpose = ANY (ARRAY['vapid'::text, 'token'::text])))
);


--
-- Name: server_keys_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.server_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.server_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    digest bytea NOT NULL,
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    browser text,
    system text,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sessions_digest_check CHECK ((octet_length(digest) = 32))
);


--
-- Name: sessions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: timers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.timers (
    id bigint NOT NULL,
    browser_id uuid NOT NULL,
    client_key uuid,
    total_seconds integer NOT NULL,
    sound text NOT NULL,
    label text,
    ends_at timestamp with time zone,
    remaining_ms bigint,
    enabled boolean GENERATED ALWAYS AS ((ends_at IS NOT NULL)) STORED NOT NULL,
    run_seconds integer,
    steps jsonb,
    rounds smallint,
    step integer,
    listed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT timers_check CHECK (((ends_at IS NULL) <> (remaining_ms IS NULL))),
    CONSTRAINT timers_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 100))),
    CONSTRAINT timers_remaining_check CHECK (((remaining_ms >= 0) AND ((steps IS NOT NULL) OR (remaining_ms <= (GREATEST(total_seconds, run_seconds) * (1000)::bigint))))),
    CONSTRAINT timers_rounds_check CHECK (((rounds >= 1) AND (rounds <= 99))),
    CONSTRAINT timers_run_seconds_check CHECK ((run_seconds > 0)),
    CONSTRAINT timers_step_check CHECK ((step >= 0)),
    CONSTRAINT timers_steps_check CHECK ((num_nulls(steps, rounds, step) = ANY (ARRAY[0, 3]))),
    CONSTRAINT timers_total_seconds_check CHECK (
CASE
    WHEN (steps IS NULL) THEN ((total_seconds >= 1) AND (total_seconds <= 86399))
    ELSE (total_seconds = 0)
END)
);


--
-- Name: timers_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.timers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.timers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: zone_releases; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.zone_releases (
    release text NOT NULL COLLATE pg_catalog."C",
    seen_at timestamp with time zone NOT NULL,
    rearmed_at timestamp with time zone
);


--
-- Name: firings_0; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings ATTACH PARTITION public.firings_0 FOR VALUES IN ('0');


--
-- Name: firings_1; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings ATTACH PARTITION public.firings_1 FOR VALUES IN ('1');


--
-- Name: firings_2; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings ATTACH PARTITION public.firings_2 FOR VALUES IN ('2');


--
-- Name: firings_3; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings ATTACH PARTITION public.firings_3 FOR VALUES IN ('3');


--
-- Name: firings_4; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings ATTACH PARTITION public.firings_4 FOR VALUES IN ('4');


--
-- Name: firings_5; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings ATTACH PARTITION public.firings_5 FOR VALUES IN ('5');


--
-- Data for Name: __diesel_schema_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.__diesel_schema_migrations VALUES ('20261123200500', '2026-11-27 03:47:03.555514');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126113520', '2026-11-27 03:47:03.646193');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126115104', '2026-11-27 03:47:03.65007');
INSERT INTO public.__diesel_schema_migrations VALUES ('20261126120643', '2026-11-27 03:47:03.680708');


--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (1, '58c7e346-7db9-47aa-a1b6-8304c01629cb', 'Ann', 'ann', '$argon2id$v=19$m=19456,t=2,p=1$EIosAS/BnZLR0ylNfhOwKw$+W0oJjSkzK/hJDWKyzjZu5rzy+G657seOTPM3IkBD8Y', '2026-11-21 08:00:00.123+00', '2026-11-21 08:00:00.123+00');


--
-- Data for Name: alarms; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alarms OVERRIDING SYSTEM VALUE VALUES (4, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 453, 'days', 5, NULL, 'UTC', 'default', 5, NULL, '2026-11-23 07:33:00+00', DEFAULT, NULL, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.123+00', NULL, NULL);
INSERT INTO public.alarms OVERRIDING SYSTEM VALUE VALUES (5, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 454, 'once', NULL, '2028-02-29', 'UTC', 'default', 5, NULL, '2028-02-29 07:34:00+00', DEFAULT, NULL, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.123+00', NULL, NULL);
INSERT INTO public.alarms OVERRIDING SYSTEM VALUE VALUES (6, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 455, 'rule', NULL, '2026-11-21', 'UTC', 'default', 5, NULL, '2026-12-07 07:35:00+00', DEFAULT, NULL, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.123+00', 'FREQ=MONTHLY;BYDAY=1MO', NULL);
INSERT INTO public.alarms OVERRIDING SYSTEM VALUE VALUES (7, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 456, 'daily', NULL, NULL, 'UTC', 'default', 5, NULL, NULL, DEFAULT, NULL, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.123+00', NULL, NULL);
INSERT INTO public.alarms OVERRIDING SYSTEM VALUE VALUES (1, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 450, 'once', NULL, NULL, 'UTC', 'chime', 5, 'Train', '2026-11-21 08:05:00.123+00', DEFAULT, '2026-11-21 08:05:00.123+00', NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.123+00', NULL, NULL);
INSERT INTO public.alarms OVERRIDING SYSTEM VALUE VALUES (2, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 451, 'daily', NULL, NULL, 'Asia/Tokyo', 'default', 10, NULL, '2026-11-22 22:31:00+00', DEFAULT, NULL, '2026-11-21 22:31:00+00', NULL, NULL, NULL, '2026-11-21 08:00:00.123+00', NULL, NULL);
INSERT INTO public.alarms OVERRIDING SYSTEM VALUE VALUES (3, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 452, 'weekday', NULL, NULL, 'UTC', 'default', 5, NULL, '2027-01-07 07:32:00+00', DEFAULT, NULL, NULL, '2026-12-24', NULL, NULL, '2026-11-21 08:00:00.123+00', NULL, NULL);


--
-- Data for Name: batches; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.batches OVERRIDING SYSTEM VALUE VALUES (1, 1, 2, '2026-11-21 08:00:01.123+00');


--
-- Data for Name: breaking_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.breaking_migrations VALUES ('20261126115104');


--
-- Data for Name: browsers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.browsers VALUES ('58c7e346-7db9-47aa-a1b6-8304c01629cb', '2026-11-21 08:00:00.123+00');


--
-- Data for Name: channels; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.channels VALUES (1, '58c7e346-7db9-47aa-a1b6-8304c01629cb', '1ffb3533-7954-4467-8658-2fa7f55a849f', 'ntfy', 'https://ntfy.sh/my-topic', 'https://ntfy.sh', NULL, 'Phone', 'de', false, '{alarm,timer}', NULL, NULL, '2026-11-21 08:00:01.123+00');


--
-- Data for Name: city_lists; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.city_lists VALUES ('58c7e346-7db9-47aa-a1b6-8304c01629cb', '[["tokyo", null], ["Europe/Berlin", "Office"]]', '2026-11-21 08:00:01.123+00');


--
-- Data for Name: days_off; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.days_off VALUES ('58c7e346-7db9-47aa-a1b6-8304c01629cb', '[["2026-12-24", "2027-01-06", "Winter"]]', '2026-11-21 08:00:01.123+00');


--
-- Data for Name: devices; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.devices OVERRIDING SYSTEM VALUE VALUES (2, '58c7e346-7db9-47aa-a1b6-8304c01629cb', '0b9c6c1e-6a0f-4b36-8c3e-5d6f7a8b9c01', 1, 'https://fcm.googleapis.com/fcm/send/device', 'https://fcm.googleapis.com', '\x5add47b3344f98d2b587d5260d21dcbfa6a616eb3d833205abe5aabaa9f16fed', '\x042571b2becdfde360551aaf1ed0f4cd366c11cebe555f89bcb7b186a53339173168ece2ebe018597bd30479b86e3c8f8eced577ca59187e9246990db682008b0e', '\x05305932a1c7eabe13b6cec9fda48882', '\x043c3898195e4cb0ae182ed5249cb765407aa751962c03b3764b35d81d2ba13a881ef49369660d30c06bd6ac5f99b6c02aa913b5deb157bc2804c2fb42fc8dc599', 'ja', false, 300, 'pending', '\xf5e90f37788a6b28599d83bbf18ee28c4480b0de0cc1fdc2321f881a5de98da8', 0, '2026-11-21 08:00:01.123+00', NULL, NULL, NULL, NULL, 0, 0, '2026-11-21 08:00:01.123+00');


--
-- Data for Name: firings_0; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.firings_0 VALUES (4097, 0, '58c7e346-7db9-47aa-a1b6-8304c01629cb', 'timer', 2, '2026-11-21 08:00:01.123+00', '2026-11-21 08:00:01.123+00', NULL, NULL, NULL, false, '\x01f081a6f597b1b0060764656661756c7400010200000000');
INSERT INTO public.firings_0 VALUES (4096, 0, '58c7e346-7db9-47aa-a1b6-8304c01629cb', 'timer', 1, '2026-11-21 08:00:01.123+00', '2026-11-21 08:00:01.123+00', 'stop', '2026-11-21 08:00:01.123+00', NULL, false, '\x01f081a6f597b1b0060764656661756c74010452616e67010200000000');


--
-- Data for Name: firings_1; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: firings_2; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: firings_3; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: firings_4; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: firings_5; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: push_batches; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: pushes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.pushes OVERRIDING SYSTEM VALUE VALUES (1, 2, 'https://fcm.googleapis.com', 'hello', DEFAULT, 0, NULL, NULL, NULL, '2t5KvOafIo3zP96338Mk7g', '2026-11-21 08:00:01.123+00', '2026-11-21 08:05:01.123+00', 0, NULL, false, NULL, NULL, false, NULL, NULL, NULL);


--
-- Data for Name: removed_devices; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: server_keys; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES ('\x77c672a9cbf2c8d4d1724b971216385d56244982526f909b84c5dda5fb645374', 1, 1, NULL, NULL, '2027-12-26 08:00:00.123+00', '2026-11-21 08:00:00.123+00');


--
-- Data for Name: timers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.timers OVERRIDING SYSTEM VALUE VALUES (3, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 1800, 'default', 'Bread', '2026-11-21 08:30:00.123+00', NULL, DEFAULT, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.122997+00', '2026-11-21 08:00:00.123+00');
INSERT INTO public.timers OVERRIDING SYSTEM VALUE VALUES (4, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 7200, 'default', NULL, NULL, 7200000, DEFAULT, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.122996+00', '2026-11-21 08:00:00.123+00');
INSERT INTO public.timers OVERRIDING SYSTEM VALUE VALUES (5, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 0, 'default', NULL, '2026-11-21 08:01:00.123+00', NULL, DEFAULT, NULL, '[[60, "Work"], [30, null]]', 8, 0, '2026-11-21 08:00:00.122995+00', '2026-11-21 08:00:00.123+00');
INSERT INTO public.timers OVERRIDING SYSTEM VALUE VALUES (2, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 1, 'default', NULL, NULL, 0, DEFAULT, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.122998+00', '2026-11-21 08:00:00.123+00');
INSERT INTO public.timers OVERRIDING SYSTEM VALUE VALUES (1, '58c7e346-7db9-47aa-a1b6-8304c01629cb', NULL, 1, 'default', 'Rang', NULL, 1000, DEFAULT, NULL, NULL, NULL, NULL, '2026-11-21 08:00:00.122999+00', '2026-11-21 08:00:00.123+00');


--
-- Data for Name: zone_releases; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: accounts_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.accounts_id_seq', 1, true);


--
-- Name: alarms_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.alarms_id_seq', 7, true);


--
-- Name: batches_place_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.batches_place_seq', 1, true);


--
-- Name: devices_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.devices_number_seq', 2, true);


--
-- Name: firing_blocks; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.firing_blocks', 1, true);


--
-- Name: pushes_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.pushes_id_seq', 1, true);


--
-- Name: server_keys_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.server_keys_id_seq', 1, false);


--
-- Name: sessions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.sessions_id_seq', 1, true);


--
-- Name: timers_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.timers_id_seq', 5, true);


--
-- Name: __diesel_schema_migrations __diesel_schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);


--
-- Name: accounts accounts_browser_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_browser_id_key UNIQUE (browser_id);


--
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);


--
-- Name: accounts accounts_username_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_username_key_key UNIQUE (username_key);


--
-- Name: alarms alarms_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alarms
    ADD CONSTRAINT alarms_pkey PRIMARY KEY (id);


--
-- Name: alarms alarms_repeat_check; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.alarms
    ADD CONSTRAINT alarms_repeat_check CHECK ((repeat = ANY (ARRAY['daily'::text, 'weekday'::text, 'weekend'::text, 'days'::text, 'once'::text, 'rule'::text]))) NOT VALID;


--
-- Name: alarms alarms_rule_given; Type: CHECK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.alarms
    ADD CONSTRAINT alarms_rule_given CHECK (((repeat <> 'rule'::text) OR ((rule IS NOT NULL) AND (date IS NOT NULL)))) NOT VALID;


--
-- Name: batches batches_block_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_block_key UNIQUE (block);


--
-- Name: batches batches_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (place);


--
-- Name: breaking_migrations breaking_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.breaking_migrations
    ADD CONSTRAINT breaking_migrations_pkey PRIMARY KEY (version);


--
-- Name: browsers browsers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.browsers
    ADD CONSTRAINT browsers_pkey PRIMARY KEY (id);


--
-- Name: channels channels_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_id_key UNIQUE (id);


--
-- Name: channels channels_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (number);


--
-- Name: city_lists city_lists_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.city_lists
    ADD CONSTRAINT city_lists_pkey PRIMARY KEY (browser_id);


--
-- Name: days_off days_off_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.days_off
    ADD CONSTRAINT days_off_pkey PRIMARY KEY (browser_id);


--
-- Name: devices devices_browser_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_browser_id_id_key UNIQUE (browser_id, id);


--
-- Name: devices devices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (number);


--
-- Name: firings firings_kind_row_id_scheduled_for_lane_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings
    ADD CONSTRAINT firings_kind_row_id_scheduled_for_lane_key UNIQUE (kind, row_id, scheduled_for, lane);


--
-- Name: firings_0 firings_0_kind_row_id_scheduled_for_lane_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_0
    ADD CONSTRAINT firings_0_kind_row_id_scheduled_for_lane_key UNIQUE (kind, row_id, scheduled_for, lane);


--
-- Name: firings firings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings
    ADD CONSTRAINT firings_pkey PRIMARY KEY (id, lane);


--
-- Name: firings_0 firings_0_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_0
    ADD CONSTRAINT firings_0_pkey PRIMARY KEY (id, lane);


--
-- Name: firings_1 firings_1_kind_row_id_scheduled_for_lane_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_1
    ADD CONSTRAINT firings_1_kind_row_id_scheduled_for_lane_key UNIQUE (kind, row_id, scheduled_for, lane);


--
-- Name: firings_1 firings_1_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_1
    ADD CONSTRAINT firings_1_pkey PRIMARY KEY (id, lane);


--
-- Name: firings_2 firings_2_kind_row_id_scheduled_for_lane_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_2
    ADD CONSTRAINT firings_2_kind_row_id_scheduled_for_lane_key UNIQUE (kind, row_id, scheduled_for, lane);


--
-- Name: firings_2 firings_2_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_2
    ADD CONSTRAINT firings_2_pkey PRIMARY KEY (id, lane);


--
-- Name: firings_3 firings_3_kind_row_id_scheduled_for_lane_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_3
    ADD CONSTRAINT firings_3_kind_row_id_scheduled_for_lane_key UNIQUE (kind, row_id, scheduled_for, lane);


--
-- Name: firings_3 firings_3_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_3
    ADD CONSTRAINT firings_3_pkey PRIMARY KEY (id, lane);


--
-- Name: firings_4 firings_4_kind_row_id_scheduled_for_lane_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_4
    ADD CONSTRAINT firings_4_kind_row_id_scheduled_for_lane_key UNIQUE (kind, row_id, scheduled_for, lane);


--
-- Name: firings_4 firings_4_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_4
    ADD CONSTRAINT firings_4_pkey PRIMARY KEY (id, lane);


--
-- Name: firings_5 firings_5_kind_row_id_scheduled_for_lane_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_5
    ADD CONSTRAINT firings_5_kind_row_id_scheduled_for_lane_key UNIQUE (kind, row_id, scheduled_for, lane);


--
-- Name: firings_5 firings_5_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.firings_5
    ADD CONSTRAINT firings_5_pkey PRIMARY KEY (id, lane);


--
-- Name: push_batches push_batches_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.push_batches
    ADD CONSTRAINT push_batches_pkey PRIMARY KEY (block);


--
-- Name: pushes pushes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pushes
    ADD CONSTRAINT pushes_pkey PRIMARY KEY (id);


--
-- Name: removed_devices removed_devices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removed_devices
    ADD CONSTRAINT removed_devices_pkey PRIMARY KEY (id);


--
-- Name: server_keys server_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.server_keys
    ADD CONSTRAINT server_keys_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_id_key UNIQUE (id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (digest);


--
-- Name: timers timers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.timers
    ADD CONSTRAINT timers_pkey PRIMARY KEY (id);


--
-- Name: zone_releases zone_releases_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.zone_releases
    ADD CONSTRAINT zone_releases_pkey PRIMARY KEY (release);


--
-- Name: alarms_browser_enabled; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alarms_browser_enabled ON public.alarms USING btree (browser_id, enabled);


--
-- Name: alarms_client_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX alarms_client_key ON public.alarms USING btree (browser_id, client_key) WHERE (client_key IS NOT NULL);


--
-- Name: alarms_next_trigger; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alarms_next_trigger ON public.alarms USING btree (next_trigger) WHERE (next_trigger IS NOT NULL);


--
-- Name: browsers_seen_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX browsers_seen_at ON public.browsers USING btree (seen_at);


--
-- Name: channels_browser; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX channels_browser ON public.channels USING btree (browser_id);


--
-- Name: devices_of_endpoint; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX devices_of_endpoint ON public.devices USING btree (endpoint_digest) WHERE (state = 'active'::text);


--
-- Name: firings_browser; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX firings_browser ON ONLY public.firings USING btree (browser_id, id);


--
-- Name: firings_0_browser_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX firings_0_browser_id_id_idx ON public.firings_0 USING btree (browser_id, id);


--
-- Name: firings_1_browser_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX firings_1_browser_id_id_idx ON public.firings_1 USING btree (browser_id, id);


--
-- Name: firings_2_browser_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX firings_2_browser_id_id_idx ON public.firings_2 USING btree (browser_id, id);


--
-- Name: firings_3_browser_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX firings_3_browser_id_id_idx ON public.firings_3 USING btree (browser_id, id);


--
-- Name: firings_4_browser_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX firings_4_browser_id_id_idx ON public.firings_4 USING btree (browser_id, id);


--
-- Name: firings_5_browser_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX firings_5_browser_id_id_idx ON public.firings_5 USING btree (browser_id, id);


--
-- Name: pushes_of_device_and_ring; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX pushes_of_device_and_ring ON public.pushes USING btree (device, row_id, scheduled_for, kind, purpose);


--
-- Name: pushes_waiting; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX pushes_waiting ON public.pushes USING btree (origin, is_repeat, due_at) WHERE (accepted_at IS NULL);


--
-- Name: sessions_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_account ON public.sessions USING btree (account_id);


--
-- Name: sessions_expires_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);


--
-- Name: timers_browser_enabled; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX timers_browser_enabled ON public.timers USING btree (browser_id, enabled);


--
-- Name: timers_client_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX timers_client_key ON public.timers USING btree (browser_id, client_key) WHERE (client_key IS NOT NULL);


--
-- Name: timers_created_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX timers_created_at ON public.timers USING brin (created_at);


--
-- Name: timers_ends_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX timers_ends_at ON public.timers USING btree (ends_at) WHERE (ends_at IS NOT NULL);


--
-- Name: firings_0_browser_id_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_browser ATTACH PARTITION public.firings_0_browser_id_id_idx;


--
-- Name: firings_0_kind_row_id_scheduled_for_lane_key; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_kind_row_id_scheduled_for_lane_key ATTACH PARTITION public.firings_0_kind_row_id_scheduled_for_lane_key;


--
-- Name: firings_0_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_pkey ATTACH PARTITION public.firings_0_pkey;


--
-- Name: firings_1_browser_id_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_browser ATTACH PARTITION public.firings_1_browser_id_id_idx;


--
-- Name: firings_1_kind_row_id_scheduled_for_lane_key; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_kind_row_id_scheduled_for_lane_key ATTACH PARTITION public.firings_1_kind_row_id_scheduled_for_lane_key;


--
-- Name: firings_1_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_pkey ATTACH PARTITION public.firings_1_pkey;


--
-- Name: firings_2_browser_id_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_browser ATTACH PARTITION public.firings_2_browser_id_id_idx;


--
-- Name: firings_2_kind_row_id_scheduled_for_lane_key; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_kind_row_id_scheduled_for_lane_key ATTACH PARTITION public.firings_2_kind_row_id_scheduled_for_lane_key;


--
-- Name: firings_2_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_pkey ATTACH PARTITION public.firings_2_pkey;


--
-- Name: firings_3_browser_id_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_browser ATTACH PARTITION public.firings_3_browser_id_id_idx;


--
-- Name: firings_3_kind_row_id_scheduled_for_lane_key; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_kind_row_id_scheduled_for_lane_key ATTACH PARTITION public.firings_3_kind_row_id_scheduled_for_lane_key;


--
-- Name: firings_3_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_pkey ATTACH PARTITION public.firings_3_pkey;


--
-- Name: firings_4_browser_id_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_browser ATTACH PARTITION public.firings_4_browser_id_id_idx;


--
-- Name: firings_4_kind_row_id_scheduled_for_lane_key; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_kind_row_id_scheduled_for_lane_key ATTACH PARTITION public.firings_4_kind_row_id_scheduled_for_lane_key;


--
-- Name: firings_4_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_pkey ATTACH PARTITION public.firings_4_pkey;


--
-- Name: firings_5_browser_id_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_browser ATTACH PARTITION public.firings_5_browser_id_id_idx;


--
-- Name: firings_5_kind_row_id_scheduled_for_lane_key; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_kind_row_id_scheduled_for_lane_key ATTACH PARTITION public.firings_5_kind_row_id_scheduled_for_lane_key;


--
-- Name: firings_5_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.firings_pkey ATTACH PARTITION public.firings_5_pkey;


--
-- Name: channels channels_browser_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES public.accounts(browser_id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: sessions sessions_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

\unrestrict gbGYsF46IyjVadbeKcKJxFveGmiFhLlDribSdrUDaOmiWKG2fm4vcrMTUiIu9X7

