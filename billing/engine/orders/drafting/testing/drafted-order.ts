import { SITE_SELLS } from '../../../../domain/business-entities/seller.ts';
import { UNLABELED } from '../../../../domain/general-ledger/labels.ts';
import type { Terms } from '../../../../domain/invoices/terms.ts';
import type { SubscriptionBilled } from '../../../../domain/subscriptions/lines.ts';
import type { SubscriptionRecord } from '../../../../domain/subscriptions/record.ts';
import { at } from '../../../../domain/subscriptions/testing/subscription.ts';
import { isOfProducts, type Transition } from '../../../../domain/subscriptions/transition.ts';
import type { TaxRate } from '../../../../values/price/cart.ts';
import type { Order, SubscriptionItem } from '../order.ts';

/** The plan that a subscription is billed for, as lines need it. */
export const BILLED = {
  plan: { accounting_code: null, setup_fee_accounting_code: null } as SubscriptionBilled['plan'],
  labels: UNLABELED,
};
const TERMS = { collection_method: 'automatic', net_terms: 0 } as Terms;

/** A purchase on 1 April 2024 without coupons or credit. */
export const draftedOrder = (subscriptions: readonly SubscriptionItem[], more: Partial<Order> = {}): Order => ({
  at: at('2024-04-01'),
  currency: 'USD',
  account: {
    id: 'ada',
    code: 'ada',
    existing: undefined,
    changes: {},
  },
  payer: {
    id: 'ada',
    exists: false,
    account_code: 'ada',
    first_name: null,
    last_name: null,
    company_name: null,
    email: null,
  },
  movements: new Map(),
  accountCodes: new Map([['ada', 'ada']]),
  origin: 'purchase',
  terms: TERMS,
  method: { presented: undefined, info: undefined, stored: undefined, offered: undefined },
  billing: {
    account_id: 'ada',
    address: {} as Order['billing']['address'],
    vat_number: null,
    reverseCharge: false,
    usedTaxService: null,
    shipping_address: null,
    seller: SITE_SELLS,
  },
  charges: [],
  subscriptions,
  fees: [],
  coupons: { active: [], replaced: [], redeemed: [] },
  discountOrder: { first: 'percent', percents: 'compounded' },
  credit: [],
  giftCard: undefined,
  soldGiftCard: undefined,
  shippingAddresses: [],
  needsMethod: false,
  ...more,
});

/** A subscription of an order that announces, credits and bills nothing else. */
export const unmoved = (before: SubscriptionRecord) => ({
  before: { ...before, revision: 1 },
  events: [],
  credits: [],
  corrected: [],
  credited: [],
  creditOrigin: 'refund' as const,
  usage: [],
  voidedUsage: [],
  fees: [],
});

/** A subscription after a transition, billed for everything except usage. */
export const draftedItem = (
  kind: 'add' | 'renew',
  { subscription, charges, events }: Transition<SubscriptionRecord>,
  rates: readonly TaxRate[] = [],
  fees: SubscriptionItem['fees'] = [],
): SubscriptionItem => ({
  ...BILLED,
  kind,
  ...unmoved(subscription),
  events: events.map(({ type }) => type),
  subscription,
  charges: charges.filter(isOfProducts),
  rates,
  fees,
  shipping: null,
});
