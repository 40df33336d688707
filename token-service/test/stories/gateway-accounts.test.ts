import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { runTool } from '../../src/cli/tool.ts';
import { readConfig } from '../../src/config.ts';
import { openService } from '../../src/main.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { found, place } from '../disguises.ts';
import { fresh, textOf, within } from '../service.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

const [KEY, NEXT_KEY] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];
const CREDENTIAL = 'whsec-7f3a9c41d2';
const REPLACED = 'whsec-0b86e5f7aa';

/** An operator adds accounts while the service runs, and its payments follow at once. */
describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('gateway accounts, on %s', (_engine, watch) => {
  let watched: Watched;
  let shop: SubscriptionShop;
  const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
  const printed: string[] = [];
  beforeAll(async () => {
    watched = await watch({ SECRETS_KEY: KEY });
    shop = await openShop(watched.service, { currencies: ['USD', 'EUR'] });
  });
  afterAll(async () => {
    await watched?.close();
    rmSync(folder, { recursive: true });
  });

  const gateway = async (command: string, ...args: string[]) => {
    const outcome = await runTool(gatewayTool, [command, shop.site.subdomain, ...args], watched.env);
    printed.push(outcome.text);
    return outcome;
  };
  const credentials = (secret: string): string[] => {
    const path = join(folder, fresh('credentials'));
    writeFileSync(path, JSON.stringify({ notification_secret: secret }));
    return ['--credentials-file', path];
  };
  const done = async (...args: Parameters<typeof gateway>) => {
    const { status, text } = await gateway(...args);
    expect(status, text).toBe(0);
  };
  const buy = (account: string, { currency = 'USD', inner = '', info = '' } = {}) =>
    shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${account}</account_code>${info}</account><currency>${currency}</currency>` +
        `<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments>${inner}</purchase>`,
    );
  const card = (number: string, country = 'US') =>
    `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>${number}</number><month>12</month>` +
    `<year>2040</year><country>${country}</country></billing_info>`;
  /** The account that took the latest payment of an answer. */
  const takenBy = async (answer: Awaited<ReturnType<typeof buy>>) => {
    expect(answer.status, answer.text).toBe(200);
    const uuid = textOf(within(answer.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid') ?? '';
    return (await shop.records().transactions.find(uuid))?.gateway_code;
  };

  it('take payments from the next request on, by currency, brand, country and order, or by name', async () => {
    const earlier = await shop.account();
    expect(await takenBy(await buy(earlier))).toBe('test');
    await done('add', 'main', '--adapter', 'test', '--order', '5', ...credentials(CREDENTIAL));
    await done('add', 'europe', '--adapter', 'test', '--currencies', 'EUR', '--order', '1');
    await done('add', 'amex', '--adapter', 'test', '--brands', 'american-express', '--order', '1');
    await done('add', 'french', '--adapter', 'test', '--countries', 'FR', '--currencies', 'USD', '--order', '2');
    const visa = card('4111111111111111');
    expect(await takenBy(await buy(fresh('a'), { info: visa }))).toBe('main');
    expect(await takenBy(await buy(fresh('a'), { info: visa, currency: 'EUR' }))).toBe('europe');
    expect(await takenBy(await buy(fresh('a'), { info: card('378282246310005') }))).toBe('amex');
    expect(await takenBy(await buy(fresh('a'), { info: card('4111111111111111', 'FR') }))).toBe('french');
    const named = { info: visa, currency: 'EUR', inner: '<gateway_code>main</gateway_code>' };
    expect(await takenBy(await buy(fresh('a'), named))).toBe('main');
    const refused = await buy(fresh('a'), { info: visa, inner: '<gateway_code>test</gateway_code>' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('purchase.gateway_code');
  });

  it('keep the payment methods they store: another first account changes nothing for those', async () => {
    const account = await shop.account();
    expect(await takenBy(await buy(account))).toBe('main');
    await done('add', 'newer', '--adapter', 'test', '--order', '1');
    await done('change', 'main', '--order', '9', ...credentials(REPLACED));
    expect(await takenBy(await buy(account))).toBe('main');
    expect(await takenBy(await buy(await shop.account()))).toBe('newer');

    const uuid = await shop.subscribe(account, await shop.plan());
    const refused = await gateway('remove', 'main');
    expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('payment methods') });
    await done('change', 'newer', '--active', 'off');
    expect((await buy(fresh('a'), { info: card('4111111111111111') })).status).toBe(200);
    expect(await shop.show(uuid, 'state')).toEqual(['active']);
  });

  it('are removed once nothing needs them, and then unknown to requests', async () => {
    await done('add', 'brief', '--adapter', 'test');
    const named = { info: card('4111111111111111'), inner: '<gateway_code>brief</gateway_code>' };
    const account = fresh('brief');
    expect(await takenBy(await buy(account, named))).toBe('brief');
    expect((await gateway('remove', 'brief')).status).toBe(1);
    expect((await shop.api('DELETE', `/v2/accounts/${account}/billing_info`)).status).toBe(204);
    await done('remove', 'brief');
    expect((await buy(fresh('a'), named)).text).toContain('purchase.gateway_code');
  });

  it('keep what a challenged payment is confirmed with, for the customer’s browser only', async () => {
    const account = fresh('challenged');
    const declined = await buy(account, { info: card('4000000000003097') });
    expect(declined.status).toBe(422);
    expect(declined.text).toContain('three_d_secure_action_required');
    const uuid = textOf(within(declined.xml, 'transaction'), 'uuid') ?? '';
    const token = (await shop.records().transactions.find(uuid))?.action_token ?? '';
    expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
    const action = await shop.records().paymentActions.find(token);
    expect(action).toMatchObject({ transaction_uuid: uuid, gateway_action: expect.stringMatching(/^test-action-/) });
    const tables = await watched.tables();
    const holding = (secret: string): string[] =>
      [...tables, place('answer', declined.text), place('log', watched.service.logged.join(''))]
        .filter(({ bytes }) => bytes.includes(secret))
        .map(({ name }) => name)
        .sort();
    expect(holding(token)).toEqual(['table transactions']);
    expect(holding(action?.gateway_action ?? '')).toEqual(['table gateway_log', 'table payment_actions']);
  });

  it('leave their credentials in no table, file, log, message or answer', async () => {
    const failing = join(folder, 'failing');
    writeFileSync(failing, `{"notification_secret": "${CREDENTIAL}", "${REPLACED}": "x"}`);
    expect((await gateway('add', 'x', '--adapter', 'test', '--credentials-file', failing)).status).toBe(1);
    await gateway('list');
    await gateway('test', 'main');
    const places = [
      ...(await watched.tables()),
      ...watched.files(),
      place('log', watched.service.logged.join('')),
      place('command line', printed.join('\n')),
      place('gateway calls', JSON.stringify(watched.service.gatewayCalls)),
    ];
    const accounts = places.find(({ name }) => name === 'table gateway_accounts');
    expect(accounts?.bytes.toString()).toContain('main');
    for (const secret of [CREDENTIAL, REPLACED, KEY]) expect(found(secret, places)).toEqual([]);
    const audit = places.find(({ name }) => name === 'table audit_log')?.bytes.toString();
    expect(audit).toContain('gateway_account.added');
    expect(audit).toContain('gateway_account.removed');
  });

  it('do not stop another process without their key: its log and /health name them, and the rest works', async () => {
    const start = async (env: Readonly<Record<string, string>>) => {
      const { SECRETS_KEY: _, ...database } = watched.env;
      const config = readConfig({ PORT: '0', BROWSER_PORT: '0', CONSOLE_PORT: '0', ...database, ...env });
      const lines: string[] = [];
      const logTo = { write: (line: string) => void lines.push(line) };
      const { clock } = watched.service;
      const service = await openService(config, { world: openWorld(clock), serverTime: clock.now, logTo });
      try {
        const health = await fetch(`${service.api?.url}/health`);
        return { health: await health.json(), status: health.status, log: lines.join('') };
      } finally {
        await service.close();
      }
    };
    for (const keys of [{}, { SECRETS_KEY: NEXT_KEY }]) {
      const { health, status, log } = await start(keys);
      expect([status, health]).toMatchObject([200, { status: 'degraded', degraded: ['gateway_accounts'] }]);
      expect(log).toContain('the secrets of a gateway account cannot be decrypted: it is not used');
      expect(log).toMatch(/npm run gateway -- change other-\w+ \w+ --credentials-file/);
    }
    const { health } = await start({ SECRETS_KEY: NEXT_KEY, SECRETS_KEY_PREVIOUS: KEY });
    expect(health).toMatchObject({ status: 'ok' });
  });
});
