DROP TABLE server_keys;
DROP TABLE pushes;
DROP TABLE devices;
