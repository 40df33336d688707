import { type MrrMovement, paidMrr } from '@service/billing/domain/revenue/movement.ts';
import type { EndedTrial, MrrTotal, RevenueCustomer, RevenueRecords } from '@service/billing/ports/revenue.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import { among } from './among.ts';
import type { DueReader } from './due-items.ts';

const movements = table<MrrMovement>({
  name: 'mrr_movements',
  key: ['id'],
  columns: columns({
    id: 'text',
    subscription_id: 'text',
    account_id: 'text',
    plan_code: 'text',
    currency: 'text',
    at: 'bigint',
    kind: 'text',
    amount_in_cents: 'bigint',
    past_due_in_cents: 'bigint',
    mrr_in_cents: 'bigint',
    reason: 'text',
    country: 'text',
  }),
});

/** Rows of one statement: few texts to prepare. */
const AT_ONCE = 8;

const KEEP =
  'UPDATE subscriptions SET mrr = $3, mrr_in_cents = $4, revision = revision + 1 WHERE site_id = $1 AND uuid = $2';
const PAST_DUE =
  'SELECT 1 AS found FROM adjustments j JOIN invoices i ON i.site_id = j.site_id AND i.uuid = j.invoice_id ' +
  "WHERE j.site_id = $1 AND j.subscription_id = $2 AND i.type = 'charge' AND i.state = 'past_due' LIMIT 1";
const DISCOUNT_ORDER = 'SELECT coupon_order, several_percents FROM sites WHERE id = $1';
const MOVEMENTS = `${movements.select} WHERE r.site_id = $1 AND r.at < $2 AND (r.at, r.id) > ($3, $4) ORDER BY r.at, r.id LIMIT $5`;
const COUNTRY =
  'SELECT country FROM mrr_movements WHERE site_id = $1 AND subscription_id = $2 ORDER BY id DESC LIMIT 1';
const CUSTOMERS =
  "SELECT a.id, a.account_code, COALESCE(NULLIF(a.address_country, ''), (SELECT b.country FROM payment_methods b " +
  'WHERE b.site_id = a.site_id AND b.account_id = a.id AND b.primary_payment_method)) AS country ' +
  'FROM accounts a WHERE a.site_id = $1 AND a.id IN ';
const TOTALS =
  'SELECT currency, CAST(sum(mrr_in_cents) AS bigint) AS mrr_in_cents, count(*) AS subscriptions FROM subscriptions ' +
  'WHERE site_id = $1 AND mrr_in_cents > 0 GROUP BY currency ORDER BY currency';
const CHANGES =
  'SELECT currency, CAST(sum(amount_in_cents - past_due_in_cents) AS bigint) AS cents FROM mrr_movements ' +
  'WHERE site_id = $1 AND at >= $2 GROUP BY currency';
const ENDED_TRIALS =
  // One whose first charge is declined becomes past due in the moment in which it is new: only sums of moments count.
  'SELECT r.uuid, c.account_code, r.plan_code, r.currency, r.trial_ends_at, CASE WHEN EXISTS (SELECT 1 FROM mrr_movements m ' +
  'WHERE m.site_id = r.site_id AND m.subscription_id = r.uuid AND m.at < $2 AND (SELECT ' +
  'sum(n.amount_in_cents - n.past_due_in_cents) FROM mrr_movements n WHERE n.site_id = r.site_id ' +
  'AND n.subscription_id = r.uuid AND n.at <= m.at) > 0) THEN 1 ELSE 0 END ' +
  'AS converted FROM subscriptions r JOIN accounts c ON c.site_id = r.site_id AND c.id = r.account_id ' +
  'WHERE r.site_id = $1 AND r.trial_ends_at IS NOT NULL AND r.trial_started_at IS NOT NULL ' +
  'AND r.trial_ends_at < $2 AND (r.trial_ends_at, r.uuid) > ($3, $4) ORDER BY r.trial_ends_at, r.uuid LIMIT $5';

export const revenueRecords = (queries: Queries, siteId: string, due: DueReader): RevenueRecords => ({
  async keep(subscriptionId, mrr) {
    await queries.write(KEEP, [siteId, subscriptionId, JSON.stringify(mrr), paidMrr(mrr)]);
  },
  async append(records) {
    for (let start = 0; start < records.length; start += AT_ONCE) {
      const { sql, values } = movements.insertAll(siteId, records.slice(start, start + AT_ONCE));
      await queries.write(sql, values);
    }
  },
  isPastDue: async (subscriptionId) => (await queries.get(PAST_DUE, [siteId, subscriptionId])) !== undefined,
  async discountOrder() {
    const row = await queries.get(DISCOUNT_ORDER, [siteId]);
    return {
      first: row?.coupon_order === 'dollars_first' ? 'amount' : 'percent',
      percents: row?.several_percents === 'full' ? 'full' : 'compounded',
    };
  },
  async movements(before, after, limit) {
    const values = [siteId, before, after?.at ?? 0, after?.id ?? '', limit];
    return (await queries.all(MOVEMENTS, values)).map(movements.read);
  },
  async countryOf(subscriptionId) {
    const country = (await queries.get(COUNTRY, [siteId, subscriptionId]))?.country ?? null;
    return country === null ? null : String(country);
  },
  async customers(accountIds) {
    const { sql, values } = among([...new Set(accountIds)], 2);
    const rows = await queries.all(`${CUSTOMERS}${sql}`, [siteId, ...values]);
    return new Map(
      rows.map(({ id, account_code, country }): [string, RevenueCustomer] => [
        String(id),
        { account_code: String(account_code), country: country === null ? null : String(country) },
      ]),
    );
  },
  async totals() {
    return (await queries.all(TOTALS, [siteId])).map(
      (row): MrrTotal => ({
        currency: String(row.currency),
        mrr_in_cents: Number(row.mrr_in_cents),
        subscriptions: Number(row.subscriptions),
      }),
    );
  },
  async changesSince(from) {
    const rows = await queries.all(CHANGES, [siteId, from]);
    return new Map(rows.map(({ currency, cents }) => [String(currency), Number(cents)]));
  },
  async endedTrials({ from, to }, after, limit) {
    const { ended_at = from, subscription_id = '' } = after ?? {};
    return (await queries.all(ENDED_TRIALS, [siteId, to, ended_at, subscription_id, limit])).map(
      (row): EndedTrial => ({
        subscription_id: String(row.uuid),
        account_code: String(row.account_code),
        plan_code: String(row.plan_code),
        currency: String(row.currency),
        ended_at: Number(row.trial_ends_at),
        converted: Number(row.converted) === 1,
      }),
    );
  },
  unrecorded: due({
    kind: 'recurring_revenue',
    from: 'subscriptions r',
    id: 'r.uuid',
    subject: 'r.account_id',
    at: 'r.updated_at',
    where: "r.mrr IS NULL AND r.state <> 'expired' AND r.updated_at <= :until",
    order: 'r.updated_at, r.uuid',
  }),
});
