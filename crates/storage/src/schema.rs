//! The tables that the migrations create, without the generated `enabled` columns, which only indexes use.

diesel::table! {
    alarms (id) {
        id -> BigInt,
        browser_id -> Uuid,
        minute_of_day -> SmallInt,
        repeat -> Text,
        timezone -> Text,
        sound -> Text,
        snooze_minutes -> SmallInt,
        label -> Nullable<Text>,
        next_trigger -> Nullable<Timestamptz>,
        snoozed_until -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        last_due -> Nullable<Timestamptz>,
        last_answered -> Nullable<Timestamptz>,
        days -> Nullable<SmallInt>,
        date -> Nullable<Date>,
        skipped -> Nullable<Timestamptz>,
        paused_until -> Nullable<Date>,
        rule -> Nullable<Text>,
        rings_on_days_off -> Nullable<Bool>,
        client_key -> Nullable<Uuid>,
    }
}

diesel::table! {
    timers (id) {
        id -> BigInt,
        browser_id -> Uuid,
        total_seconds -> Integer,
        sound -> Text,
        label -> Nullable<Text>,
        ends_at -> Nullable<Timestamptz>,
        remaining_ms -> Nullable<BigInt>,
        created_at -> Timestamptz,
        run_seconds -> Nullable<Integer>,
        steps -> Nullable<Jsonb>,
        rounds -> Nullable<SmallInt>,
        step -> Nullable<Integer>,
        client_key -> Nullable<Uuid>,
        listed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    firings (id) {
        id -> BigInt,
        browser_id -> Uuid,
        kind -> Text,
        row_id -> BigInt,
        scheduled_for -> Timestamptz,
        fired_at -> Timestamptz,
        answer -> Nullable<Text>,
        answered_at -> Nullable<Timestamptz>,
        snoozed_until -> Nullable<Timestamptz>,
        lane -> SmallInt,
        is_step -> Bool,
        subject -> Binary,
    }
}

diesel::table! {
    batches (place) {
        place -> BigInt,
        block -> BigInt,
        rings -> Integer,
        fired_at -> Timestamptz,
    }
}

diesel::table! {
    accounts (id) {
        id -> BigInt,
        browser_id -> Uuid,
        username -> Text,
        username_key -> Text,
        password_hash -> Text,
        last_visited -> Timestamptz,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    sessions (digest) {
        digest -> Binary,
        account_id -> BigInt,
        expires_at -> Timestamptz,
        id -> BigInt,
        created_at -> Timestamptz,
        browser -> Nullable<Text>,
        system -> Nullable<Text>,
    }
}

diesel::table! {
    browsers (id) {
        id -> Uuid,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    days_off (browser_id) {
        browser_id -> Uuid,
        ranges -> Jsonb,
        changed_at -> Timestamptz,
        days -> Nullable<Array<Date>>,
    }
}

diesel::table! {
    breaking_migrations (version) {
        version -> Text,
    }
}

diesel::table! {
    devices (number) {
        number -> BigInt,
        browser_id -> Uuid,
        id -> Uuid,
        endpoint -> Text,
        origin -> Text,
        endpoint_digest -> Binary,
        p256dh -> Binary,
        auth -> Binary,
        vapid_key -> Binary,
        language -> Text,
        hides_labels -> Bool,
        ring_for -> Integer,
        state -> Text,
        code_digest -> Binary,
        hellos -> SmallInt,
        put_at -> Timestamptz,
        refused_since -> Nullable<Timestamptz>,
        failing_since -> Nullable<Timestamptz>,
        last_accepted_at -> Nullable<Timestamptz>,
        last_shown_at -> Nullable<Timestamptz>,
        unshown -> Integer,
        unshown_beside -> Integer,
        created_at -> Timestamptz,
        session -> Nullable<BigInt>,
    }
}

diesel::table! {
    channels (number) {
        number -> BigInt,
        browser_id -> Uuid,
        id -> Uuid,
        kind -> Text,
        url -> Text,
        origin -> Text,
        secret -> Nullable<Text>,
        name -> Nullable<Text>,
        language -> Text,
        only_unheard -> Bool,
        kinds -> Array<Text>,
        last_accepted_at -> Nullable<Timestamptz>,
        last_error -> Nullable<Text>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    push_position (is_only) {
        is_only -> Bool,
        place -> BigInt,
        fired_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    renewed_ids (id) {
        id -> Uuid,
        account_id -> BigInt,
        renewed_at -> Timestamptz,
    }
}

diesel::table! {
    removed_devices (id) {
        id -> Uuid,
        removed_at -> Timestamptz,
    }
}

diesel::table! {
    pushes (id) {
        id -> BigInt,
        device -> BigInt,
        origin -> Text,
        purpose -> Text,
        is_repeat -> Bool,
        repeat -> SmallInt,
        kind -> Nullable<Text>,
        row_id -> Nullable<BigInt>,
        scheduled_for -> Nullable<Timestamptz>,
        code -> Nullable<Text>,
        due_at -> Timestamptz,
        expires_at -> Timestamptz,
        failures -> Integer,
        claimed_until -> Nullable<Timestamptz>,
        postponed -> Bool,
        accepted_at -> Nullable<Timestamptz>,
        shown_at -> Nullable<Timestamptz>,
        is_hushed -> Bool,
        answer -> Nullable<Text>,
        answered_at -> Nullable<Timestamptz>,
        snoozed_until -> Nullable<Timestamptz>,
    }
}

diesel::define_sql_function! {
    /// The first of two instants that is not null.
    fn coalesce(
        one: diesel::sql_types::Nullable<diesel::sql_types::Timestamptz>,
        other: diesel::sql_types::Timestamptz,
    ) -> diesel::sql_types::Timestamptz;
}

diesel::define_sql_function! {
    /// The partition of the log that holds a ring.
    fn firing_lane(scheduled_for: diesel::sql_types::Nullable<diesel::sql_types::Timestamptz>)
        -> diesel::sql_types::Nullable<diesel::sql_types::SmallInt>;
}

diesel::joinable!(sessions -> accounts (account_id));
diesel::allow_tables_to_appear_in_same_query!(accounts, sessions);
diesel::allow_tables_to_appear_in_same_query!(batches, firings);
diesel::allow_tables_to_appear_in_same_query!(pushes, devices, channels, firings);
