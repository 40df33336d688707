import { LATEST } from '@service/billing/resources/version.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { signedIn } from '../account-pages/customer.ts';
import { demoOwner, WITH_CONSOLE } from '../console/browser.ts';
import { found, foundAlone, type Place, place } from '../disguises.ts';
import { fresh, type TestService, textOf, within } from '../service.ts';
import { hook, WITH_SECRETS } from '../webhooks/hooked.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

/** An account by its scheme, with the numbers that are never kept. No counter in these tests reaches one of them. */
interface Account {
  readonly currency: string;
  /** Fields of billing info. */
  readonly fields: Readonly<Record<string, string>>;
  readonly numbers: readonly string[];
}

const debit = (currency: string, fields: Account['fields'], ...numbers: string[]): Account => ({
  currency,
  fields: { name_on_account: 'Ada Lovelace', country: 'DE', ...fields },
  numbers: numbers.map((number) => number.replaceAll(/[ -]/g, '')),
});

const us = (account_number: string) =>
  debit(
    'USD',
    {
      country: 'US',
      routing_number: '123456780',
      account_number,
      account_number_confirmation: account_number,
      account_type: 'checking',
    },
    account_number,
  );
const bacs = (account_number: string, sort_code = '20-17-93') =>
  debit(
    'GBP',
    { type: 'bacs', sort_code, account_number, account_number_confirmation: account_number },
    account_number,
    sort_code,
  );
const becs = (account_number: string, bsb_code = '062-917') =>
  debit(
    'AUD',
    { type: 'becs', bsb_code, account_number, account_number_confirmation: account_number },
    account_number,
    bsb_code,
  );
const sepa = (iban: string) => debit('EUR', { iban }, iban);

/** Accounts that pay, and accounts whose bank returns the debit. */
const RIGHT = [
  us('918273645546372'),
  sepa('DE89 3704 0044 0532 0130 00'),
  sepa('FR14 2004 1010 0505 0001 3M02 606'),
  sepa('DE62370400440532013001'),
  bacs('55779911'),
  bacs('11111112'),
  becs('715938264'),
  becs('111111112'),
];

/** One account of each scheme, most of which return the debit: what is shown of them differs by scheme alone. */
const SHOWN = [RIGHT[0], RIGHT[3], RIGHT[5], RIGHT[7]].filter((one) => one !== undefined);

/** Accounts that are refused for their number. */
const WRONG = [
  sepa('DE88370400440532013000'),
  sepa('BR1500000000000010932840814P2'),
  us('91'),
  bacs('5577991', '20-17-9'),
  becs('7159', '062-9170'),
];

/** Written to a text that is stored. */
const PLANTED = 'NL91ABNA0417164300';
const TOKEN = 'test-token-mastercard-918273';
const TAX_ID = '52998224725';
const NAMES = '<first_name>Ada</first_name><last_name>Lovelace</last_name>';

