import type { Site } from '@service/billing/resources/site.ts';
import { expect } from 'vitest';
import type { ApiResponse, TestService } from '../service.ts';
import { fresh, textOf } from '../service.ts';

/** A site of its own, which sells subscriptions without tax and whose clock the test moves. */
export interface SubscriptionShop {
  readonly site: Site;
  readonly api: TestService['api'];
  /** Returns the PDF of an invoice by its number. */
  pdf(number: string): Promise<Buffer>;
  readonly records: Awaited<ReturnType<TestService['openSite']>>['records'];
  /** Creates a plan of 30.00 USD a month, and returns its code. */
  plan(inner?: string, code?: string): Promise<string>;
  /** Opens an account, with a card unless told otherwise, and returns its code. */
  account(billing?: string): Promise<string>;
  /** Sells a subscription, and returns its uuid. */
  subscribe(account: string, plan: string, inner?: string): Promise<string>;
  /** Moves the site's clock; all that becomes due on the way happens before it returns. */
  travel(to: string): Promise<void>;
  /** Returns a subscription, or the text of one of its elements. */
  subscription(uuid: string): Promise<NonNullable<ApiResponse['xml']>>;
  show(uuid: string, ...names: readonly string[]): Promise<(string | undefined)[]>;
  /** Returns the invoices of an account, oldest first: `2027-01-31T09:00:00Z purchase paid 3000`. */
  invoices(account: string): Promise<string[]>;
  /** Returns the lines of an account's latest charge invoice: `plan 3000 x 1`. */
  latestLines(account: string): Promise<string[]>;
}

/** The billing info of a card by number; the default is always approved. */
export const cardInfo = (number = '4111111111111111'): string =>
  `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>${number}</number>` +
  '<month>12</month><year>2040</year><verification_value>123</verification_value><country>US</country><zip>94105</zip></billing_info>';

/** Opens a shop, whose requests name a version. In production its clock is the service's; in a sandbox it travels. */
export const openShop = async (
  service: TestService,
  changes: Partial<Site> = {},
  version = '2.19',
): Promise<SubscriptionShop> => {
  const opened = await service.openSite({
    mode: 'sandbox',
    tax_registrations: [],
    manual_invoicing: true,
    ...changes,
  });
  const { site, records } = opened;
  const api: SubscriptionShop['api'] = (method, path, body, headers) =>
    opened.api(method, path, body, { 'X-Api-Version': version, ...headers });
  const create = async (path: string, body: string): Promise<ApiResponse> => {
    const answer = await api('POST', path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  const subscription: SubscriptionShop['subscription'] = async (uuid) => {
    const { xml, status, text } = await api('GET', `/v2/subscriptions/${uuid}`);
    if (!xml || status !== 200) throw new Error(text);
    return xml;
  };
  const list = async (path: string) =>
    (await api('GET', `${path}?sort=created_at&order=asc&per_page=200`)).xml?.children ?? [];
  return {
    site,
    api,
    async pdf(number) {
      const key = Buffer.from(`${opened.privateKey}:`).toString('base64');
      const headers = { Authorization: `Basic ${key}`, Accept: 'application/pdf', 'X-Api-Version': version };
      const printed = await fetch(new URL(`/v2/invoices/${number}`, service.apiUrl), { headers });
      expect(printed.status).toBe(200);
      return Buffer.from(await printed.arrayBuffer());
    },
    records,
    async plan(inner = '', code = fresh('plan')) {
      const price = inner.includes('<unit_amount_in_cents>')
        ? ''
        : '<unit_amount_in_cents><USD>3000</USD></unit_amount_in_cents>';
      await create('/v2/plans', `<plan><plan_code>${code}</plan_code><name>${code}</name>${price}${inner}</plan>`);
      return code;
    },
    async account(billing = cardInfo()) {
      const code = fresh('account');
      await create('/v2/accounts', `<account><account_code>${code}</account_code>${billing}</account>`);
      return code;
    },
    async subscribe(account, plan, inner = '') {
      const buyer = `<account><account_code>${account}</account_code></account>`;
      const answer = await create(
        '/v2/subscriptions',
        `<subscription><plan_code>${plan}</plan_code><currency>USD</currency>${buyer}${inner}</subscription>`,
      );
      return textOf(answer.xml, 'uuid') ?? '';
    },
    async travel(to) {
      const moved = await api('PUT', '/v2/sandbox/clock', `<clock><now>${to}</now></clock>`);
      expect([200, 202], moved.text).toContain(moved.status);
      // A long move goes on after the answer.
      for (let clock = moved.xml; textOf(clock, 'reached_at') !== textOf(clock, 'now'); ) {
        clock = (await api('GET', '/v2/sandbox/clock')).xml;
      }
    },
    subscription,
    async show(uuid, ...names) {
      const found = await subscription(uuid);
      return names.map((name) => textOf(found, name));
    },
    async invoices(account) {
      return (await list(`/v2/accounts/${account}/invoices`)).map((one) =>
        ['created_at', 'origin', 'state', 'total_in_cents'].map((name) => textOf(one, name)).join(' '),
      );
    },
    async latestLines(account) {
      const latest = (await list(`/v2/accounts/${account}/invoices`)).findLast(
        (one) => textOf(one, 'type') === 'charge',
      );
      const lines = latest?.children.find(({ name }) => name === 'line_items')?.children ?? [];
      return lines.map(
        (line) => `${textOf(line, 'origin')} ${textOf(line, 'unit_amount_in_cents')} x ${textOf(line, 'quantity')}`,
      );
    },
  };
};
