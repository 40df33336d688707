import type { LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import type { ReportPeriod } from '@service/billing/domain/reports/report.ts';
import type { LedgerPart, LedgerTurnover } from '@service/billing/ports/reports.ts';
import { DAY, type Seconds } from '@service/billing/values/time.ts';
import type { Queries, Row } from '../database.ts';

/** Days whose movements are counted together. */
const MOST_DAYS = 31;

const ENTRIES = 'FROM ledger_movements m JOIN ledger_entries e ON e.site_id = m.site_id AND e.movement_id = m.id ';
const DEBITS = 'CAST(sum(CASE WHEN e.amount > 0 THEN e.amount ELSE 0 END) AS bigint)';
const CREDITS = 'CAST(sum(CASE WHEN e.amount < 0 THEN -e.amount ELSE 0 END) AS bigint)';
const TURNOVER =
  `SELECT e.account, m.currency, m.kind, ${DEBITS} AS debits, ${CREDITS} AS credits, count(*) AS records ${ENTRIES}` +
  'WHERE m.site_id = $1 AND m.at >= $2 AND m.at < $3 GROUP BY e.account, m.currency, m.kind';
const NEXT = 'SELECT min(m.at) AS at FROM ledger_movements m WHERE m.site_id = $1 AND m.at >= $2 AND m.at < $3';
/** The second in which the movement after `limit` others of a period is. */
const END_OF_PART =
  'SELECT m.at FROM ledger_movements m WHERE m.site_id = $1 AND m.at >= $2 AND m.at < $3 ORDER BY m.at LIMIT 1 OFFSET $4';

/** The days of a period with the movements that the ledger has, and those that the sums of the day add up. */
const DAYS =
  'SELECT c.day, c.movements, k.least, k.most FROM (SELECT m.at / 86400 AS day, count(*) AS movements ' +
  'FROM ledger_movements m WHERE m.site_id = $1 AND m.at >= $2 AND m.at < $3 GROUP BY m.at / 86400) c ' +
  'LEFT JOIN (SELECT d.day, min(d.movements) AS least, max(d.movements) AS most FROM ledger_days d ' +
  'WHERE d.site_id = $1 AND d.day >= $4 AND d.day < $5 GROUP BY d.day) k ON k.day = c.day ORDER BY c.day';
const KEPT_TURNOVER =
  'SELECT d.account, d.currency, d.kind, CAST(sum(d.debits) AS bigint) AS debits, ' +
  'CAST(sum(d.credits) AS bigint) AS credits, count(*) AS records FROM ledger_days d ' +
  'WHERE d.site_id = $1 AND d.day >= $2 AND d.day < $3 GROUP BY d.account, d.currency, d.kind';
const NEXT_KEPT = 'SELECT min(d.day) AS day FROM ledger_days d WHERE d.site_id = $1 AND d.day > $2';
/** One statement, so that the sums and the number of movements are of one moment. */
const KEEP =
  'INSERT INTO ledger_days (site_id, day, account, currency, kind, debits, credits, movements) ' +
  `SELECT $1, CAST($4 AS bigint), e.account, m.currency, m.kind, ${DEBITS}, ${CREDITS}, ` +
  '(SELECT count(*) FROM ledger_movements c WHERE c.site_id = $1 AND c.at >= $2 AND c.at < $3) ' +
  `${ENTRIES}WHERE m.site_id = $1 AND m.at >= $2 AND m.at < $3 GROUP BY e.account, m.currency, m.kind ` +
  'ON CONFLICT (site_id, day, account, currency, kind) DO UPDATE SET debits = excluded.debits, ' +
  'credits = excluded.credits, movements = excluded.movements';

const beginningOf = (at: Seconds): Seconds => at - (at % DAY);

/**
 * Returns whether the sums of a day add up all of its movements: as many as there are, in each row. Two processes that
 * keep a day at the same time may leave rows of both.
 */
const isKept = ({ movements, least, most }: Row): boolean =>
  least !== null && Number(least) === Number(movements) && Number(most) === Number(movements);

const daysIn = (queries: Queries, siteId: string, { from, to }: ReportPeriod): Promise<readonly Row[]> =>
  queries.all(DAYS, [siteId, from, to, from / DAY, to / DAY]);

const partOf = (rows: readonly Row[], until: Seconds): LedgerPart => ({
  turnovers: rows.map(
    ({ account, currency, kind, debits, credits }): LedgerTurnover => ({
      account: String(account) as LedgerAccount,
      currency: String(currency),
      kind: String(kind),
      debits_in_cents: Number(debits),
      credits_in_cents: Number(credits),
    }),
  ),
  records: rows.reduce((sum, { records }) => sum + Number(records), 0),
  until,
});

const nextMovementAt = async (queries: Queries, siteId: string, { from, to }: ReportPeriod) => {
  const at = (await queries.get(NEXT, [siteId, from, to]))?.at ?? null;
  return at === null ? undefined : Number(at);
};

/**
 * Returns the sums of the beginning of a period: of the days whose sums are kept, or else of about `limit` movements
 * before the next of these.
 */
export const turnoverIn = async (
  queries: Queries,
  siteId: string,
  { from, to }: ReportPeriod,
  limit: number,
): Promise<LedgerPart> => {
  const next = await nextMovementAt(queries, siteId, { from, to });
  if (next === undefined) return partOf([], to);
  const start = Math.max(from, beginningOf(next));
  const isDay = start === beginningOf(start);
  const end = Math.min(beginningOf(to), start + MOST_DAYS * DAY);
  if (isDay && start < end) {
    const stale = (await daysIn(queries, siteId, { from: start, to: end })).find((day) => !isKept(day));
    const until = stale === undefined ? end : Number(stale.day) * DAY;
    if (until > start) return partOf(await queries.all(KEPT_TURNOVER, [siteId, start / DAY, until / DAY]), until);
  }
  const kept = (await queries.get(NEXT_KEPT, [siteId, beginningOf(start) / DAY]))?.day ?? null;
  const before = kept === null ? to : Math.min(to, Number(kept) * DAY);
  const last = await queries.get(END_OF_PART, [siteId, start, before, limit]);
  const until = last === undefined ? before : Math.max(Number(last.at), start + 1);
  return partOf(await queries.all(TURNOVER, [siteId, start, until]), until);
};

/** Returns the days of a part of a period whose sums are to be kept, and where the next part begins. */
export const staleDaysIn = async (
  queries: Queries,
  siteId: string,
  { from, to }: ReportPeriod,
): Promise<{ readonly days: readonly number[]; readonly until: Seconds }> => {
  const next = await nextMovementAt(queries, siteId, { from, to });
  const start = beginningOf(next ?? to);
  const until = Math.min(beginningOf(to), start + MOST_DAYS * DAY);
  if (next === undefined || start >= until) return { days: [], until: to };
  const days = await daysIn(queries, siteId, { from: start, to: until });
  return { days: days.filter((day) => !isKept(day)).map(({ day }) => Number(day)), until };
};

/** Stores the sums of a day, in place of earlier ones. */
export const keepDay = async (queries: Queries, siteId: string, day: number): Promise<void> => {
  await queries.run(KEEP, [siteId, day * DAY, (day + 1) * DAY, day]);
};
