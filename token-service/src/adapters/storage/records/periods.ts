import type { AccountingPeriod, PeriodReport } from '@service/billing/domain/periods/period.ts';
import type { CashOfPayments, PeriodRecords } from '@service/billing/ports/periods.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

const periods = table<AccountingPeriod>({
  name: 'accounting_periods',
  key: ['month'],
  columns: columns({
    month: 'text',
    state: 'text',
    begins_at: 'bigint',
    ends_at: 'bigint',
    closed_at: 'bigint',
    closed_by: 'text',
    closed_note: 'text',
    reopened_at: 'bigint',
    reopened_by: 'text',
    reopened_because: 'text',
    sha256: 'text',
  }),
});

const reports = table<PeriodReport>({
  name: 'period_reports',
  key: ['month', 'report'],
  columns: columns({ month: 'text', report: 'text', sha256: 'text', bytes: 'bigint', parts: 'bigint' }),
});

const ALL = `${periods.select} WHERE r.site_id = $1 ORDER BY r.month DESC`;
const FIND = `${periods.select} WHERE r.site_id = $1 AND r.month = $2`;
const CLOSE_UNTIL = 'UPDATE sites SET books_closed_until = $2 WHERE id = $1';
const FIRST = 'SELECT min(created_at) AS at FROM invoices WHERE site_id = $1';
const REPORTS = `${reports.select} WHERE r.site_id = $1 AND r.month = $2 ORDER BY r.report`;
const KEEP_PART =
  'INSERT INTO period_report_parts (site_id, month, report, part, content) VALUES ($1, $2, $3, $4, $5) ' +
  'ON CONFLICT (site_id, month, report, part) DO UPDATE SET content = excluded.content';
const PART = 'SELECT content FROM period_report_parts WHERE site_id = $1 AND month = $2 AND report = $3 AND part = $4';
const REMOVE_PARTS = 'DELETE FROM period_report_parts WHERE site_id = $1 AND month = $2';
const REMOVE_REPORTS = 'DELETE FROM period_reports WHERE site_id = $1 AND month = $2';
const PENDING =
  'SELECT count(*) AS count FROM transactions WHERE site_id = $1 AND created_at >= $2 AND created_at < $3 ' +
  "AND status = 'pending'";
/** The movements of cash that name a payment or a refund. */
const CASH =
  'SELECT m.currency, CAST(sum(e.amount) AS bigint) AS ledger, CAST(sum(CASE WHEN e.amount < 0 ' +
  'THEN -COALESCE(t.amount_in_cents, 0) ELSE COALESCE(t.amount_in_cents, 0) END) AS bigint) AS payments ' +
  'FROM ledger_movements m JOIN ledger_entries e ON e.site_id = m.site_id AND e.movement_id = m.id ' +
  'LEFT JOIN transactions t ON t.site_id = m.site_id AND t.uuid = m.subject ' +
  "WHERE m.site_id = $1 AND m.at >= $2 AND m.at < $3 AND e.account = 'cash' AND m.kind IN " +
  "('payment.received', 'payment.voided', 'payment.charged_back', 'credit.paid_out', 'refund.failed') " +
  'GROUP BY m.currency ORDER BY m.currency';

/** The parts that are stored so far: each item makes the next file. */
const FILES_MADE = '(SELECT count(*) FROM period_reports p WHERE p.site_id = r.site_id AND p.month = r.month)';

export const periodRecords = (queries: Queries, siteId: string, due: DueReader): PeriodRecords => ({
  all: async () => (await queries.all(ALL, [siteId])).map(periods.read),
  async find(month) {
    const row = await queries.get(FIND, [siteId, month]);
    return row && periods.read(row);
  },
  async keep(period) {
    await queries.write(periods.upsert, periods.values(siteId, period));
  },
  async closeBooksUntil(moment) {
    await queries.write(CLOSE_UNTIL, [siteId, moment]);
  },
  async firstInvoiceAt() {
    const at = (await queries.get(FIRST, [siteId]))?.at;
    return at === null || at === undefined ? undefined : Number(at);
  },
  reports: async (month) => (await queries.all(REPORTS, [siteId, month])).map(reports.read),
  async addReport(report) {
    await queries.write(reports.upsert, reports.values(siteId, report));
  },
  async keepPart({ month, report }, part, content) {
    await queries.write(KEEP_PART, [siteId, month, report, part, content]);
  },
  async part({ month, report }, part) {
    const row = await queries.get(PART, [siteId, month, report, part]);
    return row && String(row.content);
  },
  async removeSnapshot(month) {
    await queries.write(REMOVE_PARTS, [siteId, month]);
    await queries.write(REMOVE_REPORTS, [siteId, month]);
  },
  beingClosed: due({
    kind: 'period_snapshot',
    from: 'accounting_periods r',
    id: `(r.month || ' ' || ${FILES_MADE})`,
    subject: "'books'",
    at: 'r.closed_at',
    where: "r.state = 'closing' AND r.closed_at <= :until",
    order: 'r.closed_at, r.month',
  }),
  async pendingPayments({ from, to }) {
    return Number((await queries.get(PENDING, [siteId, from, to]))?.count);
  },
  async cashOfPayments({ from, to }) {
    return (await queries.all(CASH, [siteId, from, to])).map(
      ({ currency, payments, ledger }): CashOfPayments => ({
        currency: String(currency),
        payments_in_cents: Number(payments),
        ledger_in_cents: Number(ledger),
      }),
    );
  },
});
