ALTER TABLE devices DROP COLUMN session;
