-- No release has worker_signs: it was added after 0.1.0.
DROP TABLE worker_signs;
