import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anAccount, aSite, aTransaction, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { payoutTool } from './payout.ts';
import { runTool } from './tool.ts';

/** 2 March 2026 at noon. */
const world = openWorld({ ...machineClock, now: () => (NOON + 86_400) * 1000 });
const site = aSite(1, { subdomain: 'acme', time_zone: 'UTC' });
const HEAD = 'payout,arrived_on,currency,line,kind,reference,made_at,gross_in_cents,fee_in_cents,net_in_cents';
const SOLD = 'po_1,2026-03-02,USD,txn_1,charge,pi_1,2026-03-01,1000,59,941';
const RESERVE = 'po_1,2026-03-02,USD,txn_2,adjustment,,2026-03-01,-100,0,-100';
let folder: string;
let opened: OpenStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payout-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
  const records = opened.storage.of(site.id);
  const ada = anAccount(1);
  await records.accounts.add(ada);
  const paid = { action: 'purchase', status: 'success', currency: 'USD', amount_in_cents: 1000 } as const;
  await records.transactions.add(aTransaction(1, ada, { ...paid, gateway_code: 'main', reference: 'pi_1' }));
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(payoutTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const file = (...rows: string[]): string => {
  const path = join(folder, 'payouts.csv');
  writeFileSync(path, [HEAD, ...rows].join('\n'));
  return path;
};

test('a file is recorded once', async () => {
  const path = file(SOLD, RESERVE);
  expect(await run('import', 'acme', 'main', path)).toMatchObject({
    status: 0,
    text: 'PAYOUT  ARRIVED     AMOUNT\npo_1    2026-03-02  8.41 USD\n\nRecorded 1 payout with 2 lines.',
  });
  expect(await run('import', 'acme', 'main', path)).toMatchObject({
    status: 0,
    text: 'Nothing is new. 1 was recorded before.',
  });
  expect(JSON.parse((await run('import', 'acme', 'main', path, '--json')).text)).toEqual({
    ...{ recorded: 0, known: 1, lines: 0, payouts: [], unitemized: [] },
  });
});

test('a file that is missing or wrong is refused with what to do', async () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { status, text } = await run('import', 'acme', ...args);
    expect(status).toBe(1);
    return text;
  };
  expect(await refused('main', join(folder, 'none.csv'))).toContain('There is no file ');
  expect(await refused('main', file(SOLD.replace(',941', ',9.41')))).toContain(
    'Nothing was recorded. Row 2: net_in_cents is “9.41”: write whole cents, such as 1999 for 19.99.',
  );
  expect(await refused('main', file(SOLD.replace(',941', ',940')))).toContain('which is not 940 net.');
  expect(await refused('other', file(SOLD))).toBe('There is no gateway account with the code other. acme has: test.');
  expect(await refused('test', file(SOLD))).toBe('The gateway test of acme has no payments yet.');
  expect(await opened.storage.of(site.id).payouts.hasAny()).toBe(false);
});

test('a difference is accepted for a reason', async () => {
  await run('import', 'acme', 'main', file(SOLD, RESERVE));
  expect(await run('accept', 'acme', 'main', 'txn_2')).toMatchObject({ status: 1 });
  expect(await run('accept', 'acme', 'main', 'txn_2', '--reason', ' ')).toMatchObject({ status: 1 });
  expect(await run('accept', 'acme', 'main', 'txn_2', '--reason', 'Reserve')).toMatchObject({
    status: 0,
    text: 'The difference of -1.00 USD is accepted. It was posted to payout_differences.',
  });
  const refused = async (command: string, item: string): Promise<string> => {
    const { status, text } = await run(command, 'acme', 'main', item, '--reason', 'Again');
    expect(status).toBe(1);
    return text;
  };
  expect(await refused('accept', 'txn_2')).toContain('of txn_2 at main is accepted already: -1.00 USD, Reserve');
  expect(await refused('accept', 'txn_1')).toContain(
    'txn_1 at main does not differ from the books: its result is matched.',
  );
  expect(await refused('accept', 'txn_9')).toContain('No payout of main has a line txn_9,');
  expect(await refused('withdraw', 'txn_1')).toContain('Nothing of txn_1 at main is accepted,');
  expect(await run('withdraw', 'acme', 'main', 'txn_2', '--reason', 'By mistake')).toMatchObject({
    status: 0,
    text: 'The acceptance is withdrawn: 1.00 USD was posted to payout_differences.',
  });
  expect(await refused('withdraw', 'txn_2')).toContain('Nothing of txn_2 at main is accepted,');
  expect(await run('accept', 'acme', 'main', 'txn_2', '--reason', 'Reserve after all')).toMatchObject({ status: 0 });
});
