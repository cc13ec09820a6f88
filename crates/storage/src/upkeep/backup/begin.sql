-- Begins the transaction of a backup's checks, a restore or its undoing, and defines what these share. Everything here is
-- temporary. Nobody sees what a restore does before its COMMIT, and without the COMMIT nothing has happened.
BEGIN;
SET LOCAL client_min_messages = warning;
-- A table that is in use for longer than this is in use by somebody who has to end first.
SET LOCAL lock_timeout = '10s';
SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;

-- The migrations that this version knows; its caller inserts them.
CREATE TEMPORARY TABLE known_migrations (version TEXT PRIMARY KEY, statements TEXT NOT NULL) ON COMMIT DROP;
-- The tables whose rows the file has; the caller of a restore inserts them.
CREATE TEMPORARY TABLE tables_in_file (name TEXT) ON COMMIT DROP;

-- The migrations that a database or a backup has in the schema `public`; null if no version of Tokibako has used it.
CREATE FUNCTION pg_temp.applied_migrations() RETURNS TEXT[] LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('public.__diesel_schema_migrations') IS NULL THEN RETURN NULL; END IF;
  RETURN ARRAY(SELECT version FROM public.__diesel_schema_migrations ORDER BY version);
END $$;

CREATE FUNCTION pg_temp.unknown_migrations(applied TEXT[]) RETURNS TEXT[] LANGUAGE sql AS $$
  SELECT ARRAY(SELECT unnest(applied) EXCEPT SELECT version FROM known_migrations ORDER BY 1)
$$;

-- What a schema consists of, without the objects of extensions. The name is for messages; `holds_data` is false of what is
-- only a part of a table.
CREATE FUNCTION pg_temp.objects(schema_name TEXT)
  RETURNS TABLE (kind TEXT, name TEXT, holds_data BOOLEAN, definition TEXT) LANGUAGE plpgsql AS $$
DECLARE before TEXT := current_setting('search_path');
BEGIN
  -- Definitions leave out the schema that is searched first.
  PERFORM set_config('search_path', schema_name, true);
  RETURN QUERY
  WITH relations AS (
    SELECT oid, relname, relkind, relispartition, relpartbound FROM pg_class
      WHERE relnamespace = to_regnamespace(schema_name) AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  ), holders AS (SELECT * FROM relations WHERE relkind IN ('r', 'p', 'v', 'm', 'f'))
  SELECT 'a table', relname::TEXT, TRUE, relkind::TEXT || coalesce(pg_get_expr(relpartbound, oid), '') FROM holders
  UNION ALL
  SELECT 'b sequence', relname::TEXT, NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = relations.oid AND deptype IN ('a', 'i')),
      seqtypid::regtype::TEXT || seqincrement
    FROM relations JOIN pg_sequence ON seqrelid = relations.oid
  UNION ALL
  SELECT 'c column', format('%s.%s', relname, attname), FALSE, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull,
      attidentity, attgenerated, attcollation::regcollation, pg_get_expr(adbin, adrelid))
    FROM holders JOIN pg_attribute ON attrelid = holders.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = holders.oid AND adnum = attnum
  UNION ALL
  SELECT 'd constraint', format('%s.%s', relname, conname), FALSE, pg_get_constraintdef(pg_constraint.oid, true)
    FROM holders JOIN pg_constraint ON conrelid = holders.oid
  UNION ALL
  SELECT 'e index', relname::TEXT, FALSE, pg_get_indexdef(oid, 0, true) FROM relations WHERE relkind IN ('i', 'I')
  UNION ALL
  SELECT 'f function', proname::TEXT, FALSE, concat_ws(' ', pg_get_function_arguments(oid), pg_get_function_result(oid), provolatile,
      proisstrict, prosrc, pg_get_function_sqlbody(oid))
    FROM pg_proc WHERE pronamespace = to_regnamespace(schema_name) AND NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e');
  PERFORM set_config('search_path', before, true);
END $$;

-- Builds what migrations make of an empty database, in a schema of its own.
CREATE FUNCTION pg_temp.build_expected(versions TEXT[]) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  before TEXT := current_setting('search_path');
  it TEXT;
BEGIN
  DROP SCHEMA IF EXISTS tokibako_expected CASCADE;
  CREATE SCHEMA tokibako_expected;
  PERFORM set_config('search_path', 'tokibako_expected', true);
  CREATE TABLE __diesel_schema_migrations (
    version VARCHAR(50) PRIMARY KEY NOT NULL,
    run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
  );
  FOR it IN SELECT statements FROM known_migrations WHERE version = ANY (versions) ORDER BY version LOOP
    EXECUTE replace(it, 'CONCURRENTLY', '');
  END LOOP;
  PERFORM set_config('search_path', before, true);
END $$;

-- The tables, views and sequences in the schema `public` that are no part of Tokibako. Of a database that a newer version has
-- migrated, none: this version does not know which are part of it.
CREATE FUNCTION pg_temp.foreign_tables() RETURNS TEXT[] LANGUAGE plpgsql AS $$
DECLARE
  applied TEXT[] := pg_temp.applied_migrations();
  found TEXT[];
BEGIN
  IF cardinality(pg_temp.unknown_migrations(applied)) > 0 THEN RETURN '{}'; END IF;
  PERFORM pg_temp.build_expected(coalesce(applied, ARRAY(SELECT version FROM known_migrations)));
  found := ARRAY(SELECT name FROM pg_temp.objects('public') WHERE holds_data
    EXCEPT SELECT name FROM pg_temp.objects('tokibako_expected') WHERE holds_data ORDER BY 1);
  DROP SCHEMA tokibako_expected CASCADE;
  RETURN found;
