-- The evidence that was sent for a dispute, with its sender and its time; empty where none was.
ALTER TABLE disputes ADD COLUMN evidence text;
