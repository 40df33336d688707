import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '@service/gateway-simulator/src/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import type { Tool } from '../../src/cli/command.ts';
import { disputeTool } from '../../src/cli/dispute.ts';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { siteTool } from '../../src/cli/site.ts';
import { runTool } from '../../src/cli/tool.ts';
import { parse } from '../../src/documents/xml/codec/parse.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { found, place } from '../disguises.ts';
import { type ApiResponse, textOf, within } from '../service.ts';
import { SECRETS } from './stripe-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

const RECIPE = readFileSync(new URL('../../../docs/recipes/take-real-payments.md', import.meta.url), 'utf8');
/** Everything that the recipe says to run, save or send, in its order. */
const STEPS = [...RECIPE.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind = '', text = '']) => ({ kind, text }));
const TOOLS: Readonly<Record<string, Tool>> = { site: siteTool, gateway: gatewayTool, dispute: disputeTool };

/** Returns the text of the step, the next of those left, that contains `marker`; the steps before it have been done. */
const stepsInOrder = () => {
  const left = [...STEPS];
  return {
    take(marker: string): string {
      const { text } = left.shift() ?? { text: '' };
      expect(text).toContain(marker);
      return text;
    },
    left,
  };
};

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

  const steps = stepsInOrder();
  /** The variables that the recipe exports. */
  const variables: Record<string, string> = {};
  const exported = (values: Readonly<Record<string, string | undefined>>) => {
    const text = steps.take('export');
    for (const [name, value] of Object.entries(values)) {
      expect(text).toContain(`${name}=`);
      expect(value, name).toBeTruthy();
      variables[name] = value ?? '';
    }
  };
  let [credentials, cardSale] = ['', ''];

  /** The words of a command as a shell reads them, with the addresses and files of this test. */
  const words = (command: string): string[] =>
    (command.replaceAll(/\\\n/g, ' ').match(/'[^']*'|"(?:\\.|[^"\\])*"|\S+/g) ?? []).map((word) => {
      const text = word.startsWith("'")
        ? word.slice(1, -1)
        : word
            .replace(/^"([\s\S]*)"$/, '$1')
            .replaceAll('\\"', '"')
            .replaceAll(/\$([A-Z_]+)/g, (_, name: string) => variables[name] ?? expect.unreachable(`no ${name}`));
      return text
        .replace('http://localhost:3000', watched.service.apiUrl)
        .replace('http://localhost:3001', watched.service.browserUrl)
        .replace('http://127.0.0.1:12111', simulator?.url ?? '')
        .replace('stripe.json', join(folder, 'stripe.json'));
    });

  /** Runs the `npm run` commands of a step; those that wait let the service of the test work. */
  const run = async (step: string): Promise<string> => {
    const { clock } = watched.service;
    const world = { ...openWorld(clock), pause: () => watched.service.dueWork() };
    let last = '';
    for (const command of step.trim().split(/\n(?=npm )/)) {
      const [npm, verb, tool = '', dashes, ...args] = words(command);
      expect([npm, verb, dashes], command).toEqual(['npm', 'run', '--']);
      const outside = { world: () => world, open: openStorage, say: (line: string) => void printed.push(line) };
      const { status, text } = await runTool(TOOLS[tool] as Tool, args, watched.env, outside);
      expect(status, `${command}\n${text}`).toBe(0);
      printed.push(text);
      last += text;
    }
    return last;
  };

  /** Sends the request of a `curl` command. */
  const curl = async (step: string, status = 200): Promise<ApiResponse> => {
    const [name, ...args] = words(step.trim());
    expect(name).toBe('curl');
    const headers = new Headers();
    const data: string[] = [];
    let [method, url] = ['', ''];
    for (let at = 0; at < args.length; at += 1) {
      const option = args[at] ?? '';
      const value = () => args[++at] ?? '';
      if (option === '-X') method = value();
      else if (option === '-d') data.push(value());
      else if (option === '-u') headers.set('Authorization', `Basic ${Buffer.from(value()).toString('base64')}`);
      else if (option === '-H') headers.append(...(value().split(': ') as [string, string]));
      else url = option;
    }
    const body = data.join('&');
    if (body && !headers.has('Content-Type')) headers.set('Content-Type', 'application/x-www-form-urlencoded');
    const answer = await answered(
      await fetch(url, { method: method || (body ? 'POST' : 'GET'), headers, ...(body && { body }) }),
    );
    expect(answer.status, `${step}\n${answer.text}`).toBe(status);
    return answer;
  };

  const answered = async (response: Response): Promise<ApiResponse> => {
    const text = await response.text();
    const xml = text.startsWith('<') ? parse(Buffer.from(text)) : undefined;
    const answer = { status: response.status, headers: response.headers, text, xml };
    answers.push(answer);
    return answer;
  };

  const ask = async (method: string, path: string, body?: string): Promise<ApiResponse> =>
    answered(
      await fetch(new URL(path, watched.service.apiUrl), {
        method,
        headers: {
          Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
          Accept: 'application/xml',
          'X-Api-Version': '2.29',
          ...(body === undefined ? {} : { 'Content-Type': 'application/xml' }),
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
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
    (/<purchase>[\s\S]*<\/purchase>/.exec(cardSale)?.[0] ?? '')
      .replace('4242424242424242', number)
      .replace('>grace<', `>${account}<`);
  const payment = (answer: ApiResponse) => within(answer.xml, 'charge_invoice', 'transactions', 'transaction');
  const keysIn = (text: string) => text.match(/\b\w{32,}\b/g) ?? [];
  let [plan, tokenCall, tokenSale] = ['', '', ''];

  it('starts a simulator and a service, and adds a site with its account', async () => {
    const start = steps.take('npm start');
    expect(start).toContain('export SECRETS_KEY=');
    const [, options = ''] = /gateway-simulator -- ([\s\S]*?) > /.exec(start) ?? [];
    const option = (name: string) => words(options)[words(options).indexOf(name) + 1] ?? '';
    expect(option('--port')).toBe('12111');
    simulator = await startSimulator({
      clock: 'manual',
      start: watched.service.clock.now(),
      webhooks: [{ url: option('--webhook'), secret: option('--webhook-secret') }],
    });
    expect((await curl(steps.take('/health'))).text).toContain('"status":"ok"');
    const [PRIVATE_KEY, PUBLIC_KEY] = keysIn(await run(steps.take('npm run site')));
    exported({ PRIVATE_KEY, PUBLIC_KEY });
    key = PRIVATE_KEY ?? '';
    credentials = steps.take('secret_key');
    writeFileSync(join(folder, 'stripe.json'), credentials);
    expect(await run(steps.take('npm run gateway'))).toMatch(/The provider accepts the credentials of cards\.$/);
  });

  it('sells with a token, and with a card', async () => {
    plan = steps.take('/v2/plans');
    await curl(plan, 201);
    tokenCall = steps.take('/js/v1/token');
    exported({ TOKEN: JSON.parse((await curl(tokenCall)).text).id });
    tokenSale = steps.take('/v2/purchases');
    const sold = await curl(tokenSale);
    expect(['status', 'test', 'gateway_type'].map((name) => textOf(payment(sold), name))).toEqual([
      'success',
      'true',
      'stripe',
    ]);
    variables.FIRST = textOf(sold.xml, 'charge_invoice', 'invoice_number') ?? '';
    cardSale = steps.take('<number>');
    await curl(cardSale);
    expect(moved()).toEqual(['captured 3000', 'captured 3000']);
    for (const number of ['4000000000000002', '4000002500003155']) expect(RECIPE).toContain(`\`${number}\``);
    expect((await ask('POST', '/v2/purchases', withCard('4000000000000002', 'edsger'))).status).toBe(422);
  });

  it('authorizes, captures and refunds', async () => {
    const before = moved().length;
    const authorized = await curl(steps.take('/v2/purchases/authorize'));
    exported({ TRANSACTION: textOf(payment(authorized), 'uuid') });
    await curl(steps.take('/capture'));
    exported({ INVOICE: variables.FIRST });
    await curl(steps.take('/refund'), 201);
    expect(moved().slice(before)).toEqual(['authorized 900', 'captured 900', 'refunded 1000']);
  });

  it('receives a dispute that the simulator opens and decides', async () => {
    const log = JSON.parse((await curl(steps.take('/simulator/log'))).text) as {
      data: readonly { readonly kind: string; readonly charge: string }[];
    };
    exported({ CHARGE: log.data.filter(({ kind }) => kind === 'captured').at(1)?.charge });
    await curl(steps.take('"dispute'));
    await simulator.advance(0);
    await watched.service.dueWork();
    const list = steps.take('npm run dispute');
    exported({ DISPUTE: /\bdu_\w+/.exec(await run(list))?.[0] });
    await curl(steps.take('dispute_lost'));
    await simulator.advance(0);
    await watched.service.dueWork();
    expect(await run(list)).toMatch(/\nlost .* du_\w+$/m);
  });

  it('renews on a sandbox site whose clock moves', async () => {
    const [PRIVATE_KEY, PUBLIC_KEY] = keysIn(await run(steps.take('--mode sandbox')));
    rmSync(join(folder, 'stripe.json'));
    exported({ PRIVATE_KEY, PUBLIC_KEY });
    await curl(plan, 201);
    variables.TOKEN = JSON.parse((await curl(tokenCall)).text).id;
    await curl(tokenSale);
    const before = moved().length;
    await run(steps.take('travel trial --by 32d'));
    const invoices = (await curl(steps.take('/invoices'))).xml?.children ?? [];
    expect(invoices.map((one) => textOf(one, 'origin')).sort()).toEqual(['purchase', 'renewal']);
    expect(moved().slice(before)).toEqual(['captured 3000']);
    expect(steps.left).toEqual([]);
  });

  it('receives a dispute of a card, and is told of it in one mail', async () => {
    await run('npm run site -- change shop --technical-contact ops@shop.example');
    const sold = await ask('POST', '/v2/purchases', withCard('4000000000000259', 'hedy'));
    expect(sold.status, sold.text).toBe(200);
    await simulator.advance(60_000);
    await watched.service.dueWork();
    const uuid = textOf(within(sold.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid') ?? '';
    const shown = (await ask('GET', `/v2/transactions/${uuid}`)).xml;
    expect(textOf(shown, 'message')).toBe('Disputed by the customer (fraudulent)');
    expect(textOf(shown, 'refundable')).toBe('false');
    const { sites, storage } = watched.service.service.opened;
    const site = await sites.find('shop');
    const mail = await storage.of(site?.id ?? '').outbox.list({}, 200);
    expect(
      mail
        .filter(({ payload }) => 'account_code' in payload && payload.account_code === 'hedy')
        .map(({ kind }) => kind),
    ).toEqual(['dispute_opened']);
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

  it('renews after a month of the machine', async () => {
    const before = await invoicesOf('ada');
    await later(32);
    expect((await invoicesOf('ada')).slice(before.length)).toEqual(['renewal paid 3000']);
  });

  it('keeps card numbers and credentials out of every table, file, log, answer and message', async () => {
    const { secret_key, webhook_secret } = JSON.parse(credentials || '{}') as Record<string, string>;
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
