import type { ListQuery } from '@service/billing/ports/listing.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { machineClock } from '../../runtime/world.ts';
import type { Database, Queries, Value } from './database.ts';
import { migrate } from './migrate.ts';
import { recordsOf } from './records/index.ts';
import { openSqlite } from './sqlite.ts';

let database: Database;
beforeAll(async () => {
  database = openSqlite(':memory:');
  await migrate(database, 0);
});
afterAll(() => database.close());

/**
 * Returns SQLite's query plan for a read: a line for each table.
 *
 * @param many how many ids are found where a read looks whether there are few
 */
const planOf = async (ask: (records: Records) => Promise<unknown>, many = 0): Promise<string> => {
  const statements: { sql: string; values: readonly Value[] }[] = [];
  const noting =
    <T>(answer: (sql: string, values?: readonly Value[]) => Promise<T>) =>
    (sql: string, values: readonly Value[] = []) => {
      statements.push({ sql, values });
      return many > 0 && / LIMIT \$\d+$/.test(sql) && /^SELECT r\.uuid/.test(sql)
        ? (Array.from({ length: many }, (_, n) => ({ id: `${n}`, uuid: `${n}` })) as never)
        : answer(sql, values);
    };
  const queries: Queries = { ...database, all: noting(database.all), get: noting(database.get) };
  await ask(recordsOf(queries, 'site', machineClock));
  const plans = await Promise.all(
    statements.map(({ sql, values }) => database.all(`EXPLAIN QUERY PLAN ${sql}`, values)),
  );
  return plans
    .flat()
    .map(({ detail }) => String(detail))
    .join('\n');
};

const page = <Filter>(filter: Filter, sort: 'created_at' | 'updated_at'): ListQuery<Filter> => ({
  filter,
  sort,
  order: 'desc',
  limit: 50,
});

