import type { AccountRecord, AccountRow } from '@service/billing/domain/accounts/record.ts';
import type { AccountSnapshot } from '@service/billing/domain/events/event.ts';
import { foldings, plainForms } from '@service/billing/domain/search/fold.ts';
import type {
  AccountFilter,
  AccountNames,
  AccountRecords,
  IdentifiedAccount,
} from '@service/billing/ports/accounts.ts';
import { account } from '@service/billing/resources/account.ts';
import type { Queries } from '../database.ts';
import { type Bind, binding, countList, type ListedTable, listPage } from '../paging.ts';
import { readRow, updateRow } from '../row-memory.ts';
import { columns, recordReader, resourceColumns, table } from '../table.ts';
import { accountIn, anyAccountIn, idsIn } from './account-country.ts';
import { among } from './among.ts';
import { MOST_SORTED, type WithIds } from './few.ts';
import { campaignOf, PAYER_ID } from './joined.ts';
import { accountAt, countedAccountAt, idsAtPostalCode, idsInCity } from './search-addresses.ts';
import { textHas } from './search-conditions.ts';

const subscriptions = (states: string): string =>
  `subscriptions s WHERE s.site_id = r.site_id AND s.account_id = r.id AND s.state IN (${states})`;
const SUBSCRIBED = subscriptions("'active', 'canceled', 'future', 'paused'");
const subscribed = `EXISTS (SELECT 1 FROM ${SUBSCRIBED})`;

const PAST_DUE = "invoices i WHERE i.site_id = $1 AND i.state = 'past_due' AND i.type = 'charge'";
/** The invoices come first: few accounts are past due. */
const amongPastDue = `r.id IN (SELECT i.account_id FROM ${PAST_DUE})`;
/** The accounts come first: many are past due. PostgreSQL would evaluate `EXISTS` for all of them. */
const isPastDue = `(SELECT 1 FROM ${PAST_DUE} AND i.account_id = r.id LIMIT 1) IS NOT NULL`;
/** The second condition is that of an index with all that is read. */
const OWING = `DISTINCT i.account_id AS id FROM ${PAST_DUE} AND i.state IN ('pending', 'processing', 'past_due')`;

/** A subquery for each account of a page: PostgreSQL would evaluate `EXISTS` for all accounts first. */
const having = (what: string) => ({ holds: 'boolean', sql: `(SELECT 1 FROM ${what} LIMIT 1) IS NOT NULL` }) as const;

const accounts = table<AccountRecord, AccountRow>({
  name: 'accounts',
  key: ['id'],
  columns: [
    ...columns({ id: 'text', parent_id: 'text' }),
    ...resourceColumns(account),
    ...columns({ email_changed_at_ms: 'bigint' }),
  ],
  // Data of other records about an account, read in the same statement.
  computed: {
    parent_account_code: {
      holds: 'text',
      sql: '(SELECT p.account_code FROM accounts p WHERE p.site_id = r.site_id AND p.id = r.parent_id)',
    },
    dunning_campaign_id: campaignOf('account'),
    vat_location_valid: {
      holds: 'boolean',
      sql: '(SELECT b.country = r.address_country FROM payment_methods b WHERE b.site_id = r.site_id AND b.account_id = r.id AND b.primary_payment_method)',
    },
    has_billing_info: having('payment_methods b WHERE b.site_id = r.site_id AND b.account_id = r.id'),
    has_children: having('accounts c WHERE c.site_id = r.site_id AND c.parent_id = r.id'),
    has_live_subscription: having(SUBSCRIBED),
    has_active_subscription: having(subscriptions("'active'")),
    has_future_subscription: having(subscriptions("'future'")),
    has_canceled_subscription: having(subscriptions("'canceled'")),
    has_paused_subscription: having(subscriptions("'paused'")),
    has_past_due_invoice: having(
      "invoices i WHERE i.site_id = r.site_id AND i.account_id = r.id AND i.state = 'past_due' AND i.type = 'charge'",
    ),
  },
});

