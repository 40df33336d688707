import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anAccount, aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { importTool } from './import.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme', currencies: ['USD', 'EUR'] });
const account = anAccount(7, { account_code: 'ada' });
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
let folder: string;
let files: string;
let opened: OpenStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  files = join(folder, 'business');
  mkdirSync(files);
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
  await opened.storage.of(site.id).accounts.add(account);
  await opened.storage.of(site.id).periods.closeBooksUntil(NOON - 86_400);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

type Contents = Readonly<Record<string, string>>;

const run = (command: string, contents: Contents, ...options: string[]) => {
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(files, name), text);
  const args = [command, 'acme', files, ...options];
  return runTool(importTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
};

const PLANS = 'plan_code,name,currency,unit_amount\ngold,Gold,USD,20.00\n';
const DAYS = '2026-01-01,2026-11-01,2100-12-01';
const subscription = (row: string, columns = '') =>
  `subscription,account_code,plan_code,state,currency,activated_at,current_period_started_at,current_period_ends_at${columns}\n${row}\n`;

/** A card number of a test network, in groups. */
const PAN = '4111 1111 1111 1111';

test.each<[string, Contents, readonly string[]]>([
  [
    'an unknown column',
    { 'accounts.csv': 'account_code,emial\nbob,b@example.com\n' },
    ['accounts.csv, row 1, emial: There is no such column. Remove it, or write one of account_code'],
  ],
  [
    'a missing column',
    { 'accounts.csv': 'email\nb@example.com\n' },
    ['accounts.csv, row 1, account_code: The column is missing.'],
  ],
  [
    'a column of card numbers',
    { 'payment_methods.csv': 'account_code,gateway_code,gateway_token,number\n' },
    ['payment_methods.csv, row 1, number: Card numbers are not imported.'],
  ],
  [
    'a card number in a text',
    { 'accounts.csv': `account_code,last_name\nbob,${PAN}\n` },
    ['accounts.csv, row 2, last_name: The cell looks like a card number'],
  ],
  [
    'an empty cell that is needed',
    { 'accounts.csv': 'account_code,email\n,b@example.com\n' },
    ['accounts.csv, row 2, account_code: The cell is empty.'],
  ],
  [
    'values that cannot be read',
    { 'accounts.csv': 'account_code,email,country,tax_exempt\nbob,no-address,XX,perhaps\n' },
    [
      'row 2, email: The value cannot be read. Write email address.',
      'row 2, country: ',
      'row 2, tax_exempt: The value cannot be read. Write true or false.',
    ],
  ],
  [
    'the same code twice',
    { 'accounts.csv': 'account_code\nbob\nbob\n' },
    ['accounts.csv, row 3, account_code: The code is in the file already.'],
  ],
  [
    'a child above its parent',
    { 'accounts.csv': 'account_code,parent_account_code\nbob,eve\neve,\n' },
    ['accounts.csv, row 2, parent_account_code: There is no such account above this row.'],
  ],
  [
    'a currency that is not sold',
    { 'plans.csv': 'plan_code,name,currency,unit_amount\ngold,Gold,GBP,1\n' },
    ['plans.csv, row 2, currency: The site does not sell in this currency.'],
  ],
  [
    'an amount in words',
    { 'plans.csv': 'plan_code,name,currency,unit_amount\ngold,Gold,USD,"1,00"\n' },
    ['plans.csv, row 2, unit_amount: The value cannot be read. Write an amount such as 19.99'],
  ],
  [
    'a coupon without its percent',
    { 'coupons.csv': 'coupon_code,name,discount_type\nx,X,percent\n' },
    ['coupons.csv, row 2, discount_percent: The cell is empty.'],
  ],
  [
    'records that are nowhere',
    {
      'plans.csv': PLANS,
      'subscriptions.csv': subscription(`s1,bob,silver,active,USD,${DAYS}`),
      'credits.csv': 'credit,account_code,currency,amount\nc,bob,USD,1\n',
    },
    [
      'subscriptions.csv, row 2, account_code: There is no such account.',
      'subscriptions.csv, row 2, plan_code: There is no such plan.',
      'credits.csv, row 2, account_code: There is no such account.',
    ],
  ],
  [
    'a period in a closed month',
    {
      'plans.csv': PLANS,
      'subscriptions.csv': subscription('s1,ada,gold,active,USD,2026-01-01,2026-01-01,2026-02-01'),
    },
    ['row 2, current_period_ends_at: The period ends in a month whose books are closed.'],
  ],
  [
    'a trial that outlasts its period',
    {
      'plans.csv': PLANS,
      'subscriptions.csv': subscription(`s1,ada,gold,active,USD,${DAYS},2100-12-05`, ',trial_ends_at'),
    },
    ['row 2, trial_ends_at: A trial that runs ends with the current period.'],
  ],
  [
    'a price in no currency of the plan',
    { 'plans.csv': PLANS, 'subscriptions.csv': subscription(`s1,ada,gold,active,EUR,${DAYS}`) },
    ['row 2, currency: The plan has no price in this currency. Write one of USD'],
  ],
  [
    'an add-on that the plan lacks',
    { 'plans.csv': PLANS, 'subscriptions.csv': subscription(`s1,ada,gold,active,USD,${DAYS},seats:2`, ',add_ons') },
    ['row 2, add_ons: The plan has no such add-on'],
  ],
  [
    'an unknown gateway',
    { 'payment_methods.csv': 'account_code,gateway_code,gateway_token\nada,nowhere,tok_1\n' },
    ['payment_methods.csv, row 2, gateway_code: The site has no such gateway account.'],
  ],
  [
    'two payment methods of an account',
    {
      'payment_methods.csv':
        'account_code,gateway_code,gateway_token\nada,test,test-token-approved-1\nada,test,test-token-approved-2\n',
    },
    ['payment_methods.csv, row 3, account_code: The account has a method above.', 'with POST /v2/accounts/'],
  ],
  [
    'a coupon of a subscription that is nowhere',
    { 'redemptions.csv': 'account_code,coupon_code,subscription,redeemed_at\nada,vip,s9,2026-01-01\n' },
    [
      'redemptions.csv, row 2, coupon_code: There is no such coupon',
      'redemptions.csv, row 2, subscription: There is no such subscription.',
    ],
  ],
  [
    'an invoice whose payment has not settled',
    {
      'open_invoices.csv':
        'invoice_number,account_code,state,currency,balance,due_on\n1,ada,processing,USD,5.00,2026-01-01\n',
    },
    ['open_invoices.csv, row 2, state: Its payment has not settled.'],
  ],
  [
    'a file twice',
    {
      'open_invoices.csv': 'invoice_number,account_code,currency,balance,due_on\n',
      'invoices.csv': 'invoice_number\n',
    },
    ['invoices.csv, row 1: The file open_invoices.csv has the same records.'],
  ],
  ['an unknown file', { 'customers.csv': 'code\n' }, ['customers.csv: There is no such file.']],
])('a folder with %s is refused', async (_title, contents, expected) => {
  const { status, text } = await run('run', contents);
  expect(status).toBe(1);
  for (const line of expected) expect(text).toContain(line);
  expect(text).toMatch(/problems?\. Nothing was written\.$/);
  expect(text).not.toContain(PAN);
  const { plans, accounts } = opened.storage.of(site.id);
  expect([await plans.find('gold'), await accounts.find('bob')]).toEqual([undefined, undefined]);
});

