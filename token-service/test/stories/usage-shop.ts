import type { Site } from '@service/billing/resources/site.ts';
import { expect } from 'vitest';
import { fresh, type TestService, textOf } from '../service.ts';
import { openShop } from './subscription-shop.ts';

interface Offered {
  readonly code: string;
  /** The elements that make it a usage add-on; missing: it is fixed. */
  readonly inner?: string;
  /** Price of a unit, in cents. */
  readonly usd?: number;
}

/** Sells plans with usage add-ons, and subscriptions to them. */
export const usageShop = (service: () => TestService) => {
  const api = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
    service().api(method, path, body, headers);
  const get = async (path: string) => (await api('GET', path, undefined, NEWEST)).xml;
  const made = async (path: string, body: string) => {
    const answer = await api('POST', path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.xml;
  };
  const usd = (cents: number | undefined) =>
    cents === undefined ? '' : `<unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents>`;

  /** Creates a plan of so many cents by the month, and its add-ons. Returns its code. */
  const plan = async (addOns: readonly Offered[], cents = 1000, inner = ''): Promise<string> => {
    const code = fresh('plan');
    await made('/v2/plans', `<plan><plan_code>${code}</plan_code><name>Harbour</name>${usd(cents)}${inner}</plan>`);
    const unit = textOf(
      await made(
        '/v2/measured_units',
        `<measured_unit><name>${fresh('unit')}</name><display_name>Articles</display_name></measured_unit>`,
      ),
      'id',
    );
    for (const { code: addOn, inner, usd: price } of addOns) {
      const usage = inner && `<add_on_type>usage</add_on_type><measured_unit_id>${unit}</measured_unit_id>${inner}`;
      await made(
        `/v2/plans/${code}/add_ons`,
        `<add_on><add_on_code>${addOn}</add_on_code><name>${addOn}</name>${usage ?? ''}${usd(price)}</add_on>`,
      );
    }
    return code;
  };

  /** Subscribes a new account with a good card. Returns the uuid of the subscription. */
  const subscribe = async (planCode: string, addOns: readonly string[], inner = '', account = fresh('user')) => {
    const token = await service().token({ country: 'US', postal_code: '94105' });
    const taken = addOns.map((code) => `<subscription_add_on><add_on_code>${code}</add_on_code></subscription_add_on>`);
    const xml = await made(
      '/v2/subscriptions',
      `<subscription><plan_code>${planCode}</plan_code><currency>USD</currency>${inner}` +
        `<subscription_add_ons>${taken.join('')}</subscription_add_ons><account><account_code>${account}</account_code>` +
        `<billing_info><token_id>${token}</token_id></billing_info></account></subscription>`,
    );
    return textOf(xml, 'uuid') ?? '';
  };

  return { api, get, plan, subscribe };
};

/** Tiers and fractions of usage need a version that has them. */
export const NEWEST = { 'X-Api-Version': '2.29' };

export const usd = (cents: number) => `<unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents>`;

/** Tiers of an add-on: the last unit of each, and its price in cents. */
export const tiers = (
  model: 'tiered' | 'volume' | 'stairstep',
  ...all: readonly (readonly [number | null, number])[]
) =>
  `<tier_type>${model}</tier_type><tiers>${all
    .map(([ending, cents]) => {
      const end = ending === null ? '' : `<ending_quantity>${ending}</ending_quantity>`;
      return `<tier>${end}${usd(cents)}</tier>`;
    })
    .join('')}</tiers>`;

/** Opens a shop whose site stands at 10 March 2027, and which sells plans of 30.00 a month with usage add-ons. */
export const openUsageShop = async (service: TestService, changes: Partial<Site> = {}) => {
  const shop = await openShop(service, changes);
  const { api } = shop;
  await shop.travel('2027-03-10T00:00:00Z');
  const made = async (path: string, body: string) => {
    const answer = await api('POST', path, body, NEWEST);
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  return {
    ...shop,
    /** Sells a subscription to a new plan with these add-ons, by code. */
    async sell(addOns: Readonly<Record<string, string>>, planInner = '', inner = '') {
      const plan = await shop.plan(planInner);
      const unit = textOf(
        (
          await made(
            '/v2/measured_units',
            `<measured_unit><name>${fresh('unit')}</name><display_name>Units</display_name></measured_unit>`,
          )
        ).xml,
        'id',
      );
      for (const [code, offered] of Object.entries(addOns)) {
        await made(
          `/v2/plans/${plan}/add_ons`,
          `<add_on><add_on_code>${code}</add_on_code><name>${code}</name><add_on_type>usage</add_on_type>` +
            `<measured_unit_id>${unit}</measured_unit_id>${offered}</add_on>`,
        );
      }
      const account = await shop.account();
      const taken = Object.keys(addOns).map(
        (code) => `<subscription_add_on><add_on_code>${code}</add_on_code></subscription_add_on>`,
      );
      const uuid = await shop.subscribe(
        account,
        plan,
        `${inner}<subscription_add_ons>${taken.join('')}</subscription_add_ons>`,
      );
      return { uuid, account, plan };
    },
    /** Records usage, and returns its path. */
    async use(uuid: string, code: string, amount: string, inner = ''): Promise<string> {
      const answer = await made(
        `/v2/subscriptions/${uuid}/add_ons/${code}/usage`,
        `<usage><amount_decimal>${amount}</amount_decimal>${inner}</usage>`,
      );
      return new URL(answer.headers.get('location') ?? '').pathname;
    },
    /** The lines of an account's latest charge invoice: `archive: 5 x 100`; a plan is named `plan`. */
    async lines(account: string): Promise<string[]> {
      const all = (await api('GET', `/v2/accounts/${account}/invoices?order=asc&per_page=200`)).xml?.children ?? [];
      const latest = all.findLast((one) => textOf(one, 'type') === 'charge');
      const items = latest?.children.find(({ name }) => name === 'line_items')?.children ?? [];
      return items.map((line) => {
        const name = textOf(line, 'origin') === 'plan' ? 'plan' : textOf(line, 'description');
        return `${name}: ${textOf(line, 'unit_amount_in_cents')} x ${textOf(line, 'quantity')}`;
      });
    },
  };
};
