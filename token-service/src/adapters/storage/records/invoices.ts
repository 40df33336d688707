import { NO_GATEWAY } from '@service/billing/domain/gateway-outages/outage.ts';
import { INVOICE_AGES, type InvoiceAge } from '@service/billing/domain/invoices/aging.ts';
import type { InvoiceRecord, ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { InvoiceFilter, InvoiceRecords } from '@service/billing/ports/invoices.ts';
import type { ListQuery } from '@service/billing/ports/listing.ts';
import { invoice } from '@service/billing/resources/invoice.ts';
import { DAY } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { type Bind, countList, type ListedTable, listPage, sumList } from '../paging.ts';
import { readRow, updateRow } from '../row-memory.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';
import type { DueReader } from './due-items.ts';
import { idsByAmount, type WithIds } from './few.ts';
import { ACCOUNT_CODE, PARENT_ACCOUNT_CODE } from './joined.ts';
import { listRuns, type RunTable } from './runs.ts';

/** Read for the few invoices that credit can pay, and from a partial index. */
const HAS_CREDIT = {
  holds: 'boolean',
  sql:
    "CASE WHEN r.type = 'charge' AND r.state IN ('pending', 'past_due') THEN (SELECT 1 FROM invoices c " +
    "WHERE c.site_id = r.site_id AND c.account_id = r.account_id AND c.currency = r.currency AND c.type = 'credit' " +
    "AND c.state IN ('open', 'processing') AND c.balance_in_cents < 0 LIMIT 1) IS NOT NULL ELSE FALSE END",
} as const;

const invoices = table<ShownInvoice, InvoiceRecord>({
  name: 'invoices',
  key: ['uuid'],
  columns: [
    ...columns({
      account_id: 'text',
      original_ids: 'json',
      gift_card_id: 'bigint',
      business_entity_id: 'text',
      look: 'json',
      credited_in_cents: 'bigint',
      on_hold: 'boolean',
      taxes: 'json',
      tax_evidence: 'json',
      tax_conversion: 'json',
      dunning: 'json',
      dunning_due_at: 'bigint',
      unanswered_since: 'bigint',
      unanswered_gateway: 'text',
    }),
    ...resourceColumns(invoice),
  ],
  // A hold ends for all at once.
  keptByUpdates: ['on_hold'],
  computed: { account_code: ACCOUNT_CODE, parent_account_code: PARENT_ACCOUNT_CODE, has_credit: HAS_CREDIT },
});

/** The first one of several changes in the same second has the date that was there before it. */
const KEEP_DUE_DATE =
  'INSERT INTO due_date_changes (site_id, invoice_id, changed_at, due_on) VALUES ($1, $2, $3, $4) ' +
  'ON CONFLICT (site_id, invoice_id, changed_at) DO NOTHING';

const RUNS: RunTable = { table: 'invoices', column: 'origin' };

/** A filter whose part is replaced by the ids of the invoices that meet it. */
interface ResolvedFilter extends InvoiceFilter, WithIds {}

type MoreFilter = Omit<ResolvedFilter, 'account_id' | 'states' | 'subscription_id' | 'original_id' | 'originals_of'>;

const narrowed = (
  { type, origin, currency, business_entity_id, least_in_cents, most_in_cents, due_from, due_to, ids }: MoreFilter,
  bind: Bind,
): string[] => [
  // Conditions that the partial indexes name.
  ...(type === undefined ? [] : [type === 'credit' ? "r.type = 'credit'" : `r.type = ${bind(type)}`]),
  ...(origin === undefined ? [] : [`r.origin = ${bind(origin)}`]),
  ...(business_entity_id === undefined ? [] : [`r.business_entity_id = ${bind(business_entity_id)}`]),
  ...(currency === undefined ? [] : [`r.currency = ${bind(currency)}`]),
  ...(least_in_cents === undefined ? [] : [`abs(r.total_in_cents) >= ${bind(least_in_cents)}`]),
  ...(most_in_cents === undefined ? [] : [`abs(r.total_in_cents) <= ${bind(most_in_cents)}`]),
  ...(due_from === undefined ? [] : [`r.due_on >= ${bind(due_from)}`]),
  ...(due_to === undefined ? [] : [`r.due_on <= ${bind(due_to)}`]),
  ...(ids === undefined ? [] : [`r.uuid IN (${among(ids, 1).values.map(bind).join(', ') || 'NULL'})`]),
];

const listed: ListedTable<ShownInvoice, ResolvedFilter> = {
  table: invoices,
  id: 'uuid',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_id, states, subscription_id, original_id, originals_of, ...more }, bind) => [
    ...narrowed(more, bind),
    ...(account_id === undefined ? [] : [`r.account_id = ${bind(account_id)}`]),
    ...(states === undefined ? [] : [`r.state IN (${states.map(bind).join(', ')})`]),
    ...(subscription_id === undefined
      ? []
      : [
          `r.uuid IN (SELECT j.invoice_id FROM adjustments j WHERE j.site_id = $1 AND j.subscription_id = ${bind(subscription_id)})`,
        ]),
    ...(original_id === undefined
      ? []
      : [
          `r.uuid IN (SELECT o.credit_id FROM invoice_originals o WHERE o.site_id = $1 AND o.charge_id = ${bind(original_id)})`,
        ]),
    ...(originals_of === undefined
      ? []
      : [
          `r.uuid IN (SELECT o.charge_id FROM invoice_originals o WHERE o.site_id = $1 AND o.credit_id = ${bind(originals_of)})`,
        ]),
  ],
};

