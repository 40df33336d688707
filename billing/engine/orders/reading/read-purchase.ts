import { initiationIn } from '../../../domain/payments/initiation.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { OfPurchase, PurchasedSubscription, PurchaseInput } from '../../../resources/purchase.ts';
import { currencyIssues } from '../../../resources/same-currency.ts';
import { atLeast, type Version } from '../../../resources/version.ts';
import type { Issue } from '../../../values/failure.ts';
import { type ReaderDeps, readOrder } from './read-basis.ts';
import { readCheckout, refuseDuplicates, tooManyLines } from './read-checkout.ts';
import type { BuyerRequest, OrderRequest } from './request.ts';

export interface PurchaseRequest extends BuyerRequest {
  readonly purchase: Omit<PurchaseInput, 'account'>;
  readonly version: Version;
}

/** Returns the order of a purchase. Empty lists count as absent. */
export const purchaseOrder = (deps: ReaderDeps, caller: Caller, request: PurchaseRequest): OrderRequest => {
  const path = 'purchase';
  const { purchase, version } = request;
  const { currency, coupon_codes, gift_card, shipping_address, shipping_address_id } = purchase;
  const initiation = initiationIn(purchase.transaction);
  const buyer = {
    ...request,
    initiation: initiation && { ...initiation, path: `${path}.transaction` },
    billing_info_uuid: purchase.billing_info_uuid,
    moto: request.moto || purchase.transaction_type === 'moto' || purchase.subscriptions?.some(isMoto),
    issues: [
      ...request.issues,
      ...emptyIssues(purchase),
      ...severalIssues(purchase, version),
      ...repeatedCurrencyIssues(purchase),
      ...repeatedIssues(request),
      ...misplacedRamp(purchase),
    ],
  };
  const items = {
    subscriptions: (purchase.subscriptions ?? []).map((one, n) => ({ ...one, path: `${path}.subscriptions[${n}]` })),
    charges: (purchase.adjustments ?? []).map((one, n) => ({ ...one, path: `${path}.adjustments[${n}]` })),
    fees: (purchase.shipping_fees ?? []).map((one, n) => ({ ...one, path: `${path}.shipping_fees[${n}]` })),
    coupons: (coupon_codes ?? []).map((code, n) => ({ code, path: `${path}.coupon_codes[${n}]` })),
    giftCard: gift_card ? { code: gift_card.redemption_code ?? '', path: `${path}.gift_card` } : undefined,
    texts: purchase,
  };
  const shipping = { shipping_address, shipping_address_id };
  return {
    path,
    buyer,
    redeems: items.coupons.length > 0 || items.giftCard !== undefined,
    async read(state) {
      // Checked before time is spent on too many charges.
      const credits = items.charges.filter(({ unit_amount_in_cents }) => (unit_amount_in_cents ?? 0) < 0).length;
      const issues = tooManyLines(path, items, Math.max(credits, items.charges.length - credits));
      if (issues.length > 0) return { issues };
      const basis = { path, buyer, currency, terms: purchase, shipping };
      const read = await readOrder(deps, caller, state, basis, 'purchase', (basis) => readCheckout(basis, items));
      if ('order' in read) await refuseDuplicates(state.records, read.order);
      return read;
    },
  };
};

/** A purchase may have several subscriptions, each with prices of its own. */
const misplacedRamp = ({ ramp_intervals }: PurchaseRequest['purchase']): Issue[] =>
  ramp_intervals?.length
    ? [{ field: 'purchase.ramp_intervals', symbol: 'invalid', reason: 'ramp_of_a_subscription' }]
    : [];

const emptyIssues = ({ subscriptions, adjustments }: PurchaseRequest['purchase']): Issue[] =>
  subscriptions?.length || adjustments?.length ? [] : [{ field: 'purchase.base', symbol: 'blank' }];

/** Version 2.8 introduced several subscriptions in one purchase. */
const severalIssues = ({ subscriptions }: PurchaseRequest['purchase'], version: Version): Issue[] =>
  (subscriptions?.length ?? 0) > 1 && !atLeast(version, '2.8')
    ? [{ field: 'purchase.subscriptions', symbol: 'too_many', count: 1 }]
    : [];

/**
 * Returns the issues of repeated currencies. Until 2.7 a charge may repeat the currency of the purchase; a redeemed
 * gift card may in every version.
 */
const repeatedCurrencyIssues = ({ currency, adjustments, gift_card }: PurchaseRequest['purchase']): Issue[] => [
  ...(adjustments ?? []).flatMap((charge, n) =>
    currencyIssues(`purchase.adjustments[${n}].currency`, charge.currency, currency),
  ),
  ...currencyIssues('purchase.gift_card.currency', gift_card?.currency, currency),
];

const isMoto = ({ transaction_type }: PurchasedSubscription): boolean => transaction_type === 'moto';

/** Elements that a subscription takes from its purchase: it may repeat them, and not change them. */
const REPEATED = [
  'currency',
  'collection_method',
  'net_terms',
  'net_terms_type',
  'po_number',
  'terms_and_conditions',
  'customer_notes',
  'vat_reverse_charge_notes',
  'gateway_code',
] as const satisfies readonly OfPurchase[];

const repeatedIssues = ({ purchase, account }: PurchaseRequest): Issue[] =>
  (purchase.subscriptions ?? []).flatMap((one, n) => {
    const codes = new Set((purchase.coupon_codes ?? []).map((code) => code.trim().toLowerCase()));
    const coupons = [...(one.coupon_code ? [one.coupon_code] : []), ...(one.coupon_codes ?? [])];
    const gift = one.gift_card?.redemption_code;
    const wrong = [
      ...REPEATED.filter((name) => one[name] && one[name] !== purchase[name]),
      ...(one.account?.account_code && one.account.account_code !== account.account_code ? ['account'] : []),
      ...(coupons.every((code) => codes.has(code.trim().toLowerCase())) ? [] : ['coupon_codes']),
      ...(gift && gift !== purchase.gift_card?.redemption_code ? ['gift_card'] : []),
      ...(one.billing_info?.three_d_secure_action_result_token_id ? ['billing_info'] : []),
    ];
    return wrong.map(
      (name): Issue => ({
        field: `purchase.subscriptions[${n}].${name}`,
        symbol: 'invalid',
        reason: 'differs_from_purchase',
      }),
    );
  });
