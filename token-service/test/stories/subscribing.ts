import type { SubscriptionRecord } from '@service/billing/subscriptions/record.ts';
import { isoTime } from '@service/billing/time.ts';
import { expect } from 'vitest';
import { fresh, type TestService, textOf } from '../service.ts';
import { hrefOf, listed, shopOf, type Xml } from './refund-shop.ts';

export const price = (cents: number) => `<unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents>`;
export const setupFee = (cents: number) => `<setup_fee_in_cents><USD>${cents}</USD></setup_fee_in_cents>`;
export const trialOf = (days: number) =>
  `<trial_interval_unit>days</trial_interval_unit><trial_interval_length>${days}</trial_interval_length>`;
export const pauseFor = (cycles: number) =>
  `<subscription><remaining_pause_cycles>${cycles}</remaining_pause_cycles></subscription>`;

/** Returns helpers that sell subscriptions on the demo site, move them, and show what became of them. */
export const subscribing = (service: () => TestService) => {
  const shop = shopOf(service);
  const { api, get } = shop;

  const site = async () => {
    const found = await service().service.opened.sites.find('demo');
    if (!found) throw new Error('There is a demo site');
    return found;
  };
  const records = async () => service().service.opened.storage.of((await site()).id);
  const stored = async (uuid: string) => (await records()).subscriptions.find(uuid);
  /** Saves a subscription in a state that takes time to reach. */
  const put = async (uuid: string, change: (record: SubscriptionRecord) => SubscriptionRecord): Promise<void> => {
    const found = await stored(uuid);
    if (!found) throw new Error(`No subscription ${uuid}`);
    await (await records()).subscriptions.save(change(found));
  };
  const now = async () => textOf(await get('/v2/sandbox/clock'), 'now') ?? '';
  const travelTo = async (date: string): Promise<void> => {
    const moved = await api('PUT', '/v2/sandbox/clock', `<clock><now>${date}</now></clock>`);
    expect(moved.status, moved.text).toBe(200);
  };
  const inDays = async (days: number) => isoTime(Date.parse(await now()) / 1000 + days * 86_400);

  /** Adds a plan; by default 30.00 a month. */
  const plan = async (inner = price(3000)): Promise<string> => {
    const code = fresh('plan');
    const body = `<plan><plan_code>${code}</plan_code><name>${code}</name>${inner}</plan>`;
    const added = await api('POST', '/v2/plans', body);
    expect(added.status, added.text).toBe(201);
    return code;
  };
  const subscribe = async (plan_code: string, inner = '', account_code = fresh('subscriber'), card = {}) => {
    const info = `<billing_info><token_id>${await service().token(card)}</token_id></billing_info>`;
    const account = `<account><account_code>${account_code}</account_code>${info}</account>`;
    const body = `<plan_code>${plan_code}</plan_code><currency>USD</currency>${account}${inner}`;
    const sold = await api('POST', '/v2/subscriptions', `<subscription>${body}</subscription>`);
    expect(sold.status, sold.text).toBe(201);
    return { uuid: textOf(sold.xml, 'uuid') ?? '', account_code, xml: sold.xml };
  };
  /** `action` may carry a query: `terminate?refund=full`. */
  const act = (uuid: string, action: string, body?: string, version = '2.19') =>
    api('PUT', `/v2/subscriptions/${uuid}/${action}`, body, { 'X-Api-Version': version });
  const done = async (uuid: string, action: string, body?: string): Promise<NonNullable<Xml>> => {
    const answer = await act(uuid, action, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.xml as NonNullable<Xml>;
  };
  const look = (uuid: string) => get(`/v2/subscriptions/${uuid}`);
  const fields = (xml: Xml, ...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, textOf(xml, name) || null]));
  /** The invoices of an account, oldest first. */
  const invoicesOf = async (account_code: string) =>
    (await get(`/v2/accounts/${account_code}/invoices?order=asc`))?.children ?? [];
  /** What the lines of an invoice are, and what each costs: `plan 3000`. */
  const linesOf = (invoice: Xml) =>
    listed(invoice, 'line_items').map((line) => `${textOf(line, 'origin')} ${textOf(line, 'total_in_cents')}`);

  /** Runs an operation and returns the types of the events it caused, oldest first. */
  const eventsOf = async (operation: () => Promise<unknown>): Promise<string[]> => {
    const all = async () => (await (await records()).events.after(undefined, 100_000)) ?? [];
    const before = (await all()).length;
    await operation();
    return (await all()).slice(before).map(({ type }) => type);
  };

  return {
    ...shop,
    ...{ records, stored, put, now, travelTo, inDays, plan, subscribe, act, done, look, fields, invoicesOf, linesOf },
    eventsOf,
    hrefOf,
  };
};
