import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openDatabase, openStorage } from '../../src/adapters/storage/storage.ts';
import { importTool } from '../../src/cli/import.ts';
import { runTool } from '../../src/cli/tool.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { audit } from '../money/audit.ts';
import { journalsAgree } from '../money/audit-journals.ts';
import { reportsAgree } from '../money/audit-reports.ts';
import { revenueAgrees } from '../money/audit-revenue.ts';
import { ENGINES, liftAttemptLimits } from '../money/ground.ts';
import { readBooks } from '../money/read-books.ts';
import { startTestService, type TestService } from '../service.ts';

/** A business of a few customers: in a trial, with a coupon, with credit, with open invoices, canceled. */
const BUSINESS = {
  'plans.csv': `plan_code,name,currency,unit_amount,trial_interval_length
gold,Gold,USD,20.00,
team,Team,USD,10.00,1
team,Team,EUR,9.00,1
`,
  'add_ons.csv': `plan_code,add_on_code,name,currency,unit_amount
team,seats,Seats,USD,5.00
team,seats,Seats,EUR,4.50
`,
  'coupons.csv': `coupon_code,name,discount_type,discount_percent,duration,temporal_amount,temporal_unit
welcome,Welcome,percent,25,temporal,3,month
vip,For ever,percent,10,forever,,
`,
  'accounts.csv': `account_code,email,first_name,last_name,state,country,updated_at
ada,ada@example.com,Ada,Lovelace,active,,2026-01-01T00:00:00Z
bob,bob@example.com,Bob,"O'Neil, jr.",active,,
cleo,cleo@example.com,Cleo,Müller,active,DE,
dan,dan@example.com,Dan,Brown,active,,
gone,gone@example.com,Gone,Away,closed,,
`,
  'billing_info.csv': `account_code,gateway_code,gateway_token,first_name,last_name
ada,test,test-token-approved-1,Ada,Lovelace
bob,test,test-token-approved-2,Bob,O'Neil
dan,test,test-token-approved-3,Dan,Brown
`,
  'coupon_redemptions.csv': `uuid,account_code,coupon_code,subscription_uuid,created_at,ended_at
1,ada,WELCOME,,2026-10-05T10:00:00Z,
2,bob,welcome,,2026-01-05T10:00:00Z,2026-04-05T10:00:00Z
3,dan,vip,,2026-06-01T00:00:00Z,
`,
  'subscriptions.csv': `uuid,account_code,plan_code,state,currency,unit_amount_in_cents,quantity,add_ons,activated_at,current_period_started_at,current_period_ends_at,trial_ends_at,canceled_at,collection_method,net_terms
old-1,ada,gold,active,USD,,2,,2026-01-05T08:00:00Z,2026-11-05T08:00:00Z,2026-12-05T08:00:00Z,,,,
old-2,bob,team,in_trial,USD,,1,seats:3@4.00,2026-11-14T00:00:00Z,2026-11-14T00:00:00Z,2026-11-28T00:00:00Z,2026-11-28,,,
0123456789abcdef0123456789abcdef,cleo,gold,active,USD,1500,1,,2026-11-10,2026-11-10,2026-12-10,,,manual,10
old-4,dan,gold,canceled,USD,,1,,2026-06-01,2026-11-01,2026-12-01,,2026-11-15,,
old-5,dan,gold,expired,USD,,1,,2026-01-01,2026-02-01,2026-03-01,,,,
`,
  'open_invoices.csv': `invoice_number,account_code,state,currency,balance,due_on,collection_method,net_terms
INV-77,cleo,pending,USD,12.50,2026-11-30,manual,10
INV-78,ada,past_due,USD,9.99,2026-11-15,automatic,
INV-79,ada,paid,USD,0.00,2026-11-15,automatic,
`,
  'credits.csv': `credit,account_code,currency,amount
CR-1,cleo,USD,5.00
`,
  'expected_renewals.csv': `subscription,date,currency,total
old-1,2026-12-05,USD,30.00
old-2,2026-11-28T00:00:00Z,USD,22.00
0123456789abcdef0123456789abcdef,2026-12-10,USD,17.85
`,
};

