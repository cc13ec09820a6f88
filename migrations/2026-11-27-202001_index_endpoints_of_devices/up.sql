-- A confirmation deletes the other devices with the same endpoint in any state; `devices_of_endpoint` has the active ones only.
CREATE INDEX CONCURRENTLY devices_endpoint ON devices (endpoint_digest);