describe('an account of a large site', () => {
  const lists: [string, (records: Records, sort: 'created_at' | 'updated_at') => Promise<unknown>][] = [
    ['invoices', ({ invoices }, sort) => invoices.list(page({ account_id: 'a' }, sort))],
    ['transactions', ({ transactions }, sort) => transactions.list(page({ account_id: 'a' }, sort))],
    ['adjustments', ({ adjustments }, sort) => adjustments.list(page({ account_id: 'a' }, sort))],
    ['subscriptions', ({ subscriptions }, sort) => subscriptions.list(page({ account_id: 'a', at: 0 }, sort))],
    ['redemptions', ({ redemptions }, sort) => redemptions.list(page({ account_id: 'a' }, sort))],
  ];
  test.each(lists)('%s are found by the account, however they are sorted', async (_, list) => {
    for (const sort of ['created_at', 'updated_at'] as const) {
      expect(await planOf((records) => list(records, sort))).toMatch(
        /^SEARCH r USING (COVERING )?INDEX \S+ \(site_id=\? AND account_id=\?/m,
      );
    }
  });

  test('its flags are looked up by the account', async () => {
    const plan = await planOf(({ accounts }) => accounts.find('code'));
    expect(plan).toMatch(/^SEARCH s .*\(site_id=\? AND account_id=\?\)/m);
    expect(plan).toMatch(/^SEARCH i .*\(site_id=\? AND account_id=\?\)/m);
    expect(plan).not.toMatch(/^SCAN|\(site_id=\?\)$/m);
  });
});

describe('what belongs to one record is found by it', () => {
  const lookups: [string, (records: Records) => Promise<unknown>][] = [
    ['the refunds of a payment', ({ transactions }) => transactions.refundsOf('t')],
    ['the credits of a charge', ({ adjustments }) => adjustments.creditsOf('c')],
    ['the invoices of a subscription', ({ invoices }) => invoices.list(page({ subscription_id: 's' }, 'created_at'))],
    ['the children of an account', ({ accounts }) => accounts.list(page({ parent_id: 'a' }, 'updated_at'))],
  ];
  test.each(lookups)('%s', async (_, lookup) => {
    expect(await planOf(lookup)).not.toMatch(/^SCAN|\(site_id=\?\)$/m);
  });
});

const FAILED = { state: 'failed', type: 'purchase' } as const;

describe('the few rows that pages look for have an index of their own', () => {
  const lookups: [string, RegExp, (records: Records) => Promise<unknown>][] = [
    [
      'failed payments',
      /transactions_(failed|by_status_and_\w+) \(site_id=\?/,
      ({ transactions }) => transactions.list(page(FAILED, 'created_at')),
    ],
    [
      'failed payments, added up',
      /transactions_(failed|by_status_and_\w+) \(site_id=\?/,
      ({ transactions }) => transactions.totals(page(FAILED, 'created_at')),
    ],
    [
      'payments by the code of their error',
      /SEARCH r USING INDEX transactions_by_error \(site_id=\? AND <expr>>\? AND <expr><\?\)/,
      ({ transactions }) => transactions.list(page({ error_code: 'lost_card' }, 'created_at')),
    ],
    [
      'failed payments by the code of their error, added up',
      /SEARCH r USING INDEX transactions_by_error \(site_id=\? AND <expr>>\? AND <expr><\?\)/,
      ({ transactions }) => transactions.totals(page({ ...FAILED, error_code: 'lost_card' }, 'created_at')),
    ],
    [
      'entries of an action',
      /SEARCH r USING INDEX audit_log_by_action \(site_id=\? AND action=\?\)/,
      ({ auditLog }) => auditLog.list({ action: 'invoice.refunded' }, 51),
    ],
    [
      'entries of a kind of actions, counted',
      /SEARCH r USING COVERING INDEX audit_log_by_action \(site_id=\? AND action=\?\)/,
      ({ auditLog }) => auditLog.count({ action: 'invoice' }, 10_001),
    ],
    ['changes of keys', /audit_log_of_keys \(site_id=\?/, ({ auditLog }) => auditLog.list({ action: 'key' }, 200)],
    [
      'mail to a part of an address',
      /SEARCH r USING COVERING INDEX outbox_by_address \(site_id=\?\)/,
      ({ outbox }) => outbox.list({ recipient: 'ada' }, 51),
    ],
    [
      'mail to a part of an address, counted',
      /SEARCH r USING COVERING INDEX outbox_by_address \(site_id=\?\)/,
      ({ outbox }) => outbox.count({ recipient: 'ada' }, 10_001),
    ],
    ['mail that bounced', /outbox_bounced \(site_id=\?/, ({ outbox }) => outbox.list({ status: 'bounced' }, 51)],
    [
      'mail that bounced, counted',
      /outbox_bounced \(site_id=\?/,
      ({ outbox }) => outbox.count({ status: 'bounced', since: '01' }),
    ],
  ];
  test.each(lookups)('%s', async (_, index, lookup) => {
    const plan = await planOf(lookup);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/^SCAN r/m);
  });
});

test('what the search finds by an address or a recorded reference, an index of it finds', async () => {
  const city = await planOf(({ search }) => search.find('customer', { by: 'city', values: ['wien'] }, {}, 10));
  expect(city).toMatch(/SEARCH a USING \S* ?INDEX accounts_by_plain_city \(site_id=\? AND <expr>=\?\)/);
  expect(city).toMatch(/SEARCH b USING .*INDEX payment_methods_by_plain_city \(site_id=\? AND <expr>=\?\)/);
  const code = await planOf(({ search }) => search.find('customer', undefined, { postal_code: '101' }, 10));
  expect(code).toMatch(/INDEX accounts_by_postal_code \(site_id=\? AND <expr>>\? AND <expr><\?\)/);
  expect(code).toMatch(/INDEX payment_methods_by_postal_code \(site_id=\? AND <expr>>\? AND <expr><\?\)/);
  const recorded = await planOf(({ search }) =>
    search.find('payment', { by: 'recorded_part', values: [['4711']] }, {}, 10),
  );
  expect(recorded).toMatch(/INDEX transactions_by_recorded_reference \(site_id=\? AND <expr>>\?\)/);
});

test('of gift cards that wait for breakage, only those that are old enough are read', async () => {
  const plan = await planOf(({ giftCards }) => giftCards.dueForBreakage(9, 9));
  expect(plan).toMatch(/^SEARCH r USING INDEX gift_cards_outstanding \(site_id=\? AND created_at<\?\)/m);
});

describe('an account with 100,000 lines, and an invoice with 5,999', () => {
  test.each(['created_at', 'updated_at'] as const)(
    'the lines of an account are read in the order of %s',
    async (sort) => {
      const plan = await planOf(({ adjustments }) => adjustments.list(page({ account_id: 'a' }, sort)));
      const index = sort === 'created_at' ? 'adjustments_by_account_and_creation' : 'adjustments_by_account_and_change';
      expect(plan).toMatch(new RegExp(`SEARCH r USING COVERING INDEX ${index} \\(site_id=\\? AND account_id=\\?\\)`));
    },
  );

  test('the lines of an invoice are sorted by their ids alone, and then looked up', async () => {
    const plan = await planOf(({ adjustments }) => adjustments.list(page({ invoice_id: 'i' }, 'created_at')));
    expect(plan).toMatch(/SEARCH r USING INDEX adjustments_by_invoice \(site_id=\? AND invoice_id=\?\)/);
    expect(plan).toMatch(/SEARCH r USING INDEX \S+ \(site_id=\? AND uuid=\?\)/);
  });

  test('a payment finds its first subscription among the lines that have one', async () => {
    const plan = await planOf(({ transactions }) => transactions.list(page({}, 'created_at')));
    expect(plan).toMatch(/^SEARCH j USING INDEX adjustments_of_subscriptions \(site_id=\? AND invoice_id=\?\)/m);
  });
});

const FROM = { id: 'x', at: 5, back: false };

test.each(['asc', 'desc'] as const)(
  'a later page between two moments begins where the one before ended: %s',
  async (order) => {
    const query = { filter: { type: 'refund' }, sort: 'created_at', order, limit: 50, begin: 0, end: 9 } as const;
    const plan = await planOf(({ transactions }) => transactions.list({ ...query, from: FROM }));
    expect(plan).toMatch(/^SEARCH r .*\(created_at,uuid\)[<>]\(\?,\?\)/m);
  },
);

test('what one site has is counted in its own rows', async () => {
  const query = { filter: { type: 'refund' }, sort: 'created_at', order: 'asc', limit: 50 } as const;
  expect(await planOf(({ transactions }) => transactions.count(query))).toMatch(/^SEARCH r .*\(site_id=\?\)$/m);
});

describe('the next due items are read from an index in the order in which they are due, however many there are', () => {
  const kinds: [string, (records: Records) => Promise<unknown>][] = [
    ['subscriptions at a boundary', ({ subscriptions }) => subscriptions.atBoundary(9, 100)],
    ['invoices to collect', ({ invoices }) => invoices.dueForCollection(9, 100)],
    ['invoices in dunning', ({ invoices }) => invoices.dueForDunning(9, 100)],
    ['overdue invoices', ({ invoices }) => invoices.overdue(9, 100)],
    ['payments to settle', ({ transactions }) => transactions.dueForSettlement(9, 100)],
    ['gift cards to deliver', ({ giftCards }) => giftCards.dueForDelivery(9, 100)],
    ['trials that end soon', ({ subscriptions }) => subscriptions.trialsToRemind(9, 100)],
    ['renewals after a year', ({ subscriptions }) => subscriptions.renewalsToRemind(9, 100)],
    ['other prices that begin soon', ({ subscriptions }) => subscriptions.pricesToRemind(9, 100)],
    ['cards that expire', ({ paymentMethods }) => paymentMethods.cardsToRemind(9, 100)],
    ['messages of gateways', ({ gatewayNotifications }) => gatewayNotifications.due(9, 100)],
  ];
  test.each(kinds)('%s', async (_, next) => {
    const plan = await planOf(next);
    expect(plan).toMatch(/^SEARCH r USING INDEX \S+ \(site_id=\? AND \S+[<>]/m);
    expect(plan).not.toMatch(/TEMP B-TREE/);
  });

  test('also when one statement reads them all', async () => {
    const plan = await planOf((records) => Promise.all(kinds.map(([, next]) => next(records))));
    expect(plan.match(/^SEARCH r USING INDEX \S+ \(site_id=\? AND \S+[<>]/gm)).toHaveLength(kinds.length);
    expect(plan).not.toMatch(/TEMP B-TREE/);
  });
});

describe('the console of a large site', () => {
  const before = 'f'.repeat(32);
  const sources: [string, (records: Records) => Promise<unknown>][] = [
    ['events', ({ events }) => events.latest('a', before, 50)],
    ['payments', ({ transactions }) => transactions.latest('a', before, 50)],
    ['notes', ({ notes }) => notes.latest('a', before, 50)],
    ['messages', ({ outbox }) => outbox.list({ account_id: 'a', before }, 50)],
    ['webhooks', ({ webhookDeliveries }) => webhookDeliveries.latest('a', before, 50)],
    ['entries of the audit log', ({ auditLog }) => auditLog.list({ account_id: 'a', before }, 50)],
  ];
  test.each(sources)('finds %s of a timeline by the account', async (_, read) => {
    expect(await planOf(read)).toMatch(/SEARCH [rt] USING (COVERING )?INDEX \S+ \(site_id=\? AND account_id=\?/);
  });

  test('adds up what customers owe, and jumps from currency to currency, in indexes alone', async () => {
    expect(await planOf(({ invoices }) => invoices.agedTotals(0))).toMatch(
      /^SEARCH o USING COVERING INDEX invoices_owed/m,
    );
    expect(await planOf(({ transactions }) => transactions.takings(0, 1))).toMatch(
      /SEARCH t USING COVERING INDEX transactions_by_(currency|amount) \(site_id=\? AND currency>\?\)/,
    );
    expect(await planOf(({ invoices }) => invoices.totals(page({ states: ['past_due'] }, 'created_at')))).toMatch(
      /SEARCH r USING COVERING INDEX invoices_owed \(site_id=\?/,
    );
  });

  test('counts the prices in use of a page of plans in an index alone', async () => {
    expect(await planOf(({ subscriptions }) => subscriptions.pricesOf(['a', 'b', 'c']))).toMatch(
      /^SEARCH subscriptions USING COVERING INDEX subscriptions_live_by_plan \(site_id=\? AND plan_id=\?\)/m,
    );
  });

  test('reads payments with a code that many have in their order, and does not sort them', async () => {
    const MANY = 1001;
    const lists: ((records: Records) => Promise<unknown>)[] = [
      ({ transactions }) => transactions.list(page({ error_code: 'declined' }, 'created_at')),
      ({ transactions }) => transactions.list({ ...page({ error_code: 'declined' }, 'created_at'), begin: 1 }),
      ({ search }) => search.find('payment', { by: 'decline', values: ['declined'] }, {}, 10),
      ({ search }) => search.find('payment', { by: 'decline', values: ['declined', 'lost_card'] }, {}, 10),
    ];
    for (const [place, list] of lists.entries()) {
      const plan = (await planOf(list, MANY)).split('\n').filter((line) => !line.includes('transactions_by_error'));
      expect(plan.join('\n'), `list ${place}`).toMatch(/SEARCH r USING INDEX transactions_\w+ \(site_id=\?/);
      expect(plan.join('\n'), `list ${place}`).not.toMatch(/TEMP B-TREE|SCAN r/);
    }
  });

  test('finds declines by codes that few have by the index of errors', async () => {
    const plan = await planOf(({ search }) => search.find('payment', { by: 'decline', values: ['lost_card'] }, {}, 10));
    expect(plan).toContain('INDEX transactions_by_error ');
  });

  test('finds records that are rare by indexes of their own', async () => {
    const plans = await Promise.all([
      planOf(({ invoices }) => invoices.list(page({ type: 'credit' }, 'created_at'))),
      planOf(({ transactions }) => transactions.list(page({ type: 'refund' }, 'created_at'))),
      planOf(({ transactions }) => transactions.list(page({ error_code: 'declined' }, 'created_at'))),
      planOf(({ subscriptions }) => subscriptions.list(page({ plan_code: 'gold', at: 0 }, 'created_at'))),
      planOf(({ accounts }) => accounts.list(page({ country: 'DE' }, 'created_at'))),
      planOf(({ accounts }) => accounts.list(page({ card_expires_by: 1 }, 'created_at'))),
      planOf(({ accounts }) => accounts.list(page({ in_trial_at: 1 }, 'created_at'))),
    ]);
    const names = [
      'invoices_of_credit',
      'transactions_of_refunds',
      'transactions_by_error',
      'subscriptions_by_plan',
      'accounts_by_country',
      'payment_methods_by_expiry',
      'subscriptions_in_trial',
    ];
    for (const [place, name] of names.entries()) expect(plans[place]).toContain(`INDEX ${name} `);
  });
});
