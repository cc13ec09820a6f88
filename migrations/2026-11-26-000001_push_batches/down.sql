DROP TABLE push_batches;
