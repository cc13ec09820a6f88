DROP TABLE breaking_migrations;