const SUMS = { total_in_cents: 'r.total_in_cents', balance_in_cents: 'r.balance_in_cents' } as const;

const isOwed = (row: string): string =>
  `${row}.type = 'charge' AND ${row}.state IN ('pending', 'processing', 'past_due')`;

/**
 * The list when it is added up. What is past due, charge invoices only, gets the condition of a partial index that has
 * all that is added; a list would sort all of it.
 */
const summed: typeof listed = {
  ...listed,
  conditions: (filter, bind) => [
    ...listed.conditions(filter, bind),
    ...(filter.states?.every((state) => state === 'past_due') ? [isOwed('r')] : []),
  ],
};

/** Whether a large part of a site's invoices can meet a filter. */
const isMany = ({ account_id, subscription_id, original_id, originals_of, states, type }: InvoiceFilter): boolean =>
  [account_id, subscription_id, original_id, originals_of].every((one) => one === undefined) &&
  type !== 'credit' &&
  (states === undefined || states.includes('paid') || states.includes('closed'));

const BY_UUID = `${invoices.select} WHERE r.site_id = $1 AND r.uuid = $2`;
const BY_NUMBER = `${invoices.select} WHERE r.site_id = $1 AND r.invoice_number = $2`;
const ADD_ORIGINAL = 'INSERT INTO invoice_originals (site_id, credit_id, charge_id) VALUES ($1, $2, $3)';
const OPEN_CREDITS =
  `${invoices.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.currency = $3 AND r.type = 'credit' ` +
  "AND r.state IN ('open', 'processing') AND r.balance_in_cents < 0 ORDER BY r.created_at, r.uuid";
const OPEN_CHARGES =
  `${invoices.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.type = 'charge' ` +
  "AND r.state IN ('pending', 'processing', 'past_due') ORDER BY r.created_at, r.uuid";
const OWES_FOR =
  "SELECT 1 FROM invoices i WHERE i.site_id = $1 AND i.account_id = $2 AND i.type = 'charge' " +
  "AND i.state IN ('pending', 'processing', 'past_due') AND EXISTS " +
  '(SELECT 1 FROM adjustments j WHERE j.site_id = i.site_id AND j.invoice_id = i.uuid AND j.account_id = $3) LIMIT 1';
const AGE = `CASE ${[...INVOICE_AGES]
  .reverse()
  .map(({ age, days }) =>
    days < 0 ? `ELSE '${age}'` : `WHEN CAST($2 AS bigint) - r.due_on >= ${days * 86_400} THEN '${age}'`,
  )
  .join(' ')} END`;
