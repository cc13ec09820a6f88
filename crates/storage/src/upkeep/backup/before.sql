-- Before the statements of a file: refuses a database that it may not replace, and moves its content aside, into the schema
-- `tokibako_previous`. What an earlier restore left there goes. A database without data of anybody is simply emptied.
DO $$
DECLARE
  may_replace BOOLEAN := current_setting('tokibako.replace') = 'yes';
BEGIN
  PERFORM pg_temp.refuse_busy_or_foreign();
  IF pg_temp.holds_data() THEN
    IF NOT may_replace THEN
      RAISE 'the database holds %: pass --replace to replace them', coalesce(pg_temp.content(), 'data');
    END IF;
    DROP SCHEMA IF EXISTS tokibako_previous CASCADE;
    PERFORM pg_temp.move_all('public', 'tokibako_previous');
    EXECUTE format('COMMENT ON SCHEMA tokibako_previous IS %L',
      'What a restore replaced at ' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC');
  ELSE
    PERFORM pg_temp.move_all('public', 'tokibako_empty');
    DROP SCHEMA tokibako_empty CASCADE;
  END IF;
END $$;
