import type { EventRecord } from '@service/billing/domain/events/event.ts';
import { expect } from 'vitest';
import { type TestService, textOf } from '../service.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

/** Cards that can be stored and whose later charges fail. */
export const FAILING = {
  soft: '4000000000000341',
  hard: '4000000000009979',
  trouble: '4000000000005126',
  neverAgain: '4000000000009987',
} as const;

export interface DunningShop extends SubscriptionShop {
  /** Replaces the billing info of an account. */
  pays(account: string, card: string): Promise<void>;
  /** Sells a subscription that is paid, whose renewals are declined by `card`. Returns account and subscription. */
  failingRenewals(card: string, plan?: string): Promise<{ readonly code: string; readonly uuid: string }>;
  /** Returns elements of the account's latest charge invoice. */
  latest(account: string, ...names: readonly string[]): Promise<(string | undefined)[]>;
  number(account: string): Promise<string>;
  /** Returns when payments of an account failed, oldest first. */
  failures(account: string): Promise<string[]>;
  /** Returns an account's events of some types: `2027-03-01T00:00:00Z new_dunning_event 1`. */
  events(account: string, types?: readonly string[]): Promise<string[]>;
  dunningEvents(account: string): Promise<readonly EventRecord[]>;
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Opens a shop on 1 February 2027 whose subscriptions renew on the first of the month. */
export const openDunningShop = async (service: TestService): Promise<DunningShop> => {
  const shop = await openShop(service);
  const { api, records } = shop;
  await shop.travel('2027-02-01T00:00:00Z');
  const list = async (path: string) =>
    (await api('GET', `${path}?sort=created_at&order=asc&per_page=200`)).xml?.children ?? [];
  const charges = async (account: string) =>
    (await list(`/v2/accounts/${account}/invoices`)).filter((one) => textOf(one, 'type') === 'charge');
  const eventsOf = async (account: string) => {
    const found = await records().accounts.find(account);
    return (await records().events.after(undefined, 10_000)).filter(({ account_id }) => account_id === found?.id);
  };
  const pays = async (account: string, card: string): Promise<void> => {
    const stored = await api('PUT', `/v2/accounts/${account}/billing_info`, cardInfo(card));
    expect(stored.status, stored.text).toBe(200);
    await service.dueWork();
  };
  return {
    ...shop,
    pays,
    async failingRenewals(card, plan) {
      const code = await shop.account();
      const uuid = await shop.subscribe(code, plan ?? (await shop.plan()));
      await pays(code, card);
      return { code, uuid };
    },
    async latest(account, ...names) {
      const latest = (await charges(account)).at(-1);
      return names.map((name) => textOf(latest, name));
    },
    number: async (account) => textOf((await charges(account)).at(-1), 'invoice_number') ?? '',
    async failures(account) {
      const payments = await list(`/v2/accounts/${account}/transactions`);
      const failed = payments.filter((one) => textOf(one, 'status') === 'failed');
      return failed.map((one) => (textOf(one, 'created_at') ?? '').slice(0, 10));
    },
    async events(account, types) {
      const found = (await eventsOf(account)).filter(({ type }) => !types || types.includes(type));
      return found.map(({ at, type, event }) =>
        event.type === 'new_dunning_event'
          ? `${day(at)} ${type} ${event.invoice.dunning?.events_count}${event.invoice.dunning?.final ? ' final' : ''}`
          : `${day(at)} ${type}`,
      );
    },
    dunningEvents: async (account) => (await eventsOf(account)).filter(({ type }) => type === 'new_dunning_event'),
  };
};
