DROP TABLE firings;
