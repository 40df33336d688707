import type { Queries } from '../database.ts';

const NEXT =
  'INSERT INTO sequences (site_id, series, value) VALUES ($1, $2, $3) ' +
  'ON CONFLICT (site_id, series) DO UPDATE SET value = sequences.value + excluded.value RETURNING value';

/**
 * The next number of a series of this site, from 1; the first of them where several are taken. A transaction that is
 * undone gives its number back.
 */
export const nextNumber = (queries: Queries, siteId: string, series: string, count = 1): Promise<number> =>
  queries.transaction(async (inside) => {
    const row = await inside.get(NEXT, [siteId, series, count]);
    return Number(row?.value) - count + 1;
  });
