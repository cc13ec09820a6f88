BEGIN;
SET LOCAL client_min_messages = warning;

-- Drops everything in the schema `public`. Tables first: their sequences and partitions are dropped with them. Objects of
-- extensions stay.
DO $$
DECLARE it text;
BEGIN
  FOR it IN
    SELECT format('%s IF EXISTS %s CASCADE', kind, name) FROM (
      SELECT 1 AS place, 'TABLE' AS kind, oid::regclass::text AS name, 'pg_class'::regclass AS class, oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      UNION ALL SELECT 2, 'VIEW', oid::regclass::text, 'pg_class'::regclass, oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
      UNION ALL SELECT 3, 'SEQUENCE', oid::regclass::text, 'pg_class'::regclass, oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
      UNION ALL SELECT 4, 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT 5, 'TYPE', oid::regtype::text, 'pg_type'::regclass, oid FROM pg_type
        WHERE typnamespace = 'public'::regnamespace AND typtype = 'e'
    ) AS ours
    WHERE NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = ours.class AND objid = ours.oid AND deptype = 'e'
    )
    ORDER BY place
  LOOP
    EXECUTE 'DROP ' || it;
  END LOOP;
END $$;
