-- What a journey moved the site's clock by: a worker that read the site before the journey was cancelled stops by it.
ALTER TABLE clock_progress ADD COLUMN clock_offset bigint;
