import { randomUUID } from 'node:crypto';
import type { GatewayNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { addGatewayAccount } from '@service/billing/usecases/gateway-accounts/add-gateway-account.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { expect } from 'vitest';
import { ADAPTERS } from '../../src/adapters/gateway/adapters.ts';
import { testNotification } from '../../src/adapters/gateway/test/test-notifications.ts';
import { tokenKey } from '../../src/adapters/vault/cipher.ts';
import { credentialCipher } from '../../src/adapters/vault/credential-cipher.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, type TestService, textOf, within } from '../service.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

const random = pooledRandomness();
const secretsKey = tokenKey(random);
const SIGNING = new Secret('a secret that signs notifications');

/** The environment of a service that can store credentials. */
export const WITH_CREDENTIALS = { SECRETS_KEY: secretsKey.toString('base64') };

/** A notification of one kind, without what every message has. */
type Facts<N extends GatewayNotification> = N extends GatewayNotification
  ? Omit<N, 'id' | 'at'> & Partial<Pick<N, 'id' | 'at'>>
  : never;

export interface Bought {
  readonly account: string;
  /** The invoice's number. */
  readonly number: string;
  /** The payment's uuid. */
  readonly payment: string;
  /** The payment's reference at the gateway. */
  readonly reference: string;
}

/** A shop whose gateway account `main` sends notifications. */
export interface NotifiedShop extends SubscriptionShop {
  /** The site's clock, in seconds. */
  now(): Promise<number>;
  /** Posts a request to the gateway account's address. */
  post(body: string, headers: Readonly<Record<string, string>>, account?: string): Promise<Response>;
  /** Sends a signed notification; by default it is new and of this moment. Returns the status. */
  notify(facts: Facts<GatewayNotification>): Promise<number>;
  /** The same, once the worker has processed it. */
  report(facts: Facts<GatewayNotification>): Promise<void>;
  /** Resolves once the worker has processed what was sent. */
  processed(): Promise<void>;
  /** Sells something of 42.00 USD to a new account. */
  buy(info?: string, cents?: number): Promise<Bought>;
  /** `success paid`: the status of a payment and the state of its invoice. */
  states(bought: Bought): Promise<string>;
  /** Returns what a customer owes in USD; negative: credit. */
  balance(account: string): Promise<number>;
  /** Checks that the ledger of an account agrees with its invoices. */
  expectBooksToClose(account: string): Promise<void>;
  /** The balances of the ledger's accounts for one customer in USD, without those of 0. */
  ledger(account: string): Promise<Readonly<Record<string, number>>>;
  /** Types of the events since the last call. */
  events(): Promise<string[]>;
}

/** Opens a shop whose gateway account can send notifications. */
export const openNotifiedShop = async (service: TestService, changes: Partial<Site> = {}): Promise<NotifiedShop> => {
  const shop = await openShop(service, changes);
  const { opened } = service.service;
  const cipher = credentialCipher({ secretsKey, previousSecretsKey: null }, random);
  await addGatewayAccount({ ...opened, world: openWorld(service.clock), adapters: ADAPTERS, cipher })(
    { actor: 'command line', correlation: 'test' },
    shop.site.subdomain,
    { code: 'main', adapter: 'test', credentials: { notification_secret: SIGNING } },
  );
  const now = async (): Promise<number> =>
    siteTime((await opened.sites.find(shop.site.subdomain)) ?? shop.site, service.clock);
  const post: NotifiedShop['post'] = (body, headers, account = `${shop.site.subdomain}/main`) =>
    fetch(new URL(`/gateways/${account}`, service.apiUrl), { method: 'POST', body, headers });
  const notify: NotifiedShop['notify'] = async (facts) => {
    const notification = { id: randomUUID(), at: await now(), ...facts } as GatewayNotification;
    const { body, headers } = testNotification(notification, SIGNING);
    return (await post(body, headers as Record<string, string>)).status;
  };
  const idOf = async (code: string): Promise<string> =>
    (await shop.records().accounts.identify(code))?.account_id ?? '';
  let last: string | undefined;

  return {
    ...shop,
    now,
    post,
    notify,
    processed: () => service.dueWork(),
    async report(facts) {
      expect(await notify(facts)).toBe(200);
      await service.dueWork();
    },
    async buy(info = cardInfo(), cents = 4200) {
      const account = fresh('buyer');
      const sold = await shop.api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${account}</account_code>${info}</account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments></purchase>`,
      );
      expect(sold.status, sold.text).toBe(200);
      const invoice = within(sold.xml, 'charge_invoice');
      const payment = within(invoice, 'transactions', 'transaction');
      return {
        account,
        number: textOf(invoice, 'invoice_number') ?? '',
        payment: textOf(payment, 'uuid') ?? '',
        reference: textOf(payment, 'reference') ?? '',
      };
    },
    async states({ number, payment }) {
      const paid = await shop.api('GET', `/v2/transactions/${payment}`);
      const invoice = await shop.api('GET', `/v2/invoices/${number}`);
      return `${textOf(paid.xml, 'status')} ${textOf(invoice.xml, 'state')}`;
    },
    async balance(code) {
      const { balance_in_cents } = await shop.records().accounts.balance(await idOf(code));
      return balance_in_cents.USD ?? 0;
    },
    async expectBooksToClose(code) {
      const records = shop.records();
      const id = await idOf(code);
      const { receivable = 0, credit = 0 } = await records.ledger.balances(id, 'USD');
      const held = await records.invoices.openCredits(id, 'USD');
      expect({ owed: receivable + credit, credit }).toEqual({
        owed: (await records.accounts.balance(id)).balance_in_cents.USD ?? 0,
        credit: held.reduce((sum, invoice) => sum + invoice.balance_in_cents, 0),
      });
    },
    async ledger(code) {
      const balances = await shop.records().ledger.balances(await idOf(code), 'USD');
      return Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0));
    },
    async events() {
      const all = (await shop.records().events.after(last, 10_000)) ?? [];
      last = all.at(-1)?.id ?? last;
      return all.map(({ type }) => type);
    },
  };
};