test('only the first hundred problems are shown, and all are counted', async () => {
  const rows = Array.from({ length: 130 }, (_, n) => `c${n},no-address`).join('\n');
  const { text } = await run('check', { 'accounts.csv': `account_code,email\n${rows}\n` });
  expect(text.split('\n')).toHaveLength(101);
  expect(text).toContain('130 problems, of which the first 100 are shown.');
});

test.each<[string, Contents, string]>([
  ['an open quote', { 'accounts.csv': 'account_code\n"bob\n' }, 'A quote is opened and not closed.'],
  [
    'rows of different length',
    { 'accounts.csv': 'account_code\nbob,eve\n' },
    'Line 2 has more or fewer cells than the first row.',
  ],
])('a file with %s is no CSV', async (_title, contents, message) => {
  expect(await run('check', contents)).toMatchObject({ status: 1, text: expect.stringContaining(message) });
});

test('a folder that does not exist, and one without files', async () => {
  const missing = ['check', 'acme', join(folder, 'missing')];
  const answer = await runTool(importTool, missing, { DATA_DIR: folder }, { world: () => world, open: openStorage });
  expect(answer).toMatchObject({ status: 1, text: expect.stringContaining('There is no folder') });
  expect((await run('check', {})).text).toMatch(/^The folder has no file to import\. Write one of plans\.csv, /);
});

test('an import that was interrupted goes on where it ended', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => `c${n},c${n}@example.com`).join('\n');
  const credits = Array.from({ length: 40 }, (_, n) => `k${n},c${n},USD,1.00`).join('\n');
  const contents = {
    'accounts.csv': `account_code,email\n${rows}\n`,
    'credits.csv': `credit,account_code,currency,amount\n${credits}\n`,
  };
  const { storage } = opened;
  // The process ends at the 20th credit.
  let left = 20;
  const dying: OpenStorage['storage'] = {
    of: storage.of,
    snapshot: storage.snapshot,
    transaction: (id, work, how) =>
      storage.transaction(
        id,
        (records) =>
          work({
            ...records,
            invoices: {
              ...records.invoices,
              async add(row) {
                left -= 1;
                if (left < 0) throw new Error('killed');
                await records.invoices.add(row);
              },
            },
          }),
        how,
      ),
  };
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(files, name), text);
  const open = async () => ({ ...opened, storage: dying, close: async () => {} });
  const args = ['run', 'acme', files];
  await expect(runTool(importTool, args, { DATA_DIR: folder }, { world: () => world, open })).rejects.toThrow('killed');
  const { status, text } = await run('run', contents);
  expect([status, text]).toEqual([0, expect.stringMatching(/accounts\.csv +0 +40 +0\n.*credits\.csv +20 +20 +0\n/s)]);
  const { records: found } = await storage
    .of(site.id)
    .invoices.list({ filter: {}, sort: 'created_at', order: 'asc', limit: 100 });
  const numbers = found.map(({ invoice_number }) => invoice_number ?? 0).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, n) => (numbers[0] ?? 0) + n));
});
