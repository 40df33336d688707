import type { Database, Row } from '../../src/adapters/storage/database.ts';

/** A day of a line, with the cents that it bills and earns. */
interface LineDay {
  readonly day: number;
  readonly billed: number;
  readonly earned: number;
}

const LINES =
  'SELECT a.*, i.created_at AS invoiced_at, c.account_code, s.expires_at FROM adjustments a ' +
  'JOIN invoices i ON i.site_id = a.site_id AND i.uuid = a.invoice_id ' +
  'JOIN accounts c ON c.site_id = a.site_id AND c.id = a.account_id ' +
  'LEFT JOIN subscriptions s ON s.site_id = a.site_id AND s.uuid = a.subscription_id WHERE a.site_id = $1';

const number = (row: Row, name: string): number => Number(row[name] ?? 0);
const dayOf = (seconds: number): number => Math.floor(seconds / 86_400);

/**
 * Returns what each customer of a site is billed and earns by month, `2027-03`, counted line by line and day by day as
 * docs/console.md#revenue defines it, without any code of the service. Days are those of UTC, and no line has a
 * schedule of its own: all are earned evenly over their service, or on their first day.
 */
export const recognizedOf = async (
  database: Database,
  siteId: string,
  until: string,
): Promise<Map<string, { billed: number; earned: number }>> => {
  const rows = await database.all(LINES, [siteId]);
  const credits = Map.groupBy(
    rows.filter((row) => row.original_adjustment_uuid),
    (row) => row.original_adjustment_uuid,
  );
  const sums = new Map<string, { billed: number; earned: number }>();
  const last = Date.parse(until) / 86_400_000;
  for (const row of rows.filter((one) => !one.original_adjustment_uuid)) {
    for (const { day, billed, earned } of daysOf(row, credits.get(row.uuid ?? null) ?? [], last)) {
      const key = `${row.account_code} ${new Date(day * 86_400_000).toISOString().slice(0, 7)}`;
      const sum = sums.get(key) ?? { billed: 0, earned: 0 };
      sums.set(key, { billed: sum.billed + billed, earned: sum.earned + earned });
    }
  }
  return sums;
};

const netOf = (row: Row): number => number(row, 'total_in_cents') - number(row, 'tax_in_cents');

/** Walks through the days of a line: what is left to earn is shared by the days that are left, and rounded each day. */
const daysOf = (line: Row, credits: readonly Row[], last: number): LineDay[] => {
  const invoiced = dayOf(number(line, 'invoiced_at'));
  const start = dayOf(number(line, 'start_date'));
  const end = line.end_date === null || line.end_date === undefined ? start + 1 : dayOf(number(line, 'end_date'));
  const over = line.expires_at === null || line.expires_at === undefined ? Infinity : dayOf(number(line, 'expires_at'));
  const days: LineDay[] = [];
  let [total, earned] = [0, 0];
  /** The cents that were earned when the amount changed last, and the day of it. */
  let [base, since] = [0, start];
  for (let day = Math.min(start, invoiced); day <= last; day += 1) {
    const taken = credits
      .filter((row) => dayOf(number(row, 'invoiced_at')) === day)
      .reduce((sum, row) => sum + netOf(row), 0);
    const billed = (day === invoiced ? netOf(line) : 0) + taken;
    const reached = (amount: number): number => {
      if (day < start || day < invoiced) return 0;
      if (day >= over || day >= end - 1) return amount;
      return base + share(amount - base, day + 1 - since, end - since);
    };
    if (taken !== 0 && day > invoiced) {
      [base, since] = [earned, Math.max(start, day)];
      const ofDay = reached(total) - earned;
      const left = total + taken - earned;
      // Less than the day would have earned: the service is over, and its rest is earned.
      if (Math.sign(left) === Math.sign(ofDay) && Math.abs(left) <= Math.abs(ofDay)) base = total + taken;
    }
    total += billed;
    // More was earned than is left: the difference is reversed at once.
    const isTooMuch = total === 0 || (total - base) * total < 0;
    const now = isTooMuch ? total : reached(total);
    if (billed !== 0 || now !== earned) days.push({ day, billed, earned: now - earned });
    earned = now;
  }
  return days;
};

/** Returns a part of an amount, halves rounded away from 0. */
const share = (amount: number, part: number, whole: number): number =>
  Math.sign(amount) * Math.floor((2 * Math.abs(amount) * part + whole) / (2 * whole));