/** Returns the condition over the row `r` that selects the accounts in a state. */
export const accountsInState = (state: NonNullable<AccountFilter['state']>, bind: Bind): string => {
  switch (state) {
    case 'active':
    case 'closed':
      return `r.state = ${bind(state)}`;
    case 'subscriber':
      return subscribed;
    case 'non_subscriber':
      return `NOT ${subscribed}`;
    case 'past_due':
      return amongPastDue;
    case 'canceling':
      return "r.id IN (SELECT s.account_id FROM subscriptions s WHERE s.site_id = $1 AND s.state = 'canceled')";
    case 'no_card':
      return "r.state = 'active' AND r.bill_to = 'self' AND NOT EXISTS (SELECT 1 FROM payment_methods b WHERE b.site_id = r.site_id AND b.account_id = r.id)";
  }
};

const trials = (at: string): string =>
  `subscriptions s WHERE s.site_id = $1 AND s.state IN ('active', 'canceled') AND s.trial_ends_at > ${at}`;
/** The subscriptions come first: few accounts have one in its trial. */
const inTrial = (at: string): string => `r.id IN (SELECT s.account_id FROM ${trials(at)})`;

const expiringCards = (month: string): string =>
  'payment_methods b WHERE b.site_id = $1 AND b.year IS NOT NULL AND b.month IS NOT NULL ' +
  `AND b.year * 12 + b.month <= ${month}`;
const cardExpires = (month: string): string =>
  `r.state = 'active' AND r.id IN (SELECT b.account_id FROM ${expiringCards(month)})`;

const withLastFour = (placeholder: string): string =>
  `r.id IN (SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 AND b.last_four = ${placeholder})`;

/** The billing address is that of the primary payment method, or that of the account where the method has none. */
const soldBy = ({ id, countries }: NonNullable<AccountFilter['sold_by']>, bind: Bind): string => {
  const named = `r.override_business_entity_id = ${bind(id)}`;
  if (countries.length === 0) return named;
  const among = `(${countries.map(bind).join(', ')})`;
  const method =
    'SELECT 1 FROM payment_methods b WHERE b.site_id = r.site_id AND b.account_id = r.id AND b.primary_payment_method AND';
  const located = `(b.country IS NOT NULL OR b.address1 IS NOT NULL)`;
  return (
    `(${named} OR (r.override_business_entity_id IS NULL AND (EXISTS (${method} b.country IN ${among}) ` +
    `OR (r.address_country IN ${among} AND NOT EXISTS (${method} ${located})))))`
  );
};

/** A filter whose part is replaced by the ids of the accounts that have it. */
interface ResolvedFilter extends AccountFilter, WithIds {}

const withIds = (ids: readonly string[], bind: Bind): string =>
  `r.id IN (${among(ids, 1).values.map(bind).join(', ') || 'NULL'})`;

/** The list, with the condition that accounts are in a country. */
const listedBy = (
  country: typeof accountIn,
  address: typeof accountAt,
): ListedTable<AccountRecord, ResolvedFilter> => ({
  table: accounts,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  // Those that are found from other records are sorted.
  idsFirst: ({ state, in_trial_at, card_expires_by }) =>
    state === 'past_due' || state === 'canceling' || in_trial_at !== undefined || card_expires_by !== undefined,
  conditions: (
    {
      state,
      parent_id,
      sold_by,
      invoice_template_uuid,
      in_trial_at,
      card_expires_by,
      country: code,
      city,
      postal_code,
      email,
      last_four,
      part,
      ids,
    },
    bind,
  ) => [
    ...(state ? [accountsInState(state, bind)] : []),
    ...(parent_id === undefined ? [] : [`r.parent_id = ${bind(parent_id)}`]),
    ...(sold_by === undefined ? [] : [soldBy(sold_by, bind)]),
    ...(invoice_template_uuid === undefined ? [] : [`r.invoice_template_uuid = ${bind(invoice_template_uuid)}`]),
    ...(in_trial_at === undefined ? [] : [inTrial(bind(in_trial_at))]),
    ...(card_expires_by === undefined ? [] : [cardExpires(bind(card_expires_by))]),
    ...(code === undefined ? [] : [country('r', bind(code))]),
    ...address('r', { ...(city && { city }), ...(postal_code && { postal_code }) }, bind),
    ...(email === undefined ? [] : [`r.folded_email IN (${foldings(email).map(bind).join(', ')})`]),
    ...(last_four === undefined ? [] : [withLastFour(bind(last_four))]),
    ...(part === undefined ? [] : [textHas('r', bind, [plainForms(part)])]),
    ...(ids === undefined ? [] : [withIds(ids, bind)]),
  ],
});
const listed = listedBy(accountIn, accountAt);
const counted = listedBy(anyAccountIn, countedAccountAt);

