import { LATEST } from '@service/billing/resources/version.ts';
import { expect } from 'vitest';
import { type TestService, textOf, within } from '../service.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

export const CARDS = {
  visa: '4111111111111111',
  mastercard: '5555555555554444',
  discover: '6011111111111117',
} as const;

export const PRIMARY = '<primary_payment_method type="boolean">true</primary_payment_method>';
export const BACKUP = '<backup_payment_method type="boolean">true</backup_payment_method>';

/** A shop whose clients name the latest version, with accounts of several payment methods. */
export interface WalletShop extends SubscriptionShop {
  /** Adds a card to an account, `4111111111111111` or `4111111111111111 of 2041`, and returns its uuid. */
  add(account: string, card: string, extra?: string): Promise<string>;
  /** Replaces a card of an account, or changes its roles. */
  put(account: string, uuid: string, inner: string): Promise<void>;
  /** Returns the charge invoices of an account, oldest first: `renewal paid 1111`, with the cards that were charged. */
  charged(account: string): Promise<string[]>;
  /** Returns an account's events of a type, and the days: `2027-03-01 new_dunning_event`. */
  events(account: string, type: string): Promise<string[]>;
  /** Returns the number of the latest charge invoice. */
  latestNumber(account: string): Promise<string>;
}

/** Opens a shop on 1 February 2027 whose subscriptions renew on the first of the month. */
export const openWalletShop = async (service: TestService): Promise<WalletShop> => {
  const opened = await openShop(service, {}, LATEST);
  const { api } = opened;
  await opened.travel('2027-02-01T00:00:00Z');
  const charges = async (account: string) => {
    const { xml } = await api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc&per_page=200`);
    return (xml?.children ?? []).filter((one) => textOf(one, 'type') === 'charge');
  };
  return {
    ...opened,
    async add(account, card, extra = '') {
      const [number, year = '2040'] = card.split(' of ');
      const body = cardInfo(number).replace('2040', year).replace('</billing_info>', `${extra}</billing_info>`);
      const answer = await api('POST', `/v2/accounts/${account}/billing_infos`, body);
      expect(answer.status, answer.text).toBe(201);
      return textOf(answer.xml, 'uuid') ?? '';
    },
    async put(account, uuid, inner) {
      const body = `<billing_info>${inner}</billing_info>`;
      const answer = await api('PUT', `/v2/accounts/${account}/billing_infos/${uuid}`, body);
      expect(answer.status, answer.text).toBe(200);
    },
    async charged(account) {
      return (await charges(account)).map((one) => {
        const payments = within(one, 'transactions')?.children ?? [];
        const cards = payments.map((payment) => {
          const card = textOf(payment, 'details', 'account', 'billing_info', 'last_four');
          const isBackup = textOf(payment, 'backup_payment_method_used') === 'true';
          return `${card}${isBackup ? ' B' : ''}${textOf(payment, 'status') === 'success' ? '' : ' declined'}`;
        });
        return [textOf(one, 'origin'), textOf(one, 'state'), cards.join(', ')].join(' ').trim();
      });
    },
    async events(account, type) {
      const found = await opened.records().accounts.find(account);
      const all = await opened.records().events.after(undefined, 10_000);
      return all
        .filter((event) => event.account_id === found?.id && event.type === type)
        .map(({ at }) => `${new Date(at * 1000).toISOString().slice(0, 10)} ${type}`);
    },
    async latestNumber(account) {
      return textOf((await charges(account)).at(-1), 'invoice_number') ?? '';
    },
  };
};
