DROP TABLE zone_releases;