describe.each(ENGINES)('a business that is brought over, on $name', ({ prepare }) => {
  let service: TestService;
  let database: Database;
  let folder: string;
  let env: Readonly<Record<string, string>>;
  let clear: () => Promise<void>;

  beforeAll(async () => {
    const place = await prepare();
    env = place.databaseUrl === null ? { DATA_DIR: place.dataDir } : { DATABASE_URL: place.databaseUrl };
    service = await startTestService({
      ...(place.databaseUrl === null ? {} : { databaseUrl: place.databaseUrl }),
      env: { RATE_LIMIT: 'off', DATA_DIR: place.dataDir },
    });
    database = await openDatabase(place);
    await liftAttemptLimits(database);
    folder = await mkdtemp(join(tmpdir(), 'bring-over-'));
    for (const [name, text] of Object.entries(BUSINESS)) await writeFile(join(folder, name), text);
    clear = place.clear;
  });
  afterAll(async () => {
    await database.close();
    await service.close();
    await rm(folder, { recursive: true });
    await clear();
  });

  /** Runs a command; the machine's clock goes on, which orders the records of several processes. */
  const run = async (...args: string[]) => {
    service.clock.advance({ seconds: 1 });
    return runTool(importTool, args, env, { world: () => openWorld(service.clock), open: openStorage, say: () => {} });
  };
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).text);
  const count = async (table: string) => Number((await database.all(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
  const travel = async (now: string) => {
    const moved = await service.api('PUT', '/v2/sandbox/clock', `<clock><now>${now}</now></clock>`);
    expect(moved.status, moved.text).toBe(200);
    await service.dueWork();
  };
  const invoices = (where: string) =>
    database.all(
      `SELECT c.account_code, i.total_in_cents, i.balance_in_cents, i.state FROM invoices i JOIN accounts c ON c.id = i.account_id AND c.site_id = i.site_id WHERE ${where} ORDER BY i.invoice_number`,
    );
  const booksAgree = async () => {
    const { opened } = service.service;
    const books = await readBooks(database);
    expect(await audit(database)).toEqual([]);
    expect(await revenueAgrees(database)).toEqual([]);
    expect(await reportsAgree({ opened, clock: service.clock }, books)).toEqual([]);
    expect(await journalsAgree({ opened, clock: service.clock })).toEqual([]);
  };

  test('is checked without a change', async () => {
    const before = await Promise.all(['audit_log', 'accounts', 'plans', 'coupons'].map(count));
    const checked = await run('check', 'demo', folder);
    expect(checked.text).toMatch(/accounts\.csv +5\n/);
    expect(checked.status).toBe(0);
    expect(await Promise.all(['audit_log', 'accounts', 'plans', 'coupons'].map(count))).toEqual(before);
  });

  test('is imported in silence, and charges nothing', async () => {
    const events = await count('events');
    const answer = await run('run', 'demo', folder);
    expect([answer.status, answer.text]).toEqual([0, expect.stringMatching(/subscriptions\.csv +4 +0 +1\n/)]);
    expect([await count('events'), await count('outbox'), await count('transactions')]).toEqual([events, 0, 0]);
    expect(await invoices('TRUE')).toEqual([
      { account_code: 'cleo', total_in_cents: 1250, balance_in_cents: 1250, state: 'pending' },
      { account_code: 'ada', total_in_cents: 999, balance_in_cents: 999, state: 'pending' },
      { account_code: 'cleo', total_in_cents: -500, balance_in_cents: -500, state: 'open' },
    ]);
    await booksAgree();
  });

  test('is imported again without a change', async () => {
    const before = await database.all('SELECT * FROM subscriptions ORDER BY uuid');
    const numbers = await Promise.all(['accounts', 'invoices', 'redemptions', 'audit_log'].map(count));
    const { files } = await json('run', 'demo', folder);
    expect(Object.values(files as Record<string, { imported: number }>).map(({ imported }) => imported)).toEqual(
      Object.keys(files).map(() => 0),
    );
    expect(await database.all('SELECT * FROM subscriptions ORDER BY uuid')).toEqual(before);
    expect(await Promise.all(['accounts', 'invoices', 'redemptions', 'audit_log'].map(count))).toEqual(numbers);
  });

  test('waits, whatever becomes due', async () => {
    await travel('2026-11-29T00:00:00Z');
    expect([await count('invoices'), await count('transactions')]).toEqual([3, 0]);
  });

  test('renews as expected, to the cent', async () => {
    const compared = await json('compare', 'demo', folder);
    expect(compared).toMatchObject({ equal: 3, different: 0, not_in_file: 1 });
  });

  test('computes the renewals without an expectation too', async () => {
    const few = join(folder, 'few.csv');
    await writeFile(few, 'subscription,date,currency,total\nold-1,2026-12-05,USD,30.00\n');
    const { rows, ...counts } = await json('compare', 'demo', few);
    const { text } = await run('compare', 'demo', few);
    await rm(few);
    expect(counts).toEqual({ equal: 1, different: 0, not_in_file: 3 });
    expect(text).toContain('1 equal, 0 different, 3 on hold and not in the file, to be billed 39.85 USD.');
    const totals = (found: readonly Record<string, string>[]) =>
      found.map((row) => `${row.account_code} ${row.result} ${row.computed_total}`).toSorted();
    const unexpected = ['bob not in the file 22.00', 'cleo not in the file 17.85', 'dan not in the file '];
    expect(totals(rows)).toEqual(unexpected);
    expect(rows.filter(({ lines }: Record<string, string>) => lines !== '')).toHaveLength(2);
    const none = await mkdtemp(join(tmpdir(), 'bring-over-'));
    const without = await json('compare', 'demo', none);
    const answer = await run('compare', 'demo', none);
    await rm(none, { recursive: true });
    expect(totals(without.rows)).toEqual(['ada not in the file 30.00', ...unexpected]);
    expect(answer).toMatchObject({ status: 0, text: expect.stringContaining('nothing was compared') });
  });

  test('shows the work that is due now, and starts', async () => {
    const preview = await json('start', 'demo', '--dry-run');
    expect(preview).toMatchObject({
      started: false,
      next_at: '2026-12-01T00:00:00Z',
      currencies: [
        {
          subscriptions: 4,
          invoices: 2,
          owed_in_cents: 2249,
          due_subscriptions: 1,
          renewals_in_cents: 2200,
          due_invoices: 1,
        },
      ],
    });
    expect(await count('invoices')).toBe(3);
    expect((await run('start', 'demo')).text).toContain('Started.');
    await travel('2026-12-11T00:00:00Z');
    expect(await invoices("i.origin = 'renewal'")).toEqual([
      { account_code: 'bob', total_in_cents: 2200, balance_in_cents: 0, state: 'paid' },
      { account_code: 'ada', total_in_cents: 3000, balance_in_cents: 0, state: 'paid' },
      { account_code: 'cleo', total_in_cents: 1785, balance_in_cents: 1285, state: 'pending' },
    ]);
    expect(await invoices("i.origin = 'carryforward' AND i.type = 'charge'")).toMatchObject([
      { account_code: 'cleo', state: 'past_due' },
      { account_code: 'ada', state: 'paid', balance_in_cents: 0 },
    ]);
    const dan = await database.all('SELECT state FROM subscriptions WHERE canceled_at IS NOT NULL');
    expect(dan).toEqual([{ state: 'expired' }]);
    await booksAgree();
  });

  test('can be refunded and written off without a break of the books', async () => {
    const [ada, cleo] = await database.all(
      "SELECT i.invoice_number, c.account_code FROM invoices i JOIN accounts c ON c.id = i.account_id AND c.site_id = i.site_id WHERE i.origin = 'carryforward' AND i.type = 'charge' ORDER BY c.account_code",
    );
    const refund = '<invoice><amount_in_cents>500</amount_in_cents></invoice>';
    const refunded = await service.api('POST', `/v2/invoices/${ada?.invoice_number}/refund`, refund);
    expect(refunded.status, refunded.text).toBe(201);
    const failed = await service.api('PUT', `/v2/invoices/${cleo?.invoice_number}/mark_failed`);
    expect(failed.status, failed.text).toBe(200);
    await booksAgree();
  });

  test('differs with its reasons', async () => {
    const other = `subscription,date,currency,total,discount
old-1,2027-01-06,USD,40.00,0.00
old-2,2026-12-28,USD,32.00,
nowhere,2026-12-28,USD,1.00,
0123456789abcdef0123456789abcdef,2027-01-10,USD,15.00,
old-4,2027-01-10,USD,20.00,
`;
    const file = join(folder, 'other.csv');
    await writeFile(file, other);
    const answer = await run('compare', 'demo', file);
    expect(answer.status).toBe(3);
    const { rows } = await json('compare', 'demo', file);
    await rm(file);
    expect(rows.map(({ subscription, reasons }: Record<string, string>) => `${subscription}: ${reasons}`)).toEqual([
      'old-1: date discount total',
      'old-2: quantity total',
      'nowhere: unknown_subscription',
      '0123456789abcdef0123456789abcdef: tax total',
      'old-4: no_renewal',
    ]);
    expect(rows[0]).toMatchObject({
      computed_total: expect.stringMatching(/0\.00/),
      lines: expect.stringContaining('Coupon'),
    });
  });
});
