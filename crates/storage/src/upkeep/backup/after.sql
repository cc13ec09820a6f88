-- What was revoked after the backup must not become valid again: sessions, the browser ids of accounts, which change with
-- a password or an ended session, and the devices of accounts. So every account gets a new browser id, with all that it
-- owns, and has to sign in again.
DO $$
DECLARE it text;
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

COMMIT;

-- Only a superuser may analyse the system catalogues; for others each of them would cause a warning.
SET client_min_messages = error;
ANALYZE;