const BY_CODE = `${accounts.select} WHERE r.site_id = $1 AND r.account_code = $2`;
const BY_ID = `${accounts.select} WHERE r.site_id = $1 AND r.id = $2`;
const IDENTIFY =
  'SELECT a.id AS account_id, p.id AS payer_id, p.account_code AS payer_account_code FROM accounts a ' +
  `JOIN accounts p ON p.site_id = a.site_id AND p.id = ${PAYER_ID} WHERE a.site_id = $1 AND a.account_code = $2`;
const PAYER = `SELECT ${PAYER_ID} AS id FROM accounts a WHERE a.site_id = $1 AND a.id = $2`;
const SNAPSHOT =
  'SELECT account_code, username, email, first_name, last_name, company_name, address_phone AS phone FROM accounts WHERE site_id = $1 AND id = $2';
/** A plain object, unlike a row of SQLite: events with it are written as JSON in half of the time. */
const readSnapshot = recordReader(
  columns({
    account_code: 'text',
    username: 'text',
    email: 'text',
    first_name: 'text',
    last_name: 'text',
    company_name: 'text',
    phone: 'text',
  }),
);
const OPEN_CHILD = "SELECT 1 FROM accounts WHERE site_id = $1 AND parent_id = $2 AND state <> 'closed' LIMIT 1";
/** Invoices that count for the balance of an account. */
const IS_OPEN =
  "((type = 'charge' AND state IN ('pending', 'processing', 'past_due')) OR (type = 'credit' AND state IN ('open', 'processing')))";
const OPEN_BALANCES =
  "SELECT currency, sum(balance_in_cents) AS cents, sum(CASE WHEN type = 'credit' THEN balance_in_cents ELSE 0 END) AS credit, max(CASE WHEN state = 'past_due' THEN 1 ELSE 0 END) AS past_due " +
  `FROM invoices WHERE site_id = $1 AND account_id = $2 AND ${IS_OPEN} GROUP BY currency ORDER BY currency`;
const balancesOf = (ids: string): string =>
  'SELECT account_id, currency, sum(balance_in_cents) AS cents FROM invoices ' +
  `WHERE site_id = $1 AND account_id IN ${ids} AND ${IS_OPEN} GROUP BY account_id, currency ORDER BY currency`;
const namesOf = (ids: string): string =>
  `SELECT id, account_code, email, first_name, last_name, company_name FROM accounts WHERE site_id = $1 AND id IN ${ids}`;

/** The list by ids: otherwise the computed columns of all of them would be read before they are sorted. */
const listedByIds: typeof listed = { ...listed, idsFirst: () => true };

/** The list of accounts that are past due where many are. */
const listedPastDue: typeof listed = {
  ...listed,
  idsFirst: () => false,
  conditions: ({ state: _, ...filter }, bind) => [isPastDue, ...listed.conditions(filter, bind)],
};

/** Returns what finds the few accounts of a filter, and the rest of the filter; undefined if nothing does. */
const finderOf = (
  { part, in_trial_at, card_expires_by, country, ...others }: AccountFilter,
  bind: Bind,
): { readonly from: string; readonly rest: AccountFilter } | undefined => {
  if (part !== undefined) {
    const from = `r.id AS id FROM accounts r WHERE r.site_id = $1 AND ${textHas('r', bind, [plainForms(part)])}`;
    return { from, rest: { ...others, ...filterPart({ in_trial_at, card_expires_by, country }) } };
  }
  if (in_trial_at !== undefined)
    return {
      from: `DISTINCT s.account_id AS id FROM ${trials(bind(in_trial_at))}`,
      rest: { ...others, ...filterPart({ country }) },
    };
  if (card_expires_by !== undefined) {
    const from = `DISTINCT b.account_id AS id FROM ${expiringCards(bind(card_expires_by))}`;
    return { from, rest: { ...others, ...filterPart({ country }), state: 'active' } };
  }
  if (others.state === 'past_due') {
    const { state: _, ...rest } = others;
    return { from: OWING, rest: { ...rest, ...filterPart({ country }) } };
  }
  if (others.city !== undefined) {
    const { city, ...rest } = others;
    return {
      from: `id FROM (${idsInCity(bind, plainForms(city))}) found`,
      rest: { ...rest, ...filterPart({ country }) },
    };
  }
  if (others.postal_code !== undefined) {
    const { postal_code, ...rest } = others;
    const from = `id FROM (${idsAtPostalCode(bind, postal_code, false)}) found`;
    return { from, rest: { ...rest, ...filterPart({ country }) } };
  }
  if (country === undefined) return undefined;
  return { from: `id FROM (${idsIn(bind(country), bind(MOST_SORTED + 1))}) found`, rest: others };
};

