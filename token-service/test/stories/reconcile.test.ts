import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Simulator, startSimulator } from '@service/gateway-simulator/src/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { reconcileTool } from '../../src/cli/reconcile.ts';
import { runTool } from '../../src/cli/tool.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { testClock } from '../clock.ts';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { SECRET_KEY, SECRETS, WEBHOOK_SECRET } from './stripe-shop.ts';

const NOON = '2026-11-20T12:00:00Z';
const BACKUP = '2026-11-20T12:30:00Z';
const AFTERNOON = '2026-11-20T13:00:00Z';
const LATER = '2026-11-20T13:00:01Z';
const VISA = '4242 4242 4242 4242';
/** A card that can be stored, and declines each payment. */
const BROKE = '4000 0000 0000 0341';

/**
 * A shop sells at a gateway, its database is backed up, it goes on selling, and the database is restored. The story
 * goes from one test to the next.
 */
describe('after a restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reconcile-'));
  const file = join(folder, 'billing.sqlite');
  const backup = join(folder, 'backup.sqlite');
  const env = { ...SECRETS, DATA_DIR: folder };
  let simulator: Simulator;
  let service: TestService;
  const lost: Record<string, string> = {};

  const open = async (now: string) => {
    service = await startTestService({ now, env: { ...env, RATE_LIMIT: 'off' } });
  };
  const card = async (number = VISA) =>
    `<billing_info><token_id>${await service.token({ number })}</token_id></billing_info>`;
  const charge = (cents: number) =>
    `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments>`;
  const order = (account: string, cents: number, inner = '') =>
    `<purchase><account><account_code>${account}</account_code>${inner}</account><currency>USD</currency>${charge(cents)}</purchase>`;
  const send = async (method: string, path: string, body?: string, status = 200) => {
    const answer = await service.api(method, path, body);
    expect(answer.status, answer.text).toBe(status);
    return answer.xml;
  };
  const buy = async (account: string, cents: number, inner = '') =>
    within(await send('POST', '/v2/purchases', order(account, cents, inner), 200), 'charge_invoice', 'transactions')
      ?.children[0];
  const tool = async (which: typeof gatewayTool, ...args: string[]) =>
    runTool(which, args, env, { world: () => openWorld(testClock(AFTERNOON)), open: openStorage });
  const reconcile = async () => {
    const { status, text } = await tool(reconcileTool, 'demo', '--since', BACKUP);
    return `${status} ${text}`;
  };
  const carryOut = async (does: 'adopt' | 'refund', id: string, ...args: string[]) => {
    const { status, text } = await tool(reconcileTool, does, 'demo', id, ...args);
    return `${status} ${text}`;
  };
  /** Cents by `kind` that the gateway moved. */
  const moved = (...kinds: string[]) =>
    simulator
      .log()
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { amount }) => sum + amount, 0);
  const rows = (sql: string) => {
    const reader = new DatabaseSync(file, { readOnly: true });
    try {
      return reader.prepare(sql).all();
    } finally {
      reader.close();
    }
  };
  const cash = () => rows("SELECT sum(amount) AS cents FROM ledger_entries WHERE account = 'cash'")[0]?.cents;

  beforeAll(async () => {
    simulator = await startSimulator({ clock: 'manual', start: Date.parse(NOON) });
    await open(NOON);
    const credentials = join(folder, 'credentials.json');
    writeFileSync(credentials, JSON.stringify({ secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }));
    const at = ['--adapter', 'stripe', '--credentials-file', credentials, '--endpoint', simulator.url];
    expect(await tool(gatewayTool, 'add', 'demo', 'cards', ...at)).toMatchObject({ status: 0 });

    await buy('ada', 900, await card());
    await send('POST', '/v2/accounts', `<account><account_code>bob</account_code>${await card(BROKE)}</account>`, 201);
    await send(
      'POST',
      '/v2/accounts/bob/adjustments',
      '<adjustment><unit_amount_in_cents>700</unit_amount_in_cents><currency>USD</currency></adjustment>',
      201,
    );
    await service.api('POST', '/v2/accounts/bob/invoices');
    const held = await send('POST', '/v2/purchases/authorize', order('carol', 4000, await card()));
    lost.held = textOf(within(held, 'charge_invoice', 'transactions')?.children[0], 'uuid') ?? '';
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec(`VACUUM INTO '${backup}'`);
    reader.close();
    lost.before = String(cash());

    // What the backup does not have.
    await simulator.advance(3_600_000);
    service.clock.advance({ seconds: 3600 });
    const first = rows("SELECT uuid FROM transactions WHERE amount_in_cents = 900 AND action = 'purchase'")[0]?.uuid;
    await send('DELETE', `/v2/transactions/${first}?amount_in_cents=400`, undefined, 202);
    const again = await buy('ada', 1100);
    lost.credit = textOf(again, 'reference') ?? '';
    lost.fare = textOf(await buy('ada', 250), 'reference') ?? '';
    lost.unknown = textOf(await buy('eve', 1300, await card()), 'reference') ?? '';
    await send('PUT', '/v2/accounts/bob/billing_info', await card());
    await service.dueWork();
    await send('POST', `/v2/purchases/transaction-uuid-${lost.held}/capture`);
    await send('POST', '/v2/purchases/authorize', order('dave', 5000, await card()));
    await service.close();
    copyFileSync(backup, file);
    for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
  });
  afterAll(async () => {
    await service.close();
    await simulator.stop();
    rmSync(folder, { recursive: true });
  });

  const listed = async () => {
    const lines = (await reconcile()).split('\n').slice(3);
    return lines
      .map((line) => line.split(/ {2,}/))
      .map(([id = '', kind, , amount, ...rest]) => [id, [kind, amount, ...rest].join(' ')]);
  };
  const idOf = async (words: string) => (await listed()).find(([, line]) => line?.startsWith(words))?.[0] ?? '';

  it('lists what only the gateway has, and what can be done about it', async () => {
    expect(String(cash())).toBe(lost.before);
    expect(await reconcile()).toMatch(/^3 Only the gateway has:/);
    expect((await listed()).map(([, line]) => line).sort()).toEqual([
      'payment 11.00 USD ada cards adopt or refund',
      'payment 13.00 USD - cards adopt or refund',
      'payment 2.50 USD ada cards adopt or refund',
      'payment 40.00 USD carol cards adopt',
      'payment 50.00 USD - cards refund (releases it)',
      'payment 7.00 USD - cards adopt or refund',
      'refund 4.00 USD ada cards adopt',
    ]);
  });

  it('says with --dry-run what would happen, and does nothing', async () => {
    const { credit = '', unknown = '' } = lost;
    expect(await carryOut('adopt', credit, '--credit', '--dry-run')).toBe(
      `0 Adopt the payment ${credit} of 11.00 USD at cards: it becomes credit of account ada, which its next invoices use.\n\nNothing has changed.`,
    );
    expect(await carryOut('adopt', unknown, '--account', 'ada', '--dry-run')).toContain(
      'it pays an external charge invoice of account ada, which is made for it.',
    );
    expect(await carryOut('refund', unknown, '--dry-run')).toContain('13.00 USD goes back to the customer');
    expect(await listed()).toHaveLength(7);
  });

  it('refuses what cannot be done, with the reason', async () => {
    const { unknown = '' } = lost;
    expect(await carryOut('adopt', unknown)).toBe(
      `1 cards ${unknown}: no account has its payment method. Name the account with --account, or refund the payment.`,
    );
    expect(await carryOut('refund', await idOf('refund 4.00'))).toMatch(/it is a refund\. Adopt it\.$/);
    expect(await carryOut('adopt', await idOf('payment 50.00'))).toMatch(
      /never captured\. Release it: npm run reconcile -- refund\.$/,
    );
    expect(await carryOut('adopt', 'pi_other')).toMatch(/^1 There is no operation/);
    expect(await carryOut('adopt', unknown, '--since', LATER, '--account', 'bob')).toMatch(/^1 There is no operation/);
    expect(await carryOut('adopt', unknown, '--since', 'yesterday')).toMatch(/^2 --since takes/);
  });

  it('adopts or refunds each once, however often it is asked', async () => {
    const { credit = '', fare = '', unknown = '' } = lost;
    const bobs = await idOf('payment 7.00');
    const todo: Parameters<typeof carryOut>[] = [
      ['adopt', credit, '--credit'],
      ['adopt', fare],
      ['adopt', await idOf('refund 4.00')],
      ['adopt', bobs, '--account', 'bob'],
      ['adopt', await idOf('payment 40.00')],
      ['refund', unknown],
      ['refund', await idOf('payment 50.00')],
    ];
    for (const args of todo) expect(await carryOut(...args)).toMatch(/^0 [\s\S]*Done\./);
    const after = [cash(), simulator.log().length];
    for (const args of todo) expect(await carryOut(...args)).toMatch(/^0 .*agree on it\.$/);
    expect([cash(), simulator.log().length]).toEqual(after);
  });

  it('records a payment that no open invoice asks for with an external charge invoice', async () => {
    expect(
      rows(
        'SELECT i.origin, i.type, i.state, i.total_in_cents AS total, i.balance_in_cents AS balance, t.action, t.status, ' +
          't.refundable FROM transactions t JOIN invoices i ON i.site_id = t.site_id AND i.uuid = t.invoice_id ' +
          `WHERE t.reference = '${lost.fare}'`,
      ),
    ).toEqual([
      {
        origin: 'external',
        type: 'charge',
        state: 'paid',
        total: 250,
        balance: 0,
        action: 'purchase',
        status: 'success',
        refundable: 1,
      },
    ]);
    const { status, text } = await tool(reconcileTool, 'adopt', 'demo', lost.fare ?? '', '--json');
    expect([status, JSON.parse(text)]).toMatchObject([0, { id: lost.fare, outcome: 'none' }]);
  });

  it('leaves books that agree with the gateway to the cent', async () => {
    expect(await reconcile()).toBe('0 The books of demo and its gateways agree.');
    // 9.00 − 4.00 + 11.00 + 2.50 (ada) + 7.00 (bob) + 40.00 (carol); 13.00 was refunded, 50.00 released.
    expect(cash()).toBe(6550);
    expect(moved('captured') - moved('refunded')).toBe(6550);
    // The cards of the demo site were given away.
    const given = 17_000;
    expect(rows('SELECT account, sum(amount) AS cents FROM ledger_entries GROUP BY account ORDER BY account')).toEqual([
      { account: 'cash', cents: 6550 },
      { account: 'credit', cents: -1100 },
      { account: 'gift_cards', cents: -given },
      { account: 'receivable', cents: 0 },
      { account: 'revenue', cents: -5450 },
      { account: 'write_off', cents: given },
    ]);
    expect(
      rows("SELECT action, count(*) AS entries FROM audit_log WHERE action LIKE 'reconciliation.%' GROUP BY action"),
    ).toEqual([
      { action: 'reconciliation.adopted', entries: 5 },
      { action: 'reconciliation.refund_requested', entries: 2 },
      { action: 'reconciliation.refunded', entries: 2 },
    ]);
  });

  it('charges no customer again: adopted credit pays the next purchase, and the past-due invoice is paid', async () => {
    await open(AFTERNOON);
    await service.dueWork();
    const before = moved('captured');
    const xml = await send('POST', '/v2/purchases', order('ada', 1100));
    expect(textOf(xml, 'charge_invoice', 'state')).toBe('paid');
    const bobs = await send('GET', '/v2/accounts/bob/invoices');
    expect(textOf(bobs?.children[0], 'state')).toBe('paid');
    const carols = await send('GET', '/v2/accounts/carol/invoices');
    expect(textOf(carols?.children[0], 'total_in_cents')).toBe('4000');
    expect(moved('captured')).toBe(before);
  });

  it('lists what only the books have', async () => {
    const writer = new DatabaseSync(file);
    writer.exec(`UPDATE transactions SET reference = 'pi_nowhere' WHERE reference = '${lost.credit}'`);
    writer.close();
    const text = (await reconcile()).replaceAll(/ {2,}/g, ' ');
    expect(text).toContain(`${lost.credit} payment 2026-11-20 13:00 UTC 11.00 USD ada cards adopt or refund`);
    expect(text).toMatch(
      /Only the books have[\s\S]+pi_nowhere payment 2026-11-20 13:00 UTC 11\.00 USD ada cards invoice \d+$/,
    );
  });
});