const xml = (fields: Account['fields']): string =>
  Object.entries(fields)
    .filter(([name]) => name !== 'account_number_confirmation')
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('the numbers of bank accounts, on %s', (_, watch) => {
  let watched: Watched;
  let receiver: Receiver;
  const service = (): TestService => watched.service;
  const answers: Place[] = [];

  beforeAll(async () => {
    receiver = await openReceiver();
    watched = await watch({ ...WITH_SECRETS, ...WITH_CONSOLE });
    await hook(service(), receiver.url);
    await service().changeDemoSite({
      attempts_per_card: null,
      currencies: ['USD', 'EUR', 'GBP', 'AUD'],
      bank_debits: ['bank_account', 'sepa', 'bacs', 'becs'],
    });
  });
  afterAll(async () => {
    await watched?.close();
    await receiver?.close();
  });

  const ask = async (method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await service().api(method, path, body, { 'X-Api-Version': LATEST, ...headers });
    answers.push(place(`${method} ${path}`, JSON.stringify([...answer.headers]) + answer.text));
    return answer;
  };
  const tokenOf = async (fields: Account['fields']) => {
    const response = await fetch(new URL('/js/v1/tokens', service().browserUrl), {
      method: 'POST',
      body: new URLSearchParams({ key: DEMO_KEYS.public, version: '0.1.0', ...fields }),
    });
    const text = await response.text();
    answers.push(place('POST /js/v1/tokens', JSON.stringify([...response.headers]) + text));
    return (JSON.parse(text) as { readonly id?: string }).id;
  };
  const buy = (code: string, currency: string, info: string, headers = {}) =>
    ask(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code><email>ada@example.com</email><billing_info>${info}</billing_info></account><currency>${currency}</currency><adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents></adjustment></adjustments></purchase>`,
      headers,
    );

  /** Everything that the service has said, and in `stored`, everything that it has kept. */
  const said = async (): Promise<readonly Place[]> => {
    await service().dueWork();
    await service().service.mail?.idle();
    await service().service.webhooks?.idle();
    return [
      ...answers,
      place('log', service().logged.join('')),
      place('gateway log', JSON.stringify(service().gatewayCalls)),
      place('webhooks', receiver.received.map(({ body }) => body).join('')),
    ];
  };
  const stored = async (): Promise<readonly Place[]> => [...(await watched.tables()), ...watched.files()];

  /** Short numbers occur within ids and in files by chance: they are searched where they stand alone. */
  const leaksIn = (places: readonly Place[]): string[] =>
    [...RIGHT, ...WRONG]
      .flatMap(({ numbers }) => numbers)
      .flatMap((number) =>
        number.length > 8
          ? found(number, places)
          : number.length > 4
            ? foundAlone(
                number,
                places.filter(({ name }) => !name.startsWith('billing.sqlite')),
              )
            : [],
      );
  const expectNoLeak = async () => {
    const [all, kept] = [await said(), await stored()];
    expect(leaksIn([...all, ...kept])).toEqual([]);
    expect(found(TAX_ID, [...all, ...kept])).toEqual([]);
    // The gateway is asked for what it holds by its own token.
    const others = all.filter(({ name }) => name !== 'gateway log');
    expect(others.filter(({ bytes }) => bytes.includes(TOKEN)).map(({ name }) => name)).toEqual([]);
    const logs = all.filter(({ name }) => name === 'log' || name === 'webhooks');
    expect(foundAlone('123456780', logs)).toEqual([]);
  };

  it('are found where one was planted', async () => {
    const account = `<account><account_code>${fresh('planted')}</account_code><company_name>${PLANTED}</company_name></account>`;
    expect((await service().api('POST', '/v2/accounts', account)).status).toBe(201);
    expect(found(PLANTED, await stored()).map((one) => one.split(':')[0])).toContain('table accounts');
    expect(found(PLANTED, [place('log', service().logged.join(''))])).toEqual([]);
  });

  it('are neither stored nor said by tokens, billing info, wallets and purchases', { timeout: 120_000 }, async () => {
    for (const { currency, fields } of RIGHT) {
      const headers = { 'Idempotency-Key': fresh('once') };
      const code = fresh('debited');
      const first = await buy(code, currency, xml(fields), headers);
      expect(first.status, first.text).toBe(200);
      const { country, name_on_account, ...numbers } = fields;
      const holder = { name_on_account: name_on_account ?? '', country: country ?? '' };
      expect((await buy(code, currency, xml({ ...holder, ...numbers }), headers)).status).toBe(200);
      const info = `<billing_info>${xml(fields)}</billing_info>`;
      expect((await ask('PUT', `/v2/accounts/${code}/billing_info`, info)).status).toBe(200);
      expect((await ask('POST', `/v2/accounts/${code}/billing_infos`, info)).status).toBe(201);
      const token = await tokenOf(fields);
      expect(token).toBeDefined();
      expect((await buy(fresh('by-token'), currency, `<token_id>${token}</token_id>`)).status).toBe(200);
    }
    await expectNoLeak();
  });

  it('are not repeated by what refuses them, in their own fields or in others', { timeout: 120_000 }, async () => {
    for (const { currency, fields } of [...WRONG, ...RIGHT]) {
      const inner = xml(fields);
      const broken = [
        inner.replace(/<country>..<\/country>/, '<country>XX</country>'),
        inner.replace(/<name_on_account>.*?<\/name_on_account>/, ''),
        `${inner}<number>4111111111111111</number>`,
        `${inner}<pin>1</pin>`,
        `${inner}<token_id>x</token_id>`,
        `${inner}<`,
        `${inner}<type>paypal</type>`,
        inner.replaceAll(/<(iban|account_number|sort_code|bsb_code)>(.*?)<\/\1>/g, '<$1><x>$2</x></$1>'),
        inner.replaceAll(/<(iban|account_number|sort_code|bsb_code)>(.*?)<\/\1>/g, '<$1 n="$2">$2x</$1>'),
        ...Object.entries(fields)
          .filter(([name]) => /iban|number|code/.test(name))
          .map(([, number]) => `<account_type>${number}</account_type><month>${number}</month><year>${number}</year>`),
      ];
      for (const info of broken)
        expect((await buy(fresh('refused'), currency, info)).status, info).toBeGreaterThan(399);
      const [other = ''] = ['USD', 'EUR'].filter((one) => one !== currency);
      expect((await buy(fresh('refused'), other, inner)).status).toBe(422);
      await tokenOf({ ...fields, name_on_account: '' });
      await tokenOf({ ...fields, account_number_confirmation: '1', country: 'XX' });
    }
    for (const { currency, fields } of WRONG) {
      expect(await tokenOf(fields)).toBeUndefined();
      expect((await buy(fresh('refused'), currency, xml(fields))).status).toBe(422);
    }
    await expectNoLeak();
  });

  it('are not said when the process fails during the call', async () => {
    service().whileAsked(async () => {
      throw new Error('The network is gone.');
    });
    for (const { currency, fields } of RIGHT) {
      expect((await buy(fresh('failed'), currency, xml(fields))).status).toBe(500);
      const token = await tokenOf(fields);
      expect((await buy(fresh('failed'), currency, `<token_id>${token}</token_id>`)).status).toBe(500);
    }
    service().whileAsked(async () => {});
    expect(service().logged.join('')).toContain('The network is gone.');
    await expectNoLeak();
  });

  it('are not said by gateway tokens and tax identifiers, which are shown masked or refused', async () => {
    const named = (more: string) =>
      `${NAMES}<gateway_code>test</gateway_code><gateway_token>${TOKEN}</gateway_token>${more}`;
    const bought = await buy(fresh('imported'), 'USD', named(''));
    expect(bought.status, bought.text).toBe(200);
    for (const more of ['<number>4111111111111111</number>', '<country>XX</country>', '<pin>1</pin>', '<'])
      expect((await buy(fresh('refused'), 'USD', named(more))).status).toBeGreaterThan(399);
    for (const info of [
      `<tax_identifier>${TAX_ID}</tax_identifier>`,
      `<tax_identifier_type>${TAX_ID}</tax_identifier_type>`,
    ])
      expect((await buy(fresh('refused'), 'USD', xml(RIGHT[0]?.fields ?? {}) + info)).status).toBe(400);
    await expectNoLeak();
  });

  it('are on no page, in no export and in no mail, also after debits were returned', { timeout: 120_000 }, async () => {
    const codes: string[] = [];
    for (const { currency, fields } of SHOWN) {
      const code = fresh('shown');
      codes.push(code);
      expect((await buy(code, currency, xml(fields))).status).toBe(200);
    }
    const advance = `<clock><advance_in_seconds>${5 * 86_400}</advance_in_seconds></clock>`;
    expect([200, 202]).toContain((await ask('PUT', '/v2/sandbox/clock', advance)).status);
    await said();
    for (const code of codes) {
      for (const list of [
        '',
        '/billing_info',
        '/billing_infos',
        '/invoices',
        '/transactions',
        '/adjustments',
        '/notes',
      ])
        await ask('GET', `/v2/accounts/${code}${list}`);
      await ask('GET', `/v2/sandbox/mailboxes/${code}`);
    }
    const owner = await demoOwner(service());
    const pages = await crawled(
      [...codes.map((code) => `/customers/${code}`), '/reports', '/payments', '/webhooks'],
      owner.get,
    );
    expect(pages.map(({ name }) => name).filter((name) => name.startsWith('/customers/')).length).toBeGreaterThan(
      codes.length,
    );
    for (const code of codes) {
      const customer = await signedIn(service(), code);
      pages.push(...(await crawled(['/account'], (path) => customer.get(path), 8)));
    }
    expect(pages.length).toBeGreaterThan(60);
    expect(leaksIn(pages)).toEqual([]);
    expect(pages.filter(({ bytes }) => bytes.includes(TOKEN)).map(({ name }) => name)).toEqual([]);
    await expectNoLeak();
    const { xml: shown } = await ask('GET', `/v2/accounts/${codes[1]}/billing_info`);
    expect([textOf(shown, 'last_two'), within(shown, 'iban')]).toEqual(['01', undefined]);
  });
});

/** Opens pages, and those that they lead to on the same origin, with the files among them. */
const crawled = async (
  from: readonly string[],
  get: (path: string) => Promise<{ readonly status: number; readonly html: string }>,
  most = 70,
): Promise<Place[]> => {
  const [left, seen] = [[...from], new Set(from)];
  const pages: Place[] = [];
  for (let path = left.shift(); path !== undefined && pages.length < most; path = left.shift()) {
    const { html, status } = await get(path);
    expect(status, path).toBeLessThan(500);
    pages.push(place(path, path + html));
    for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)/g)) {
      const next = href.replaceAll('&amp;', '&');
      if (/\.(css|js|svg|png|woff2|ico)$|sign-out/.test(next) || seen.has(next)) continue;
      seen.add(next);
      left.push(next);
    }
  }
  return pages;
};
