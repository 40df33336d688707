import type { Queries, Value } from '../database.ts';

/** Counts rows. `from`: the SQL after FROM; `most`: the number at which it stops, so that it reads no further ones. */
export const countUpTo = async (
  queries: Pick<Queries, 'get'>,
  from: string,
  values: readonly Value[],
  most: number | undefined,
): Promise<number> => {
  const row =
    most === undefined
      ? await queries.get(`SELECT count(*) AS n FROM ${from}`, [...values])
      : await queries.get(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT $${values.length + 1}) AS found`, [
          ...values,
          most,
        ]);
  return Number(row?.n ?? 0);
};
