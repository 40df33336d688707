import { type ApiResponse, type TestService, textOf, within } from '../service.ts';
import { lifecycleOperations } from './lifecycle-operations.ts';
import { newestOperations } from './newest-operations.ts';
import type { Random } from './random.ts';
import { element, randomParts } from './random-parts.ts';

/** A merchant that performs one random operation after another and remembers the results. */
export interface Merchant {
  /** Performs an operation; returns its name and result: `refund 422 invoice_not_refundable`. */
  act(): Promise<string>;
}

type Xml = ApiResponse['xml'];
type Answer = Pick<ApiResponse, 'status' | 'xml' | 'text'>;
type Operation = () => Promise<Answer | undefined>;

const REFUND_METHODS = ['credit_first', 'transaction_first', 'all_transaction', 'all_credit'];

const REPORTS = ['dispute', 'dispute', 'lost', 'lost', 'won', 'refund-failed'] as const;

/** The factor by which an operation is tried more often until it has succeeded. */
const UNTRIED = 20;

export interface MerchantOptions {
  readonly api: TestService['api'];
  /** The numbers of the latest invoices, the last one first. */
  readonly latestInvoices: () => Promise<readonly string[]>;
  /**
   * Makes the gateway of a payment report a dispute or a failed refund. Returns the symbol of a refusal. Missing: there
   * are no such reports, and no subscription is changed or terminated.
   */
  readonly report?: (transaction: string, what: (typeof REPORTS)[number]) => Promise<string | undefined>;
  readonly random: Random;
  /** The hours by which it moves the clock at most; 120 unless they are given. */
  readonly furthest?: number | undefined;
  /** Those that it uses beside one that is always approved. */
  readonly cards?: readonly string[] | undefined;
}

