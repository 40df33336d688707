import type { Random } from '../money/random.ts';
import { element } from '../money/random-parts.ts';

/** A request of a client, repeated with the same key until it is answered. */
export interface Order {
  readonly kind: Kind;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly account: string;
}

export type Kind = 'authorize' | 'cancel' | 'capture' | 'change card' | 'purchase' | 'refund';

/** Stripe's test cards: approved, declined, refunds that fail or take their time, disputed, with slow banks. */
const CARDS = [
  [12, '4242424242424242'],
  [3, '5555555555554444'],
  [2, '4000000000000002'],
  [1, '4000000000009995'],
  [1, '4000000000000341'],
  [1, '4000000000005126'],
  [1, '4000000000007726'],
  [1, '4000000000000259'],
  [1, '4000009900000012'],
  [1, '4000009900000038'],
] as const;

/** A debit that settles, one that is returned, and one that the bank returns after it has settled. */
const BANK_ACCOUNTS = ['000123456789', '000222222227', '000555555559'] as const;

let named = 0;
const freshName = (what: string): string => `${what}-${process.pid}-${++named}`;

const ADDRESS = '<address1>1 Main St</address1><city>Springfield</city><country>US</country><zip>12345</zip>';

const card = (random: Random): string =>
  element(
    'billing_info',
    '<first_name>Ada</first_name><last_name>Lovelace</last_name><month>12</month><year>2040</year>' +
      element('number', random.weighed(CARDS)) +
      '<verification_value>123</verification_value>' +
      ADDRESS,
  );

const bankAccount = (random: Random): string =>
  element(
    'billing_info',
    '<name_on_account>Ada Lovelace</name_on_account><routing_number>110000000</routing_number>' +
      element('account_number', random.pick(BANK_ACCOUNTS) ?? '') +
      `<account_type>checking</account_type>${ADDRESS}`,
  );

/** A purchase, or an authorization, by an account that is known or new; new ones often subscribe. */
export const purchase = (random: Random, kind: 'authorize' | 'purchase', known: string | undefined): Order => {
  const account = known ?? freshName('buyer');
  const byBank = !known && kind === 'purchase' && random.percent(12);
  const info = known ? '' : byBank ? bankAccount(random) : card(random);
  const charge = element('unit_amount_in_cents', 100 + random.below(9900)) + element('quantity', 1 + random.below(3));
  const subscribes = !known && random.percent(25);
  const body =
    element('account', element('account_code', account) + info) +
    '<currency>USD</currency>' +
    element('adjustments', element('adjustment', charge)) +
    (subscribes ? '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>' : '');
  const path = kind === 'authorize' ? '/v2/purchases/authorize' : '/v2/purchases';
  return { kind, method: 'POST', path, body: element('purchase', body), key: freshName('key'), account };
};

/** The refund of an invoice, whole or in part. */
export const refund = (random: Random, invoice: string, total: number, account: string): Order => {
  const amount = random.percent(50) ? '' : element('amount_in_cents', 1 + random.below(Math.max(1, total)));
  const body = element('invoice', `${amount}<refund_method>transaction_first</refund_method>`);
  const path = `/v2/invoices/${invoice}/refund`;
  return { kind: 'refund', method: 'POST', path, body, key: freshName('key'), account };
};

/** The end of an authorization. */
export const ending = (kind: 'cancel' | 'capture', transaction: string, account: string): Order => ({
  kind,
  method: 'POST',
  path: `/v2/purchases/transaction-uuid-${transaction}/${kind}`,
  body: '',
  key: freshName('key'),
  account,
});

/** A new card of an account. */
export const changeCard = (random: Random, account: string): Order => ({
  kind: 'change card',
  method: 'PUT',
  path: `/v2/accounts/${account}/billing_info`,
  body: card(random),
  key: freshName('key'),
  account,
});
