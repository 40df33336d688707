import type { Queries } from '../database.ts';

const NEXT =
  'INSERT INTO sequences (site_id, series, value) VALUES ($1, $2, 1) ' +
  'ON CONFLICT (site_id, series) DO UPDATE SET value = sequences.value + 1 RETURNING value';

/** The next number of a series of this site, from 1. A transaction that is undone gives its number back. */
export const nextNumber = (queries: Queries, siteId: string, series: string): Promise<number> =>
  queries.transaction(async (inside) => {
    const row = await inside.get(NEXT, [siteId, series]);
    return Number(row?.value);
  });
