import {
  ANNOUNCED_MONTHS,
  PRICE_NOTICE,
  RENEWAL_NOTICE,
  TRIAL_NOTICE,
} from '@service/billing/domain/mail/reminders.ts';
import { paidMrr } from '@service/billing/domain/revenue/movement.ts';
import { nextBoundary } from '@service/billing/domain/subscriptions/boundary.ts';
import { priceChangesAt } from '@service/billing/domain/subscriptions/ramp.ts';
import type { ShownSubscription, SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type {
  InvoicedSubscription,
  SubscriptionFilter,
  SubscriptionRecords,
} from '@service/billing/ports/subscriptions.ts';
import { subscription } from '@service/billing/resources/subscription.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { type Bind, countList, type ListedTable, listPage } from '../paging.ts';
import { readRow, rememberRow, updateRow } from '../row-memory.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';
import type { DueReader } from './due-items.ts';
import { ACCOUNT_CODE, PARENT_ACCOUNT_CODE, PAYER_ACCOUNT_CODE, PAYER_ID } from './joined.ts';

/**
 * Prefix and number of the latest invoice, as in its URL. It is ordered by an expression that no index has: PostgreSQL
 * would read the invoices of the whole site in the order of an index, as long as it has no statistics.
 */
const LATEST_INVOICE = {
  holds: 'text',
  sql:
    '(SELECT i.invoice_number_prefix || CAST(i.invoice_number AS text) FROM invoices i ' +
    'WHERE i.site_id = r.site_id AND i.uuid = (SELECT n.uuid ' +
    'FROM adjustments j JOIN invoices n ON n.site_id = j.site_id AND n.uuid = j.invoice_id ' +
    'WHERE j.site_id = r.site_id AND j.subscription_id = r.uuid ' +
    'ORDER BY n.created_at + 0 DESC, n.invoice_number DESC LIMIT 1))',
} as const;

const CURRENT_PLAN_CODE = {
  holds: 'text',
  sql: "(SELECT p.plan_code FROM plans p WHERE p.site_id = r.site_id AND p.id = r.plan_id AND p.state = 'active')",
} as const;

/** The next boundary and change of price are stored with the subscription, so that due ones are found by an index. */
interface Written extends SubscriptionRecord {
  readonly boundary_at?: Seconds | null;
  readonly price_changes_at?: Seconds | null;
  readonly mrr_in_cents?: number | null;
}

/** Values that a subscription lacks whose order was authorized with an earlier release. */
const SINCE = {
  on_hold: false,
  net_terms_type: 'net',
  ramp_intervals: [],
  ramp_cycle: 0,
  ramp_started: {},
} as const satisfies Partial<SubscriptionRecord>;

const MEMBERS_SINCE = Object.keys(SINCE) as (keyof typeof SINCE)[];

const withBoundary = (record: SubscriptionRecord): Written => {
  const isWhole = MEMBERS_SINCE.every((name) => record[name] !== undefined);
  const whole = isWhole ? record : { ...SINCE, ...record };
  return {
    ...whole,
    boundary_at: nextBoundary(whole),
    price_changes_at: priceChangesAt(whole),
    mrr_in_cents: whole.mrr ? paidMrr(whole.mrr) : null,
  };
};

const subscriptions = table<ShownSubscription, Written>({
  name: 'subscriptions',
  key: ['uuid'],
  columns: [
    ...columns({
      account_id: 'text',
      plan_id: 'text',
      plan_code: 'text',
      plan_name: 'text',
      interval_unit: 'text',
      interval_length: 'bigint',
      setup_fee_in_cents: 'bigint',
      tax_exempt: 'boolean',
      tax_code: 'text',
      add_ons: 'json',
      ramp_intervals: 'json',
      ramp_cycle: 'bigint',
      ramp_started: 'json',
      pending: 'json',
      on_hold: 'boolean',
      shipping_address_key: 'text',
      created_at: 'bigint',
      starts_at: 'bigint',
      anchor_at: 'bigint',
      postponed_at: 'bigint',
      late_periods: 'bigint',
      cancel_reason: 'text',
      cancel_comment: 'text',
      mrr: 'json',
    }),
    ...resourceColumns(subscription),
  ],
  indexed: columns({ boundary_at: 'bigint', price_changes_at: 'bigint', mrr_in_cents: 'bigint' }),
  // Movements of revenue are recorded with them; a hold ends for all at once.
  keptByUpdates: ['mrr', 'mrr_in_cents', 'on_hold'],
  revised: true,
  computed: {
    revision: { holds: 'bigint', sql: 'r.revision' },
    account_code: ACCOUNT_CODE,
    parent_account_code: PARENT_ACCOUNT_CODE,
    payer_account_code: PAYER_ACCOUNT_CODE,
    invoice: LATEST_INVOICE,
    current_plan_code: CURRENT_PLAN_CODE,
  },
});

const LIVE = "'active', 'canceled', 'future', 'paused'";

/** Returns the condition of a filter; some values stand for several states. */
const inState = (state: NonNullable<SubscriptionFilter['state']>, now: Seconds, bind: Bind): string => {
  switch (state) {
    case 'live':
      return `r.state IN (${LIVE})`;
    case 'in_trial':
      return `r.state IN ('active', 'canceled') AND r.trial_ends_at > ${bind(now)}`;
    case 'pausing':
      return "r.state = 'active' AND r.paused_at IS NOT NULL";
    case 'past_due':
      return (
        // The invoices come first: few are past due.
        "r.state IN ('active', 'canceled') AND r.uuid IN (SELECT j.subscription_id FROM invoices i JOIN adjustments j " +
        'ON j.site_id = i.site_id AND j.invoice_id = i.uuid WHERE i.site_id = $1 ' +
        "AND i.state = 'past_due' AND i.type = 'charge' AND j.subscription_id IS NOT NULL)"
      );
    default:
      return `r.state = ${bind(state)}`;
  }
};

const listed: ListedTable<ShownSubscription, SubscriptionFilter> = {
  table: subscriptions,
  id: 'uuid',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  // Those that are found from their invoices are sorted.
  idsFirst: ({ state }) => state === 'past_due',
  conditions: (
    {
      account_id,
      state,
      at,
      started_with_gift,
      invoice_id,
      shipping_address_key,
      plan_code,
      currency,
      unit_amount_in_cents,
    },
    bind,
  ) => [
    ...(started_with_gift === undefined ? [] : [`${started_with_gift ? '' : 'NOT '}r.started_with_gift`]),
    ...(account_id === undefined ? [] : [`r.account_id = ${bind(account_id)}`]),
    ...(state ? [inState(state, at, bind)] : []),
    ...(plan_code === undefined ? [] : [`r.plan_code = ${bind(plan_code)}`]),
    ...(currency === undefined ? [] : [`r.currency = ${bind(currency)}`]),
    ...(unit_amount_in_cents === undefined ? [] : [`r.unit_amount_in_cents = ${bind(unit_amount_in_cents)}`]),
    ...(shipping_address_key === undefined ? [] : [`r.shipping_address_key = ${bind(shipping_address_key)}`]),
    ...(invoice_id === undefined
      ? []
      : [
          `r.uuid IN (SELECT j.subscription_id FROM adjustments j WHERE j.site_id = $1 AND j.invoice_id = ${bind(invoice_id)})`,
        ]),
  ],
};

const BY_UUID = `${subscriptions.select} WHERE r.site_id = $1 AND r.uuid = $2`;
const REVISION = 'SELECT revision FROM subscriptions WHERE site_id = $1 AND uuid = $2';
const LAST_CREATED =
  'SELECT max(created_at) AS at FROM subscriptions WHERE site_id = $1 AND account_id = $2 AND plan_id = $3';
const LIVE_ONES = `${subscriptions.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.state IN (${LIVE}) ORDER BY r.created_at, r.uuid`;
const PAID_BY =
  `${subscriptions.select} WHERE r.site_id = $1 AND r.state IN (${LIVE}) AND r.account_id IN (` +
  "SELECT a.id FROM accounts a WHERE a.site_id = $1 AND a.id = $2 AND NOT (a.bill_to = 'parent' AND a.parent_id IS NOT NULL) " +
  "UNION ALL SELECT c.id FROM accounts c WHERE c.site_id = $1 AND c.parent_id = $2 AND c.bill_to = 'parent') " +
  'ORDER BY r.created_at, r.uuid';
const plansOf = (ids: string): string =>
  'SELECT account_id, plan_code, plan_name, count(*) AS subscriptions, ' +
  "sum(CASE WHEN state IN ('active', 'canceled') AND trial_ends_at > $2 THEN 1 ELSE 0 END) AS in_trial, " +
  "sum(CASE WHEN state = 'canceled' THEN 1 ELSE 0 END) AS canceled " +
  `FROM subscriptions WHERE site_id = $1 AND account_id IN ${ids} AND state IN (${LIVE}) ` +
  'GROUP BY account_id, plan_code, plan_name ORDER BY plan_name, plan_code';

/** The condition on `state` is that of the index `subscriptions_live_by_plan`. */
const pricesOf = (ids: string): string =>
  'SELECT plan_id, plan_code, currency, unit_amount_in_cents, count(*) AS subscriptions FROM subscriptions ' +
  `WHERE site_id = $1 AND plan_id IN ${ids} AND state IN (${LIVE}) ` +
  'GROUP BY plan_id, plan_code, currency, unit_amount_in_cents ' +
  'ORDER BY currency, unit_amount_in_cents DESC, plan_id, plan_code';

/** Each subscription as often as it has lines, in the order of an index. */
const ON_INVOICE =
  'SELECT s.uuid, s.started_with_gift AND s.converted_at IS NULL AS is_unconverted_gift FROM adjustments l ' +
  'JOIN subscriptions s ON s.site_id = l.site_id AND s.uuid = l.subscription_id ' +
  'WHERE l.site_id = $1 AND l.invoice_id = $2 AND l.subscription_id IS NOT NULL ORDER BY l.position';
/** Item codes have no characters that JSON or a pattern writes in another way. */
const RENAME_ITEM =
  'UPDATE subscriptions SET add_ons = replace(add_ons, $2, $3), pending = replace(pending, $2, $3), ' +
  'revision = revision + 1 ' +
  'WHERE site_id = $1 AND (replace(add_ons, $2, $3) <> add_ons OR replace(pending, $2, $3) <> pending)';
const CONVERT_GIFT =
  'UPDATE subscriptions SET converted_at = $3, updated_at = $3, revision = revision + 1 WHERE site_id = $1 AND uuid = $2';
const TOLD = {
  trial: 'UPDATE subscriptions SET trial_reminder_for = trial_ends_at WHERE site_id = $1 AND uuid = $2',
  price: 'UPDATE subscriptions SET price_reminder_for = price_changes_at WHERE site_id = $1 AND uuid = $2',
  renewal: 'UPDATE subscriptions SET renewal_reminder_for = current_period_ends_at WHERE site_id = $1 AND uuid = $2',
} as const;
/** A month counts as its shortest, 28 days, so that the estimate is not too low. */
const BOUNDARIES =
  "SELECT sum(CASE WHEN state = 'canceled' THEN 1 ELSE 1 + (CAST($2 AS bigint) - boundary_at) / (interval_length * " +
  "CASE interval_unit WHEN 'months' THEN 2419200 ELSE 86400 END) END) AS boundaries " +
  'FROM subscriptions WHERE site_id = $1 AND boundary_at <= $2 AND NOT on_hold';
const UNBIND =
  'UPDATE subscriptions SET billing_info_uuid = NULL, revision = revision + 1 ' +
  'WHERE site_id = $1 AND account_id = $2 AND billing_info_uuid IS NOT NULL';
const REMOVE = 'DELETE FROM subscriptions WHERE site_id = $1 AND uuid = $2';

/** Returns the subscriptions of a site, which is `$1`, that meet a condition. */
export const subscriptionsWhere = async (
  queries: Queries,
  condition: string,
  values: readonly (string | number)[],
): Promise<ShownSubscription[]> =>
  (await queries.all(`${subscriptions.select} WHERE r.site_id = $1 AND ${condition}`, [...values])).map(
    subscriptions.read,
  );

export const subscriptionRecords = (queries: Queries, siteId: string, due: DueReader): SubscriptionRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(uuid) {
    const row = await queries.get(BY_UUID, [siteId, uuid]);
    return row && readRow(queries, subscriptions, row);
  },
  async isUnchanged(read) {
    const row = await queries.get(REVISION, [siteId, read.uuid]);
    if (!row || Number(row.revision) !== read.revision) return false;
    rememberRow(queries, subscriptions, read);
    return true;
  },
  async add(record) {
    await queries.write(subscriptions.insert, subscriptions.values(siteId, withBoundary(record)));
  },
  async save(record) {
    await updateRow(queries, subscriptions, siteId, record, withBoundary);
  },
  async lastCreated(accountId, planId) {
    const row = await queries.get(LAST_CREATED, [siteId, accountId, planId]);
    return row?.at === null || row?.at === undefined ? undefined : Number(row.at);
  },
  async onInvoice(invoiceId) {
    const found = new Map<string, InvoicedSubscription>();
    for (const { uuid, is_unconverted_gift } of await queries.all(ON_INVOICE, [siteId, invoiceId]))
      found.set(String(uuid), { uuid: String(uuid), is_unconverted_gift: Boolean(is_unconverted_gift) });
    return [...found.values()];
  },
  async convertGift(uuid, at) {
    await queries.write(CONVERT_GIFT, [siteId, uuid, at]);
  },
  async renameItem(from, to) {
    const named = (code: string): string => `"item_code":${JSON.stringify(code)}`;
    await queries.run(RENAME_ITEM, [siteId, named(from), named(to)]);
  },
  async live(accountId) {
    return (await queries.all(LIVE_ONES, [siteId, accountId])).map(subscriptions.read);
  },
  async paidBy(accountId) {
    return (await queries.all(PAID_BY, [siteId, accountId])).map(subscriptions.read);
  },
  async plansOf(accountIds, at) {
    const { sql, values } = among(accountIds, 3);
    const rows = await queries.all(plansOf(sql), [siteId, at, ...values]);
    return rows.map(({ account_id, plan_code, plan_name, ...counts }) => ({
      account_id: String(account_id),
      plan_code: String(plan_code),
      plan_name: String(plan_name),
      subscriptions: Number(counts.subscriptions),
      in_trial: Number(counts.in_trial),
      canceled: Number(counts.canceled),
    }));
  },
  async pricesOf(planIds) {
    const { sql, values } = among(planIds, 2);
    const rows = await queries.all(pricesOf(sql), [siteId, ...values]);
    return rows.map(({ plan_id, plan_code, currency, unit_amount_in_cents, subscriptions: count }) => ({
      plan_id: String(plan_id),
      plan_code: String(plan_code),
      currency: String(currency),
      unit_amount_in_cents: Number(unit_amount_in_cents),
      subscriptions: Number(count),
    }));
  },
  atBoundary: due({
    kind: 'subscription_boundary',
    from: 'subscriptions r',
    id: 'r.uuid',
    // What the same account pays is done in order.
    subject: `(SELECT ${PAYER_ID} FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.account_id)`,
    at: 'r.boundary_at',
    where: 'r.boundary_at <= :until AND NOT r.on_hold',
    order: 'r.boundary_at, r.uuid',
  }),
  trialsToRemind: due({
    kind: 'trial_reminder',
    from: 'subscriptions r',
    id: 'r.uuid',
    subject: 'r.account_id',
    at: `(r.trial_ends_at - ${TRIAL_NOTICE})`,
    where:
      `r.state = 'active' AND NOT r.on_hold AND r.trial_ends_at IS NOT NULL AND COALESCE(r.trial_reminder_for, 0) <> r.trial_ends_at ` +
      `AND r.trial_ends_at <= CAST(:until AS bigint) + ${TRIAL_NOTICE}`,
    order: 'r.trial_ends_at, r.uuid',
  }),
  renewalsToRemind: due({
    kind: 'renewal_reminder',
    from: 'subscriptions r',
    id: 'r.uuid',
    subject: 'r.account_id',
    at: `(r.current_period_ends_at - ${RENEWAL_NOTICE})`,
    where:
      `r.state = 'active' AND NOT r.on_hold AND r.interval_unit = 'months' AND r.interval_length >= ${ANNOUNCED_MONTHS} ` +
      `AND COALESCE(r.renewal_reminder_for, 0) <> r.current_period_ends_at AND r.current_period_ends_at <= CAST(:until AS bigint) + ${RENEWAL_NOTICE}`,
    order: 'r.current_period_ends_at, r.uuid',
  }),
  pricesToRemind: due({
    kind: 'price_reminder',
    from: 'subscriptions r',
    id: 'r.uuid',
    subject: 'r.account_id',
    at: `(r.price_changes_at - ${PRICE_NOTICE})`,
    where:
      `r.price_changes_at IS NOT NULL AND NOT r.on_hold AND COALESCE(r.price_reminder_for, 0) <> r.price_changes_at ` +
      `AND r.price_changes_at <= CAST(:until AS bigint) + ${PRICE_NOTICE}`,
    order: 'r.price_changes_at, r.uuid',
  }),
  async boundariesUntil(until) {
    return Number((await queries.get(BOUNDARIES, [siteId, until]))?.boundaries ?? 0);
  },
  async markReminded(uuid, what) {
    await queries.write(TOLD[what], [siteId, uuid]);
  },
  async unbind(accountId) {
    await queries.write(UNBIND, [siteId, accountId]);
  },
  async remove(uuid) {
    await queries.write(REMOVE, [siteId, uuid]);
  },
});