export const openMerchant = ({
  api,
  latestInvoices,
  report,
  random,
  cards,
  furthest = 120,
}: MerchantOptions): Merchant => {
  const parts = randomParts(random, cards);
  const accounts: string[] = [];
  /** Accounts that are billed to a parent, which pays with its own methods. */
  const children = new Set<string>();
  const coupons = ['TIDE15', 'WELCOME5'];
  const giftCards = ['DEMOGIFTUSD00020', 'DEMOGIFTUSD00100', 'DEMOGIFTEUR00050'];
  const authorizations: string[] = [];
  let made = 0;

  const post = (path: string, root: string, inner = '') => api('POST', path, element(root, inner));
  const fresh = (what: string): string => `${what}${++made}`;
  const someAccount = (): string => (random.percent(25) ? newAccount() : (random.pick(accounts) ?? newAccount()));
  const newAccount = (): string => {
    const code = fresh('account-');
    accounts.push(code);
    return code;
  };
  const oldAccount = (): string => random.pick(accounts) ?? 'unknown';
  const payment = (): string => {
    if (random.percent(45)) return '';
    return random.percent(12) ? parts.bankAccount() : parts.card();
  };
  const buyer = (root = 'account', code = someAccount()): string =>
    element(
      root,
      element('account_code', code) +
        element('email', 'ada@example.com') +
        (children.has(code) && random.percent(90) ? '' : payment()),
    );

  /** Returns the number of a random invoice. Prefers recent ones: old ones are usually settled and closed. */
  const someInvoice = async (): Promise<string> => {
    const latest = await latestInvoices();
    const back = Math.min(random.below(Math.max(latest.length, 1)), random.below(40));
    return latest[back] ?? 'none';
  };
  const listed = (xml: Xml, name: string) => within(xml, name)?.children ?? [];

  const wanted = (): string =>
    buyer() +
    element('currency', parts.currency()) +
    parts.charges(3) +
    parts.subscriptions() +
    (random.percent(25) ? parts.coupons(coupons.slice(-4)) : '') +
    (random.percent(10) ? element('gift_card', element('redemption_code', random.pick(giftCards) ?? '')) : '') +
    (random.percent(12) ? '<collection_method>manual</collection_method><net_terms>10</net_terms>' : '');

  const purchase: Operation = () => post('/v2/purchases', 'purchase', wanted());

  const keep = async (path: string): Promise<ApiResponse> => {
    const answer = await post(path, 'purchase', wanted());
    const uuid = textOf(listed(within(answer.xml, 'charge_invoice'), 'transactions')[0], 'uuid');
    if (uuid) authorizations.push(uuid);
    return answer;
  };
  const endAuthorization: Operation = async () => {
    const uuid = random.percent(80) ? authorizations.pop() : random.pick(authorizations);
    const end = random.percent(75) ? 'capture' : 'cancel';
    return uuid ? api('POST', `/v2/purchases/transaction-uuid-${uuid}/${end}`) : undefined;
  };

  const subscribe: Operation = () =>
    post('/v2/subscriptions', 'subscription', `<plan_code>tideline</plan_code>${element('currency', 'USD')}${buyer()}`);
  const pay: Operation = () =>
    post(
      '/v2/transactions',
      'transaction',
      element('amount_in_cents', 1 + random.below(5000)) + element('currency', parts.currency()) + buyer(),
    );

  const wait: Operation = () =>
    post(
      `/v2/accounts/${oldAccount()}/adjustments`,
      'adjustment',
      element('unit_amount_in_cents', `${random.percent(30) ? '-' : ''}${1 + random.below(4000)}`) +
        element('quantity', 1 + random.below(3)) +
        element('currency', parts.currency()),
    );
  const postInvoice: Operation = () =>
    post(
      `/v2/accounts/${oldAccount()}/invoices`,
      'invoice',
      random.percent(40) ? '<collection_method>manual</collection_method><net_terms>5</net_terms>' : '',
    );

  const refund: Operation = async () => {
    const number = await someInvoice();
    const { xml } = await api('GET', `/v2/invoices/${number}`);
    const left = Number(textOf(xml, 'refundable_total_in_cents') ?? 0);
    const method = element('refund_method', random.pick(REFUND_METHODS) ?? '');
    const path = `/v2/invoices/${number}/refund`;
    const external = random.percent(8) ? '<external_refund>true</external_refund>' : method;
    if (random.percent(25)) return post(path, 'invoice', external);
    if (random.percent(50))
      return post(path, 'invoice', element('amount_in_cents', 1 + random.below(left + 1)) + external);
    const line = random.pick(listed(xml, 'line_items'));
    const units = 1 + random.below(Number(textOf(line, 'quantity') ?? 1));
    const adjustment =
      element('uuid', textOf(line, 'uuid') ?? 'none') +
      element('quantity', units) +
      element('prorate', String(random.percent(30)));
    return post(path, 'invoice', element('line_items', element('adjustment', adjustment)) + external);
  };
  /** Refunds line by line, unit by unit, until nothing is left. */
  const refundUnits: Operation = async () => {
    const path = `/v2/invoices/${await someInvoice()}`;
    const { xml } = await api('GET', path);
    if (Number(textOf(xml, 'refundable_total_in_cents') ?? 0) === 0) return undefined;
    let answer: Answer | undefined;
    for (const line of listed(xml, 'line_items')) {
      for (let unit = 0; unit < Number(textOf(line, 'quantity_remaining')); unit += 1) {
        const one = element('adjustment', `${element('uuid', textOf(line, 'uuid') ?? '')}<quantity>1</quantity>`);
        answer = await post(
          `${path}/refund`,
          'invoice',
          `${element('line_items', one)}<refund_method>all_credit</refund_method>`,
        );
        if (answer.status !== 201) return answer;
      }
    }
    const after = textOf((await api('GET', path)).xml, 'refundable_total_in_cents');
    const before = listed(xml, 'line_items').every(
      (one) => textOf(one, 'quantity') === textOf(one, 'quantity_remaining'),
    );
    if (before && after !== '0') throw new Error(`${path} has ${after} left after every unit was refunded`);
    return answer;
  };
  const refundTransaction: Operation = async () => {
    const { xml } = await api('GET', `/v2/invoices/${await someInvoice()}`);
    const uuid = textOf(random.pick(listed(xml, 'transactions')), 'uuid');
    const part = random.percent(50) ? `?amount_in_cents=${1 + random.below(3000)}` : '';
    return uuid ? api('DELETE', `/v2/transactions/${uuid}${part}`) : undefined;
  };

  const someSubscription = async (): Promise<string> => {
    const live = '/v2/subscriptions?state=live&sort=created_at&order=desc&per_page=30';
    return textOf(random.pick((await api('GET', live)).xml?.children ?? []), 'uuid') ?? 'none';
  };
  const change: Operation = async () =>
    api('PUT', `/v2/subscriptions/${await someSubscription()}`, element('subscription', parts.terms()));
  const terminate: Operation = async () =>
    api(
      'PUT',
      `/v2/subscriptions/${await someSubscription()}/terminate?refund=${random.pick(['full', 'partial', 'none'])}`,
    );
  const reportPayment: Operation = async () => {
    const { xml } = await api('GET', `/v2/invoices/${await someInvoice()}`);
    const uuid = textOf(random.pick(listed(xml, 'transactions')), 'uuid');
    const what = random.pick(REPORTS) ?? 'dispute';
    if (!uuid) return undefined;
    const refused = await report?.(uuid, what);
    return { status: refused ? 422 : 200, xml: undefined, text: refused ?? '' };
  };

  const invoiceAction: Operation = async () => {
    const action = random.weighed([
      [3, 'collect'],
      [1, 'mark_successful'],
      [2, 'mark_failed'],
      [4, 'void'],
    ] as const);
    return api('PUT', `/v2/invoices/${await someInvoice()}/${action}`);
  };
  const payByHand: Operation = async () => {
    const open = (await api('GET', '/v2/invoices?state=pending&per_page=50')).xml?.children ?? [];
    const manual = open.filter((one) => textOf(one, 'collection_method') === 'manual');
    const number = textOf(random.pick(manual), 'invoice_number') ?? (await someInvoice());
    const amount = random.percent(60) ? '' : element('amount_in_cents', 1 + random.below(3000));
    return post(
      `/v2/invoices/${number}/transactions`,
      'transaction',
      `<payment_method>check</payment_method>${amount}`,
    );
  };

  const newCoupon: Operation = () => {
    const code = fresh('COUPON');
    coupons.push(code);
    const percent = random.percent(50);
    return post(
      '/v2/coupons',
      'coupon',
      element('coupon_code', code) +
        element('name', code) +
        (percent
          ? `<discount_type>percent</discount_type>${element('discount_percent', 1 + random.below(100))}`
          : '<discount_type>dollars</discount_type><discount_in_cents><USD>700</USD><EUR>600</EUR></discount_in_cents>') +
        element('duration', random.percent(60) ? 'single_use' : 'forever') +
        element('max_redemptions', 1 + random.below(3)) +
        '<applies_to_non_plan_charges>true</applies_to_non_plan_charges>',
    );
  };
  const redeemCoupon: Operation = () =>
    post(
      `/v2/coupons/${random.pick(coupons)}/redeem`,
      'redemption',
      element('account_code', oldAccount()) + element('currency', parts.currency()),
    );
  const buyGiftCard: Operation = async () => {
    const delivery = '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery>';
    const answer = await post(
      '/v2/gift_cards',
      'gift_card',
      `${buyer('gifter_account')}<product_code>tideline</product_code><unit_amount_in_cents>${random.pick([2000, 5000])}</unit_amount_in_cents>` +
        `<currency>${random.pick(['USD', 'EUR'])}</currency>${delivery}`,
    );
    const code = textOf(answer.xml, 'redemption_code');
    if (code) giftCards.push(code);
    return answer;
  };
  const redeemGiftCard: Operation = () =>
    post(`/v2/gift_cards/${random.pick(giftCards)}/redeem`, 'recipient_account', element('account_code', oldAccount()));

  const changeCard: Operation = () => api('PUT', `/v2/accounts/${oldAccount()}/billing_info`, parts.card());
  /** Bills an account to one of a few parents, or to itself again. */
  const changePayer: Operation = async () => {
    const code = oldAccount();
    const parent = random.pick(accounts.slice(0, 4)) ?? 'unknown';
    const bill_to = random.percent(75) ? 'parent' : 'self';
    const answer = await api(
      'PUT',
      `/v2/accounts/${code}`,
      element('account', element('parent_account_code', parent) + element('bill_to', bill_to)),
      { 'X-Api-Version': '2.29' },
    );
    if (answer.status === 200 && bill_to === 'parent') children.add(code);
    else if (answer.status === 200) children.delete(code);
    return answer;
  };
  const closeAccount: Operation = () => api('DELETE', `/v2/accounts/${oldAccount()}`);
  const travel: Operation = () =>
    api(
      'PUT',
      '/v2/sandbox/clock',
      element('clock', element('advance_in_seconds', 3600 * (1 + random.below(furthest)))),
    );

  const newest = newestOperations({
    api,
    random,
    buyer,
    oldAccount,
    someInvoice,
    card: parts.card,
    currency: parts.currency,
    coupons: () => parts.coupons(coupons.slice(-4)),
  });

  const lifecycle = lifecycleOperations({ api, random, oldAccount });

  const operations: readonly (readonly [weight: number, readonly [name: string, operation: Operation]])[] = [
    [30, ['purchase', purchase]],
    [4, ['authorize', () => keep('/v2/purchases/authorize')]],
    [2, ['await', () => keep('/v2/purchases/pending')]],
    [5, ['end authorization', endAuthorization]],
    [3, ['subscribe', subscribe]],
    [4, ['pay', pay]],
    [8, ['wait', wait]],
    [6, ['post invoice', postInvoice]],
    [12, ['refund', refund]],
    [4, ['refund units', refundUnits]],
    [3, ['refund transaction', refundTransaction]],
    [9, ['invoice action', invoiceAction]],
    [4, ['pay by hand', payByHand]],
    [2, ['new coupon', newCoupon]],
    [4, ['redeem coupon', redeemCoupon]],
    [2, ['buy gift card', buyGiftCard]],
    [3, ['redeem gift card', redeemGiftCard]],
    [4, ['change card', changeCard]],
    [8, ['change payer', changePayer]],
    [14, ['buy', newest.buy]],
    [6, ['add method', newest.addMethod]],
    [5, ['change roles', newest.changeRoles]],
    [2, ['remove method', newest.removeMethod]],
    [7, ['refund part', newest.refundPart]],
    [2, ['close account', closeAccount]],
    [12, ['travel', travel]],
    ...(report
      ? ([
          [14, ['change', change]],
          [12, ['change terms', newest.changeTerms]],
          [4, ['choose payer', newest.choosePayer]],
          [6, ['use', newest.use]],
          [2, ['terminate', terminate]],
          [5, ['report', reportPayment]],
          [6, ['cancel', lifecycle.cancel]],
          [5, ['reactivate', lifecycle.reactivate]],
          [5, ['pause', lifecycle.pause]],
          [4, ['resume', lifecycle.resume]],
          [3, ['convert trial', lifecycle.convertTrial]],
          [3, ['postpone', lifecycle.postpone]],
          [7, ['move', lifecycle.move]],
        ] as const)
      : []),
  ];
  const succeeded = new Set<string>();
  return {
    async act() {
      // What has not succeeded yet is tried more often, so that a short run has every operation.
      const [name, operation] = random.weighed(
        operations.map(([weight, one]) => [succeeded.has(one[0]) ? weight : UNTRIED * weight, one] as const),
      );
      const answer = await operation();
      if (!answer) return `${name} -`;
      if (answer.status < 300) succeeded.add(name);
      if (answer.status >= 500) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
      const why = textOf(answer.xml, 'symbol') ?? textOf(answer.xml, 'transaction_error', 'error_code');
      return `${name} ${answer.status} ${why ?? ''}`.trim();
    },
  };
};
