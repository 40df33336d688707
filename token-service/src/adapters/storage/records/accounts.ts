import type { AccountRecord, AccountRow } from '@service/billing/domain/accounts/record.ts';
import type { AccountSnapshot } from '@service/billing/domain/events/event.ts';
import { foldings } from '@service/billing/domain/search/fold.ts';
import type { AccountFilter, AccountNames, AccountRecords } from '@service/billing/ports/accounts.ts';
import { account } from '@service/billing/resources/account.ts';
import type { Queries, Value } from '../database.ts';
import { type Bind, countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { accountIn, anyAccountIn, idsIn } from './account-country.ts';
import { among } from './among.ts';
import { textHas } from './search-conditions.ts';

const subscriptions = (states: string): string =>
  `subscriptions s WHERE s.site_id = r.site_id AND s.account_id = r.id AND s.state IN (${states})`;
const SUBSCRIBED = subscriptions("'active', 'canceled', 'future', 'paused'");
const subscribed = `EXISTS (SELECT 1 FROM ${SUBSCRIBED})`;

/** The same condition, starting from the invoices: few accounts are past due. */
const amongPastDue =
  "r.id IN (SELECT i.account_id FROM invoices i WHERE i.site_id = $1 AND i.state = 'past_due' AND i.type = 'charge')";

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
      return "r.state = 'active' AND NOT EXISTS (SELECT 1 FROM payment_methods b WHERE b.site_id = r.site_id AND b.account_id = r.id)";
  }
};

/** The subscriptions come first: few accounts have one in its trial. */
const inTrial = (at: string): string =>
  "r.id IN (SELECT s.account_id FROM subscriptions s WHERE s.site_id = $1 AND s.state IN ('active', 'canceled') " +
  `AND s.trial_ends_at > ${at})`;

const cardExpires = (month: string): string =>
  "r.state = 'active' AND r.id IN (SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 " +
  `AND b.year IS NOT NULL AND b.month IS NOT NULL AND b.year * 12 + b.month <= ${month})`;

const withLastFour = (placeholder: string): string =>
  `r.id IN (SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 AND b.last_four = ${placeholder})`;

/** A filter whose part is replaced by the ids of the accounts that have it. */
interface ResolvedFilter extends AccountFilter {
  readonly ids?: readonly string[];
}

const withIds = (ids: readonly string[], bind: Bind): string =>
  `r.id IN (${among(ids, 1).values.map(bind).join(', ') || 'NULL'})`;

/** The list, with the condition that accounts are in a country. */
const listedBy = (country: typeof accountIn): ListedTable<AccountRecord, ResolvedFilter> => ({
  table: accounts,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  // Those that are found from other records are sorted.
  idsFirst: ({ state, in_trial_at, card_expires_by }) =>
    state === 'past_due' || state === 'canceling' || in_trial_at !== undefined || card_expires_by !== undefined,
  conditions: (
    { state, parent_id, in_trial_at, card_expires_by, country: code, email, last_four, part, ids },
    bind,
  ) => [
    ...(state ? [accountsInState(state, bind)] : []),
    ...(parent_id === undefined ? [] : [`r.parent_id = ${bind(parent_id)}`]),
    ...(in_trial_at === undefined ? [] : [inTrial(bind(in_trial_at))]),
    ...(card_expires_by === undefined ? [] : [cardExpires(bind(card_expires_by))]),
    ...(code === undefined ? [] : [country('r', bind(code))]),
    ...(email === undefined ? [] : [`r.folded_email IN (${foldings(email).map(bind).join(', ')})`]),
    ...(last_four === undefined ? [] : [withLastFour(bind(last_four))]),
    ...(part === undefined ? [] : [textHas('r', bind, [foldings(part)])]),
    ...(ids === undefined ? [] : [withIds(ids, bind)]),
  ],
});
const listed = listedBy(accountIn);
const counted = listedBy(anyAccountIn);

const BY_CODE = `${accounts.select} WHERE r.site_id = $1 AND r.account_code = $2`;
const BY_ID = `${accounts.select} WHERE r.site_id = $1 AND r.id = $2`;
const ID_OF = 'SELECT id FROM accounts WHERE site_id = $1 AND account_code = $2';
const SNAPSHOT =
  'SELECT account_code, username, email, first_name, last_name, company_name, address_phone AS phone FROM accounts WHERE site_id = $1 AND id = $2';
