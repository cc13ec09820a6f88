DROP TABLE alarms;