END $$;

-- The first three of a list, for a message.
CREATE FUNCTION pg_temp.some_of(list TEXT[]) RETURNS TEXT LANGUAGE sql AS $$
  SELECT array_to_string(list[1:3], ', ')
    || CASE WHEN cardinality(list) > 3 THEN format(' and %s more', cardinality(list) - 3) ELSE '' END
$$;

-- What the schema `public` holds of people's; null if no version of Tokibako has used it.
CREATE FUNCTION pg_temp.content() RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
  counts BIGINT[] := '{}';
  it TEXT;
  of_table BIGINT;
BEGIN
  IF to_regclass('public.accounts') IS NULL THEN RETURN NULL; END IF;
  FOREACH it IN ARRAY ARRAY['alarms', 'timers', 'accounts'] LOOP
    of_table := NULL;
    IF to_regclass('public.' || it) IS NOT NULL THEN
      EXECUTE format('SELECT count(*) FROM public.%I', it) INTO of_table;
    END IF;
    counts := counts || coalesce(of_table, 0);
  END LOOP;
  RETURN format('%s alarms, %s timers, %s accounts', VARIADIC counts);
END $$;

-- Whether some table of the schema `public` has a row of a browser.
CREATE FUNCTION pg_temp.holds_data() RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
  it TEXT;
  found BOOLEAN;
BEGIN
  FOR it IN
    SELECT DISTINCT attrelid::regclass::TEXT FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND (attname = 'browser_id' OR relname = 'browsers')
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', it) INTO found;
    IF found THEN RETURN TRUE; END IF;
  END LOOP;
  RETURN FALSE;
END $$;

-- Refuses what would go wrong however good the file is.
CREATE FUNCTION pg_temp.refuse_busy_or_foreign() RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  list TEXT[];
  owner TEXT;
BEGIN
  IF EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'
  ) OR NOT pg_try_advisory_xact_lock(74630001) THEN
    -- A server that starts from now on waits for this lock (crates/storage/src/migrations.rs).
    RAISE 'the database is in use: stop every server first';
  END IF;
  IF current_schema() IS DISTINCT FROM 'public' THEN
    RAISE 'this role''s search_path begins with the schema %, and a backup is restored into public: set search_path to public',
      coalesce(quote_ident(current_schema()), 'of nobody');
  END IF;
  list := pg_temp.foreign_tables();
  IF cardinality(list) > 0 THEN
    RAISE 'the database also holds what is no part of Tokibako (%): use a database of its own, or move that to another schema',
      pg_temp.some_of(list);
  END IF;
  SELECT DISTINCT pg_get_userbyid(relowner) INTO owner FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relowner <> current_user::regrole;
  IF FOUND THEN
    RAISE 'tables of the database belong to the role %: restore as that role', owner;
  END IF;
END $$;

-- Moves everything from one schema into another, which is created, but for the objects of extensions.
CREATE FUNCTION pg_temp.move_all(source TEXT, target TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE it TEXT;
BEGIN
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', target);
  FOR it IN
    SELECT format('ALTER %s %s SET SCHEMA %I', kind, name, target) FROM (
      SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
          WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind,
          oid::regclass::TEXT AS name, relnamespace AS namespace, 'pg_class'::regclass AS class, oid
        FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
      UNION ALL SELECT 'ROUTINE', oid::regprocedure::TEXT, pronamespace, 'pg_proc'::regclass, oid FROM pg_proc
      UNION ALL SELECT CASE typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, oid::regtype::TEXT, typnamespace,
          'pg_type'::regclass, oid
        FROM pg_type WHERE typtype IN ('e', 'd')
    ) AS object
    WHERE namespace = to_regnamespace(source) AND NOT EXISTS (
      -- What belongs to an extension stays, and sequences of columns move with their tables.
      SELECT FROM pg_depend WHERE classid = object.class AND objid = object.oid AND (deptype = 'e'
        OR (deptype IN ('a', 'i') AND refclassid = 'pg_class'::regclass AND refobjsubid > 0))
    )
  LOOP
    EXECUTE it;
  END LOOP;
END $$;

-- What was revoked after a backup must not become valid again: sessions, the browser ids of accounts, which change with a
-- password or an ended session, and the devices of accounts. So every account gets a new browser id, with all that it owns,
-- and has to sign in again.
CREATE FUNCTION pg_temp.revoke_access() RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE it TEXT;
BEGIN
  IF to_regclass('public.accounts') IS NULL THEN RETURN; END IF;
  TRUNCATE public.sessions;
  CREATE TEMPORARY TABLE renewed ON COMMIT DROP AS
    SELECT browser_id AS old, gen_random_uuid() AS new FROM public.accounts;
  DELETE FROM public.devices WHERE browser_id IN (SELECT old FROM renewed);
  DELETE FROM public.pushes
    WHERE device NOT IN (SELECT number FROM public.devices UNION ALL SELECT number FROM public.channels);
  UPDATE public.browsers SET id = new FROM renewed WHERE id = old;
  FOR it IN
    SELECT oid::regclass FROM pg_class JOIN pg_attribute ON attrelid = oid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND attname = 'browser_id'
      -- Accounts first: their channels follow them.
      ORDER BY attrelid <> 'public.accounts'::regclass
  LOOP
    EXECUTE format('UPDATE %s SET browser_id = new FROM renewed WHERE browser_id = old', it);
  END LOOP;
END $$;