const OPEN_STATES = ['pending', 'processing', 'past_due'];
// The condition of a partial index, which has all that is read. Each state by itself: of several, SQLite would read all
// invoices.
const OWED = OPEN_STATES.map(
  (state) =>
    'SELECT o.currency, o.due_on, o.balance_in_cents FROM invoices o ' +
    `WHERE o.site_id = $1 AND o.state = '${state}' AND ${isOwed('o')}`,
).join(' UNION ALL ');
const AGED_TOTALS =
  `SELECT r.currency AS currency, ${AGE} AS age, count(*) AS count, sum(r.balance_in_cents) AS balance_in_cents ` +
  `FROM (${OWED}) r GROUP BY 1, 2`;
const LAST_OF_SUBSCRIPTION =
  `${invoices.select} WHERE r.site_id = $1 AND r.origin NOT IN ('refund', 'external_refund', 'write_off') AND r.uuid IN ` +
  '(SELECT j.invoice_id FROM adjustments j WHERE j.site_id = $1 AND j.subscription_id = $2) ' +
  'ORDER BY r.created_at DESC, r.invoice_number DESC LIMIT 1';

const FORCE_COLLECTION =
  'INSERT INTO manual_collections (site_id, account_id, collected_at) VALUES ($1, $2, $3) ' +
  'ON CONFLICT (site_id, account_id) DO UPDATE SET collected_at = excluded.collected_at WHERE manual_collections.collected_at <= $4';

const WAITING =
  `${invoices.select} WHERE r.site_id = $1 AND r.unanswered_since > $2 AND COALESCE(r.unanswered_gateway, '${NO_GATEWAY}') = $3 ` +
  "AND r.state IN ('pending', 'past_due') AND r.attempt_next_collection_at IS NOT NULL " +
  'ORDER BY r.unanswered_since, r.uuid LIMIT $4';
const ALL_WAITING =
  `${invoices.select} WHERE r.site_id = $1 AND r.unanswered_since > $2 ` +
  "AND r.state IN ('pending', 'past_due') AND r.attempt_next_collection_at IS NOT NULL " +
  'ORDER BY r.unanswered_since, r.uuid LIMIT $3';
const HASTEN =
  'UPDATE invoices SET attempt_next_collection_at = $3 WHERE site_id = $1 AND unanswered_gateway = $2 ' +
  "AND unanswered_since IS NOT NULL AND state IN ('pending', 'past_due') AND attempt_next_collection_at > $3";

/** Seconds for which a collection of a site waits for a gateway. */
const WAITS = 'COALESCE(s.gateway_patience, 0) * 3600';

