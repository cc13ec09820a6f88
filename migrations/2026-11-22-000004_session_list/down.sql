ALTER TABLE sessions
    DROP COLUMN id,
    DROP COLUMN created_at,
    DROP COLUMN browser,
    DROP COLUMN system;
