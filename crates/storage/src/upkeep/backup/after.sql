-- After the statements of a file: refuses what is not a whole backup of this program, by comparing it with what its own
-- migrations make of an empty database.
SET LOCAL client_min_messages = warning;

DO $$
DECLARE
  applied TEXT[] := pg_temp.applied_migrations();
  baseline TEXT := (SELECT min(version) FROM known_migrations);
  list TEXT[];
  it RECORD;
  is_behind BOOLEAN;
BEGIN
  IF applied IS NULL THEN
    RAISE 'the file is no backup of Tokibako: it is one of another program, or of an empty database';
  END IF;
  list := pg_temp.unknown_migrations(applied);
  IF cardinality(list) > 0 AND baseline = ANY (applied) THEN
    RAISE 'the file is of a newer version of Tokibako (migrations %): restore it with that version', pg_temp.some_of(list);
  ELSIF baseline <> ALL (applied) AND cardinality(applied) > 0 THEN
    RAISE 'the file is of a version before 1.0, which this one cannot migrate (docs/operations.md, Upgrade)';
  ELSIF cardinality(applied) = 0 THEN
    RAISE 'the file holds the tables of Tokibako without their rows';
  END IF;

  PERFORM pg_temp.build_expected(applied);
  CREATE TEMPORARY TABLE expected ON COMMIT DROP AS SELECT * FROM pg_temp.objects('tokibako_expected');
  CREATE TEMPORARY TABLE restored ON COMMIT DROP AS SELECT * FROM pg_temp.objects('public');
  DROP SCHEMA tokibako_expected CASCADE;

  list := ARRAY(SELECT expected.name FROM expected LEFT JOIN restored USING (kind, name) WHERE restored.name IS NULL
    ORDER BY kind, name);
  IF cardinality(list) > 0 THEN
    RAISE 'the file is no whole backup of Tokibako: it lacks %', pg_temp.some_of(list);
  END IF;
  list := ARRAY(SELECT name FROM (SELECT * FROM expected EXCEPT SELECT * FROM restored) AS changed ORDER BY kind, name);
  IF cardinality(list) > 0 THEN
    RAISE 'the file is damaged, or somebody has changed the schema: % is not as a version of Tokibako creates it',
      pg_temp.some_of(list);
  END IF;
  -- An index or a constraint that an operator has added does no harm.
  list := ARRAY(SELECT name FROM restored LEFT JOIN expected USING (kind, name)
    WHERE expected.name IS NULL AND (restored.holds_data OR kind = 'c column') ORDER BY kind, name);
  IF cardinality(list) > 0 THEN
    RAISE 'the file also holds what is no part of Tokibako: %', pg_temp.some_of(list);
  END IF;
  list := ARRAY(SELECT name FROM expected WHERE kind = 'a table' AND definition LIKE 'r%'
    EXCEPT SELECT name FROM tables_in_file ORDER BY 1);
  IF cardinality(list) > 0 THEN
    RAISE 'the file is no whole backup of Tokibako: it lacks the rows of %', pg_temp.some_of(list);
  END IF;

  -- A sequence that is behind its table would give new rows the numbers of others.
  FOR it IN
    SELECT objid::regclass AS sequence, refobjid::regclass AS relation, attname AS attribute
      FROM pg_depend JOIN pg_sequence ON seqrelid = objid
        JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
        JOIN pg_class ON pg_class.oid = objid
      WHERE classid = 'pg_class'::regclass AND deptype IN ('a', 'i') AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'public.firing_blocks'::regclass, 'public.batches'::regclass, 'block'
  LOOP
    EXECUTE format('SELECT max(%I) > coalesce(pg_sequence_last_value(%L::regclass), 0) FROM %s',
      it.attribute, it.sequence, it.relation) INTO is_behind;
    IF is_behind THEN
      RAISE 'the file is damaged: the sequence % is behind its rows', it.sequence;
    END IF;
  END LOOP;

  PERFORM pg_temp.revoke_access();
END $$;

COMMIT;

-- Only a superuser may analyse the system catalogues; for others each of them would cause a warning.
SET client_min_messages = error;
ANALYZE;
