import type { SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { expect } from 'vitest';
import { type ApiResponse, type TestService, textOf } from '../service.ts';
import type { Xml } from './refund-shop.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

export const price = (cents: number) => `<unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents>`;
export const setupFee = (cents: number) => `<setup_fee_in_cents><USD>${cents}</USD></setup_fee_in_cents>`;
export const cycles = (count: number) => `<total_billing_cycles>${count}</total_billing_cycles>`;
export const trialOf = (days: number) =>
  `<trial_interval_unit>days</trial_interval_unit><trial_interval_length>${days}</trial_interval_length>`;
export const pauseFor = (count: number) =>
  `<subscription><remaining_pause_cycles>${count}</remaining_pause_cycles></subscription>`;

/** A card that can be stored and whose later charges are declined. */
export const DECLINING = '4000000000000341';

/** Returns elements of a record by name; null for one that is nil or empty. */
export const fields = (xml: Xml, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(xml, name) || null]));

/**
 * Opens a shop on 1 January 2027, at the start of a month of 31 days, whose subscriptions are canceled, terminated,
 * paused and postponed.
 */
export const openEndingShop = async (service: TestService, changes: Partial<Site> = {}) => {
  const shop = await openShop(service, changes);
  const { api, records } = shop;
  await shop.travel('2027-01-01T00:00:00Z');
  /** `action` may carry a query: `terminate?refund=full`. */
  const act = (uuid: string, action: string, body?: string, version = '2.24'): Promise<ApiResponse> =>
    api('PUT', `/v2/subscriptions/${uuid}/${action}`, body, { 'X-Api-Version': version });
  const stored = async (uuid: string): Promise<SubscriptionRecord> => {
    const found = await records().subscriptions.find(uuid);
    if (!found) throw new Error(`No subscription ${uuid}`);
    return found;
  };
  const events = async () => (await records().events.after(undefined, 100_000)) ?? [];
  return {
    ...shop,
    act,
    stored,
    /** Acts, and returns the subscription that is answered. */
    async done(uuid: string, action: string, body?: string): Promise<NonNullable<Xml>> {
      const answer = await act(uuid, action, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.xml as NonNullable<Xml>;
    },
    /** Acts in vain, and returns status and symbol. */
    async refused(uuid: string, action: string, body?: string) {
      const answer = await act(uuid, action, body);
      return [answer.status, textOf(answer.xml, 'symbol')];
    },
    /** Sells a plan of 30.00 a month, with what `plan` adds to it, to a new account. */
    async sell(inner = '', plan = '', billing = cardInfo()) {
      const code = await shop.account(billing);
      return { code, uuid: await shop.subscribe(code, await shop.plan(plan), inner) };
    },
    /** Saves a subscription as it is otherwise only after a while. */
    async change(uuid: string, changed: (record: SubscriptionRecord) => SubscriptionRecord): Promise<void> {
      await records().subscriptions.save(changed(await stored(uuid)));
    },
    /** Runs an operation and returns the types of the events that it caused, in order. */
    async announced(operation: () => Promise<unknown>): Promise<string[]> {
      const before = (await events()).length;
      await operation();
      return (await events()).slice(before).map(({ type }) => type);
    },
  };
};

export type EndingShop = Awaited<ReturnType<typeof openEndingShop>>;