const OPEN_CHILD = "SELECT 1 FROM accounts WHERE site_id = $1 AND parent_id = $2 AND state <> 'closed' LIMIT 1";
/** Invoices that count for the balance of an account. */
const IS_OPEN =
  "((type = 'charge' AND state IN ('pending', 'processing', 'past_due')) OR (type = 'credit' AND state IN ('open', 'processing')))";
const OPEN_BALANCES =
  "SELECT currency, sum(balance_in_cents) AS cents, max(CASE WHEN state = 'past_due' THEN 1 ELSE 0 END) AS past_due " +
  `FROM invoices WHERE site_id = $1 AND account_id = $2 AND ${IS_OPEN} GROUP BY currency ORDER BY currency`;
const balancesOf = (ids: string): string =>
  'SELECT account_id, currency, sum(balance_in_cents) AS cents FROM invoices ' +
  `WHERE site_id = $1 AND account_id IN ${ids} AND ${IS_OPEN} GROUP BY account_id, currency ORDER BY currency`;
const namesOf = (ids: string): string =>
  `SELECT id, account_code, email, first_name, last_name, company_name FROM accounts WHERE site_id = $1 AND id IN ${ids}`;

/** The list by a part: otherwise the computed columns of all that have it would be read before they are sorted. */
const sorted: typeof listed = { ...listed, idsFirst: () => true };

/** Accounts up to which a list sorts them; among more of them, the first ones in its order are near. */
const MOST_SORTED = 1000;

/**
 * Few accounts that have a part, or are in a country, are read from the index of the text or of countries, and many in
 * the order of the list: a planner, which does not know how many there are, would read all accounts of a site for one
 * of both.
 */
const resolved = async (queries: Queries, siteId: string, filter: AccountFilter): Promise<ResolvedFilter> => {
  const { part, country, ...others } = filter;
  if (part === undefined && country === undefined) return filter;
  const values: Value[] = [siteId];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const most = bind(MOST_SORTED + 1);
  const found =
    part === undefined
      ? `SELECT id FROM (${idsIn(bind(country!), most)}) found`
      : `SELECT r.id FROM accounts r WHERE r.site_id = $1 AND ${textHas('r', bind, [foldings(part)])}`;
  const ids = (await queries.all(`${found} LIMIT ${most}`, values)).map(({ id }) => String(id));
  if (ids.length > MOST_SORTED) return filter;
  return { ...others, ...(part === undefined || country === undefined ? {} : { country }), ids };
};

export const accountRecords = (queries: Queries, siteId: string): AccountRecords => ({
  async list(query) {
    const filter = await resolved(queries, siteId, query.filter);
    return listPage(queries, siteId, filter.ids || filter.part !== undefined ? sorted : listed, { ...query, filter });
  },
  async count(query) {
    const { part, country } = query.filter;
    const isSearched = part === undefined && country !== undefined;
    const filter = isSearched ? await resolved(queries, siteId, query.filter) : query.filter;
    return countList(queries, siteId, counted, { ...query, filter });
  },
  async find(accountCode) {
    const row = await queries.get(BY_CODE, [siteId, accountCode]);
    return row && accounts.read(row);
  },
  async byId(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && accounts.read(row);
  },
  async idOf(accountCode) {
    const row = await queries.get(ID_OF, [siteId, accountCode]);
    return row && String(row.id);
  },
  async snapshot(id) {
    return (await queries.get(SNAPSHOT, [siteId, id])) as AccountSnapshot | undefined;
  },
  async add(record) {
    await queries.write(accounts.insert, accounts.values(siteId, record));
  },
  async save(record) {
    await queries.write(accounts.update, accounts.values(siteId, record));
  },
  async hasOpenChildren(id) {
    return (await queries.get(OPEN_CHILD, [siteId, id])) !== undefined;
  },
  async balance(id) {
    const rows = await queries.all(OPEN_BALANCES, [siteId, id]);
    return {
      past_due: rows.some((row) => Number(row.past_due) === 1),
      balance_in_cents: Object.fromEntries(rows.map((row) => [row.currency, Number(row.cents)])),
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
