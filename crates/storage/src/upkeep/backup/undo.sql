-- Exchanges the content of the database and what the last restore replaced.
DO $$
BEGIN
  IF to_regclass('tokibako_previous.accounts') IS NULL THEN
    RAISE 'the database holds nothing that a restore has replaced';
  END IF;
  PERFORM pg_temp.refuse_busy_or_foreign();
  PERFORM pg_temp.move_all('tokibako_previous', 'tokibako_moving');
  PERFORM pg_temp.move_all('public', 'tokibako_previous');
  PERFORM pg_temp.move_all('tokibako_moving', 'public');
  DROP SCHEMA tokibako_moving;
  EXECUTE format('COMMENT ON SCHEMA tokibako_previous IS %L',
    'What was exchanged at ' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC');
  PERFORM pg_temp.revoke_access();
END $$;

COMMIT;
