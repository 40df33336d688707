import { expect } from 'vitest';
import { fresh, type TestService, textOf } from '../service.ts';

interface Offered {
  readonly code: string;
  /** What makes it a usage add-on; missing: it is fixed. */
  readonly inner?: string;
  /** Price of a unit, in cents. */
  readonly usd?: number;
}

/** Sells plans with usage add-ons, and subscriptions to them. */
export const usageShop = (service: () => TestService) => {
  const api = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
    service().api(method, path, body, headers);
  const get = async (path: string) => (await api('GET', path)).xml;
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
