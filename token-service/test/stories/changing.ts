import type { Site } from '@service/billing/resources/site.ts';
import { expect } from 'vitest';
import { type ApiResponse, type TestService, textOf, within } from '../service.ts';
import { openShop } from './subscription-shop.ts';

export const usd = (name: string, cents: number) => `<${name}><USD>${cents}</USD></${name}>`;
export const plan = (code: string) => `<plan_code>${code}</plan_code>`;
export const quantity = (count: number) => `<quantity>${count}</quantity>`;
export const unit = (cents: number) => `<unit_amount_in_cents>${cents}</unit_amount_in_cents>`;
export const timeframe = (value: string) => `<timeframe>${value}</timeframe>`;
export const addOns = (...named: readonly string[]) =>
  `<subscription_add_ons type="array">${named.map((inner) => `<subscription_add_on>${inner}</subscription_add_on>`).join('')}</subscription_add_ons>`;
export const addOn = (code: string, inner = '') => `<add_on_code>${code}</add_on_code>${inner}`;

/** Opens a shop on 1 June 2027, in a month of thirty days, whose subscriptions can be changed. */
export const openChangingShop = async (service: TestService, changes: Partial<Site> = {}, version?: string) => {
  const shop = await openShop(service, changes, version);
  const { api, records } = shop;
  await shop.travel('2027-06-01T00:00:00Z');
  const send = (method: string, path: string, inner: string, headers?: Record<string, string>) =>
    api(method, path, `<subscription>${inner}</subscription>`, headers);
  const change = (uuid: string, inner: string, headers?: Record<string, string>) =>
    send('PUT', `/v2/subscriptions/${uuid}`, inner, headers);
  const preview = (uuid: string, inner: string, headers?: Record<string, string>) =>
    send('POST', `/v2/subscriptions/${uuid}/preview`, inner, headers);
  const changed = async (uuid: string, inner: string): Promise<NonNullable<ApiResponse['xml']>> => {
    const answer = await change(uuid, inner);
    expect(answer.status, answer.text).toBe(200);
    return answer.xml as NonNullable<ApiResponse['xml']>;
  };
  const created = async (path: string, body: string) => {
    const answer = await api('POST', path, body);
    expect(answer.status, answer.text).toBe(201);
  };
  return {
    ...shop,
    change,
    changed,
    preview,
    created,
    /** Adds a fixed add-on to a plan. */
    sells: (planCode: string, code: string, cents: number) =>
      created(
        `/v2/plans/${planCode}/add_ons`,
        `<add_on><add_on_code>${code}</add_on_code><name>${code}</name>${usd('unit_amount_in_cents', cents)}</add_on>`,
      ),
    /** Creates a coupon and redeems it on an account. */
    async redeem(account: string, inner: string) {
      const code = `coupon-${account}`;
      await created('/v2/coupons', `<coupon><coupon_code>${code}</coupon_code><name>${code}</name>${inner}</coupon>`);
      await created(
        `/v2/coupons/${code}/redeem`,
        `<redemption><account_code>${account}</account_code><currency>USD</currency></redemption>`,
      );
    },
    async balance(account: string) {
      const { xml } = await api('GET', `/v2/accounts/${account}/balance`);
      return Number(textOf(within(xml, 'balance_in_cents', 'USD')));
    },
    /** Returns the lines of the latest invoice of a type: `plan -1000`, before discounts. */
    async linesOf(account: string, type: 'charge' | 'credit') {
      const { xml } = await api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc`);
      const latest = xml?.children.findLast((one) => textOf(one, 'type') === type);
      return (within(latest, 'line_items')?.children ?? []).map(
        (line) =>
          `${textOf(line, 'origin')} ${Number(textOf(line, 'unit_amount_in_cents')) * Number(textOf(line, 'quantity'))}`,
      );
    },
    /** Returns the payments of an account with money, oldest first: `success 2000`. */
    async payments(account: string) {
      const { xml } = await api('GET', `/v2/accounts/${account}/transactions?sort=created_at&order=asc`);
      return (xml?.children ?? [])
        .filter((one) => textOf(one, 'action') === 'purchase')
        .map((one) => `${textOf(one, 'status')} ${textOf(one, 'amount_in_cents')}`);
    },
    async events() {
      return (await records().events.after(undefined, 10_000)).map(({ type }) => type);
    },
  };
};
