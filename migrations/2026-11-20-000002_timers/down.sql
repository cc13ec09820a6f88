DROP TABLE timers;