export const invoiceRecords = (queries: Queries, siteId: string, due: DueReader): InvoiceRecords => {
  const all = async (sql: string, ...values: (string | number)[]): Promise<ShownInvoice[]> =>
    (await queries.all(sql, [siteId, ...values])).map((row) => readRow(queries, invoices, row));
  /** The query with the few invoices of its amounts in place of its filter. */
  const resolved = async (query: ListQuery<ResolvedFilter>): Promise<ListQuery<ResolvedFilter>> => {
    const { least_in_cents: least, most_in_cents: most } = query.filter;
    if (least === undefined && most === undefined) return query;
    const ids = await idsByAmount(queries, siteId, listed, query, { column: 'total_in_cents', least, most });
    return ids === undefined ? query : { ...query, filter: { ids } };
  };
  return {
    async list(query) {
      const found = await resolved(query);
      const { currency, origin: value, ...others } = found.filter;
      const isOfRuns = (currency !== undefined || value !== undefined) && query.sort === 'created_at';
      const narrower = [others.ids, others.account_id, others.subscription_id, others.original_id, others.originals_of];
      return isOfRuns && narrower.every((one) => one === undefined)
        ? listRuns(queries, siteId, listed, { ...found, filter: others }, RUNS, { currency, value })
        : listPage(queries, siteId, listed, found);
    },
    count: (query) => countList(queries, siteId, listed, query),
    async totals(query) {
      const found = await resolved(query);
      const many = found.filter.ids === undefined && isMany(query.filter);
      return sumList(queries, siteId, summed, found, { sums: SUMS, many });
    },
    find: async (uuid) => (await all(BY_UUID, uuid))[0],
    async byNumber(number, prefix) {
      const numbered = await all(BY_NUMBER, number);
      const own = numbered.find(({ invoice_number_prefix }) => invoice_number_prefix === (prefix ?? ''));
      return own ?? (prefix === undefined && numbered.length === 1 ? numbered[0] : undefined);
    },
    async add(record) {
      // An order that was authorized with an earlier release has no type.
      await queries.write(
        invoices.insert,
        invoices.values(siteId, {
          ...record,
          on_hold: record.on_hold ?? false,
          net_terms_type: record.net_terms_type ?? 'net',
        }),
      );
      for (const original of record.original_ids) await queries.write(ADD_ORIGINAL, [siteId, record.uuid, original]);
    },
    async keepDueDate(uuid, until, due_on) {
      await queries.write(KEEP_DUE_DATE, [siteId, uuid, until, due_on]);
    },
    async save(record) {
      await updateRow(queries, invoices, siteId, record);
    },
    openCredits: (accountId, currency) => all(OPEN_CREDITS, accountId, currency),
    openCharges: (accountId) => all(OPEN_CHARGES, accountId),
    async owesFor(accountId, lineAccountId) {
      return (await queries.get(OWES_FOR, [siteId, accountId, lineAccountId])) !== undefined;
    },
    async agedTotals(at) {
      const rows = await queries.all(AGED_TOTALS, [siteId, at]);
      const place = new Map(INVOICE_AGES.map(({ age }, index) => [age, index]));
      return rows
        .map(({ currency, age, count, balance_in_cents }) => ({
          currency: String(currency),
          age: age as InvoiceAge,
          count: Number(count),
          balance_in_cents: Number(balance_in_cents),
        }))
        .sort((a, b) =>
          a.currency === b.currency ? place.get(a.age)! - place.get(b.age)! : a.currency < b.currency ? -1 : 1,
        );
    },
    lastOfSubscription: async (subscriptionId) => (await all(LAST_OF_SUBSCRIPTION, subscriptionId))[0],
    overdue: due({
      kind: 'overdue_invoice',
      from: 'invoices r',
      id: 'r.uuid',
      subject: 'r.account_id',
      at: `r.due_on + ${DAY}`,
      where:
        "r.state = 'pending' AND r.type = 'charge' AND r.collection_method = 'manual' AND NOT r.on_hold " +
        `AND r.due_on <= CAST(:until AS bigint) - ${DAY}`,
      order: 'r.due_on, r.uuid',
    }),
    dueForCollection: due({
      kind: 'collection',
      from: 'invoices r',
      id: 'r.uuid',
      subject: 'r.account_id',
      at: 'r.attempt_next_collection_at',
      where: 'r.attempt_next_collection_at <= :until AND NOT r.on_hold',
      order: 'r.attempt_next_collection_at, r.uuid',
    }),
    dueForDunning: due({
      kind: 'dunning',
      from: 'invoices r',
      id: 'r.uuid',
      subject: 'r.account_id',
      at: 'r.dunning_due_at',
      where: 'r.dunning_due_at <= :until AND NOT r.on_hold',
      order: 'r.dunning_due_at, r.uuid',
    }),
    unanswered: due({
      kind: 'unanswered_collection',
      from: 'invoices r JOIN sites s ON s.id = r.site_id',
      id: 'r.uuid',
      subject: 'r.account_id',
      at: `r.unanswered_since + ${WAITS}`,
      where: `r.unanswered_since <= CAST(:until AS bigint) - ${WAITS} AND r.state = 'pending'`,
      order: 'r.unanswered_since, r.uuid',
    }),
    waitingForGateway: (gatewayCode, since, limit) =>
      gatewayCode === undefined ? all(ALL_WAITING, since, limit) : all(WAITING, since, gatewayCode, limit),
    async hastenWaiting(gatewayCode, at) {
      await queries.run(HASTEN, [siteId, gatewayCode, at]);
    },
    async forceCollection(accountId, at, last) {
      return (await queries.run(FORCE_COLLECTION, [siteId, accountId, at, last])) === 1;
    },
  };
};
