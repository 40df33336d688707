-- Each process leaves one sign, in process_signs; a worker is one that serves worker or all. A process that left a sign
-- in worker_signs alone is carried over, so that health counts it until it is replaced.
INSERT INTO process_signs (holder, serves, version, started_at_ms, seen_at_ms)
SELECT holder, 'worker', '', started_at_ms, seen_at_ms
FROM worker_signs
WHERE holder NOT IN (SELECT holder FROM process_signs);
