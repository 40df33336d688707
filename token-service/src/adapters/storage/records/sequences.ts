import type { Queries } from '../database.ts';
import { NEXT_NUMBER } from '../next-number.ts';

/**
 * Takes the next number, or several numbers, of a series of this site, which starts at 1. Returns the first one taken.
 * A transaction that is rolled back releases its numbers.
 */
export const nextNumber = (queries: Queries, siteId: string, series: string, count = 1): Promise<number> =>
  queries.transaction(async (inside) => {
    const row = await inside.get(NEXT_NUMBER, [siteId, series, count]);
    return Number(row?.value) - count + 1;
  });

const VALUE = 'SELECT value FROM sequences WHERE site_id = $1 AND series = $2';

/** Returns the number that `nextNumber` would take. */
export const upcomingNumber = async (queries: Queries, siteId: string, series: string): Promise<number> =>
  Number((await queries.get(VALUE, [siteId, series]))?.value ?? 0) + 1;
