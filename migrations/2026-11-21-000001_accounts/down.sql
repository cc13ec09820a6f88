DROP TABLE sessions, accounts;
