import type { Queries } from './database.ts';

/** The sum by which movements of a site in one currency differ from zero, in the smallest unit of the currency. */
export interface LedgerImbalance {
  readonly site_id: string;
  readonly currency: string;
  readonly amount: number;
}

/** Checks some more movements, and returns what was found of every site and currency that has any so far. */
export type LedgerCheck = () => Promise<readonly LedgerImbalance[]>;

/** Movements of one look: a few milliseconds. */
const AT_ONCE = 2_000;

// The entries of each movement, so that one error does not hide another.
const CHECK =
  'SELECT site_id, currency, CAST(sum(abs(cents)) AS bigint) AS amount, max(id) AS last, count(*) AS movements FROM (' +
  'SELECT m.site_id, m.id, m.currency, COALESCE(sum(e.amount), 0) AS cents FROM (' +
  'SELECT site_id, id, currency FROM ledger_movements WHERE (site_id, id) > ($1, $2) ORDER BY site_id, id LIMIT $3' +
  ') AS m LEFT JOIN ledger_entries e ON e.site_id = m.site_id AND e.movement_id = m.id ' +
  'GROUP BY m.site_id, m.id, m.currency) AS sums GROUP BY site_id, currency ORDER BY site_id';

/**
 * Checks the ledger in parts, one at each call, from its beginning to its end and over again. While it runs, what the
 * last complete look found counts, with whatever more the present one has found.
 */
export const openLedgerCheck = (queries: Pick<Queries, 'all'>): LedgerCheck => {
  let before = new Map<string, LedgerImbalance>();
  let found = new Map<string, LedgerImbalance>();
  let after = { site: '', id: '' };

  return async () => {
    const rows = await queries.all(CHECK, [after.site, after.id, AT_ONCE]);
    for (const { site_id, currency, amount, last } of rows) {
      const name = `${site_id} ${currency}`;
      const already = found.get(name)?.amount ?? 0;
      found.set(name, {
        site_id: String(site_id),
        currency: String(currency),
        amount: already + Number(amount),
      });
      // Rows are ordered by site: of the last site, the movement furthest on counts.
      const site = String(site_id);
      if (site !== after.site || String(last) > after.id) after = { site, id: String(last) };
    }
    const checked = rows.reduce((sum, { movements }) => sum + Number(movements), 0);
    if (checked < AT_ONCE) {
      before = found;
      found = new Map();
      after = { site: '', id: '' };
    }
    const names = new Set([...before.keys(), ...found.keys()]);
    return [...names].flatMap((name) => {
      const [old, now] = [before.get(name), found.get(name)];
      const most = old && (!now || old.amount >= now.amount) ? old : now;
      return most ? [most] : [];
    });
  };
};
