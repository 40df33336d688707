import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '@service/gateway-simulator/src/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { siteTool } from '../../src/cli/site.ts';
import { runTool, type Tool } from '../../src/cli/tool.ts';
import { found, place } from '../disguises.ts';
import { type ApiResponse, textOf, within } from '../service.ts';
import { SECRETS } from './stripe-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

const RECIPE = readFileSync(new URL('../../../docs/recipes/take-real-payments.md', import.meta.url), 'utf8');
/** Everything that the recipe says to run, save or send, in its order. */
const STEPS = [...RECIPE.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind = '', text = '']) => ({ kind, text }));
const TOOLS: Readonly<Record<string, Tool>> = { site: siteTool, gateway: gatewayTool };

/** Does what docs/recipes/take-real-payments.md says, and then what happens to a shop in its first weeks. */
describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('a production site that follows the recipe, on %s', (_engine, watch) => {
  let watched: Watched;
  let simulator: Simulator;
  let key = '';
  const printed: string[] = [];
  const answers: ApiResponse[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'real-payments-'));
  beforeAll(async () => {
    watched = await watch(SECRETS);
  });
  afterAll(async () => {
    await simulator?.stop();
    await watched?.close();
    rmSync(folder, { recursive: true });
  });

  const [simulated, created, credentials, added, plan, purchase, refund] = STEPS;

  /** The words of a command, with the addresses and files of this test. */
  const words = (command: string): string[] =>
    (command.replaceAll(/\\\n/g, ' ').match(/"[^"]*"|\S+/g) ?? []).map((word) =>
      word
        .replace(/^"(.*)"$/, '$1')
        .replace('http://localhost:3000', watched.service.apiUrl)
        .replace('http://127.0.0.1:12111', simulator?.url ?? '')
        .replace('stripe.json', join(folder, 'stripe.json')),
    );

  /** Runs the commands of a block. */
  const run = async (block: { readonly text: string } | undefined): Promise<string> => {
    let last = '';
    for (const command of (block?.text ?? '').trim().split(/\n(?=npm )/)) {
      const [npm, verb, tool = '', dashes, ...args] = words(command);
      expect([npm, verb, dashes], command).toEqual(['npm', 'run', '--']);
      const { status, text } = await runTool(TOOLS[tool] as Tool, args, watched.env);
      expect(status, `${command}\n${text}`).toBe(0);
      printed.push(text);
      last = text;
    }
    return last;
  };

  const ask = async (method: string, path: string, body?: string): Promise<ApiResponse> => {
    const response = await fetch(new URL(path, watched.service.apiUrl), {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
        Accept: 'application/xml',
        'X-Api-Version': '2.22',
        ...(body === undefined ? {} : { 'Content-Type': 'application/xml' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const { parse } = await import('../../src/xml/codec/parse.ts');
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      xml: text ? parse(Buffer.from(text)) : undefined,
    };
    answers.push(answer);
    return answer;
  };
  const moved = () => simulator.log().map(({ kind, amount }) => `${kind} ${amount}`);
  const later = async (days: number) => {
    watched.service.clock.advance({ days });
    await simulator.advance(days * 86_400_000);
    await watched.service.dueWork();
  };
  const invoicesOf = async (account: string) =>
    ((await ask('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc`)).xml?.children ?? []).map((one) =>
      ['origin', 'state', 'total_in_cents'].map((name) => textOf(one, name)).join(' '),
    );
  const withCard = (number: string, account: string) =>
    (purchase?.text ?? '').replace('4242424242424242', number).replace('>ada<', `>${account}<`);

  it('sells with a card', async () => {
    const [, , , , ...options] = words(simulated?.text ?? '');
    const option = (name: string) => options[options.indexOf(name) + 1] ?? '';
    expect(option('--port')).toBe('12111');
    simulator = await startSimulator({
      clock: 'manual',
      start: watched.service.clock.now(),
      webhooks: [{ url: option('--webhook'), secret: option('--webhook-secret') }],
    });
    key = /\b\w{32,}\b/.exec(await run(created))?.[0] ?? '';
    writeFileSync(join(folder, 'stripe.json'), credentials?.text ?? '');
    expect(await run(added)).toBe('The provider accepts the credentials of cards.');
    rmSync(join(folder, 'stripe.json'));

    expect((await ask('POST', '/v2/plans', plan?.text)).status).toBe(201);
    const sold = await ask('POST', '/v2/purchases', purchase?.text);
    expect(sold.status, sold.text).toBe(200);
    const payment = within(sold.xml, 'charge_invoice', 'transactions', 'transaction');
    expect(['status', 'test', 'gateway_type'].map((name) => textOf(payment, name))).toEqual([
      'success',
      'true',
      'stripe',
    ]);
    expect(moved()).toEqual(['captured 3000']);
  });

  it('is told of a dispute and of how it ends', async () => {
    const sold = await ask('POST', '/v2/purchases', withCard('4000000000000259', 'grace'));
    expect(sold.status, sold.text).toBe(200);
    await simulator.advance(60_000);
    await watched.service.dueWork();
    const uuid = textOf(within(sold.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid') ?? '';
    const shown = (await ask('GET', `/v2/transactions/${uuid}`)).xml;
    expect(textOf(shown, 'message')).toBe('Disputed by the customer (fraudulent)');
    expect(textOf(shown, 'refundable')).toBe('false');
  });

  it('is told when a bank debit settles', async () => {
    const bank =
      '<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><routing_number>110000000</routing_number>' +
      '<account_number>000123456789</account_number><account_type>checking</account_type>' +
      '<name_on_account>Ada Lovelace</name_on_account><country>US</country></billing_info>';
    const body = withCard('', 'hopper').replace(/<billing_info>[\s\S]*<\/billing_info>/, bank);
    const sold = await ask('POST', '/v2/purchases', body);
    expect(sold.status, sold.text).toBe(200);
    expect(await invoicesOf('hopper')).toEqual(['purchase processing 3000']);
    await simulator.advance(5 * 60_000);
    await watched.service.dueWork();
    expect(await invoicesOf('hopper')).toEqual(['purchase paid 3000']);
  });

  it('asks the customer where the bank insists', async () => {
    const refused = await ask('POST', '/v2/purchases', withCard('4000002500003155', 'edith'));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('three_d_secure_action_required');
    expect(textOf(within(refused.xml, 'transaction_error'), 'three_d_secure_action_token_id')).toMatch(/^\w{22,}$/);
  });

  it('renews and refunds', async () => {
    await later(32);
    expect(await invoicesOf('ada')).toEqual(['purchase paid 3000', 'renewal paid 3000']);
    const latest = (await ask('GET', '/v2/accounts/ada/invoices?sort=created_at&order=desc')).xml?.children[0];
    const before = moved().length;
    const back = await ask('POST', `/v2/invoices/${textOf(latest, 'invoice_number')}/refund`, refund?.text);
    expect(back.status, back.text).toBe(201);
    expect(moved().slice(before)).toEqual(['refunded 1000']);
  });

  it('keeps card numbers and credentials out of every table, file, log, answer and message', async () => {
    const { secret_key, webhook_secret } = JSON.parse(credentials?.text ?? '{}') as Record<string, string>;
    const places = [
      ...(await watched.tables()),
      ...watched.files(),
      place('log', watched.service.logged.join('')),
      place('command line', printed.join('\n')),
      place('answers', answers.map(({ text }) => text).join('\n')),
      place('money log', JSON.stringify(simulator.log())),
    ];
    expect(places.some(({ bytes }) => bytes.includes('pi_'))).toBe(true);
    const secrets = ['4242424242424242', '4000000000000259', '4000002500003155', '000123456789'];
    for (const secret of [...secrets, secret_key ?? '-', webhook_secret ?? '-'])
      expect(found(secret, places)).toEqual([]);
  });
});