const filterPart = (filter: { readonly [K in keyof AccountFilter]: AccountFilter[K] | undefined }): AccountFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/**
 * Few accounts that meet a filter are read by their ids, and many in the order of the list: a planner, which does not
 * know how many there are, would read all accounts of a site for one of both.
 */
const resolved = async (queries: Queries, siteId: string, filter: AccountFilter): Promise<ResolvedFilter> => {
  const { values, bind } = binding(siteId);
  const found = finderOf(filter, bind);
  if (!found) return filter;
  const sql = `SELECT ${found.from} LIMIT ${bind(MOST_SORTED + 1)}`;
  const ids = (await queries.all(sql, values)).map(({ id }) => String(id));
  return ids.length > MOST_SORTED ? filter : { ...found.rest, ids };
};

export const accountRecords = (queries: Queries, siteId: string): AccountRecords => ({
  async list(query) {
    const filter = await resolved(queries, siteId, query.filter);
    const isByIds = query.filter.part !== undefined || filter.ids !== undefined;
    const how = isByIds ? listedByIds : filter.state === 'past_due' ? listedPastDue : listed;
    return listPage(queries, siteId, how, { ...query, filter });
  },
  async count(query) {
    const { filter, begin, end, most = Number.MAX_SAFE_INTEGER } = query;
    if (filter.state === 'past_due' && Object.keys(filter).length === 1 && begin === undefined && end === undefined) {
      const sql = `SELECT count(*) AS count FROM (SELECT ${OWING} LIMIT $2) found`;
      return Number((await queries.get(sql, [siteId, most]))?.count);
    }
    return countList(queries, siteId, counted, { ...query, filter: await resolved(queries, siteId, filter) });
  },
  async find(accountCode) {
    const row = await queries.get(BY_CODE, [siteId, accountCode]);
    return row && readRow(queries, accounts, row);
  },
  async byId(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && readRow(queries, accounts, row);
  },
  async identify(accountCode) {
    return (await queries.get(IDENTIFY, [siteId, accountCode])) as IdentifiedAccount | undefined;
  },
  async payerId(id) {
    const row = await queries.get(PAYER, [siteId, id]);
    return row ? String(row.id) : id;
  },
  async snapshot(id) {
    const row = await queries.get(SNAPSHOT, [siteId, id]);
    return row && (readSnapshot(row) as AccountSnapshot);
  },
  async add(record) {
    await queries.write(accounts.insert, accounts.values(siteId, record));
  },
  async save(record) {
    await updateRow(queries, accounts, siteId, record);
  },
  async hasOpenChildren(id) {
    return (await queries.get(OPEN_CHILD, [siteId, id])) !== undefined;
  },
  async balance(id) {
    const rows = await queries.all(OPEN_BALANCES, [siteId, id]);
    return {
      past_due: rows.some((row) => Number(row.past_due) === 1),
      balance_in_cents: Object.fromEntries(rows.map((row) => [row.currency, Number(row.cents)])),
      available_credit_balance_in_cents: Object.fromEntries(rows.map((row) => [row.currency, Number(row.credit)])),
    };
  },
  async balances(ids) {
    const { sql, values } = among(ids, 2);
    const rows = await queries.all(balancesOf(sql), [siteId, ...values]);
    return rows.map(({ account_id, currency, cents }) => ({
      account_id: String(account_id),
      currency: String(currency),
      balance_in_cents: Number(cents),
    }));
  },
  async names(ids) {
    const { sql, values } = among(ids, 2);
    return (await queries.all(namesOf(sql), [siteId, ...values])) as unknown as AccountNames[];
  },
});
