/**
 * Adds `$3` to the series `$2` of a site, and returns the last number taken. Its row is what transactions conflict on.
 */
export const NEXT_NUMBER =
  'INSERT INTO sequences (site_id, series, value) VALUES ($1, $2, $3) ' +
  'ON CONFLICT (site_id, series) DO UPDATE SET value = sequences.value + excluded.value RETURNING value';
