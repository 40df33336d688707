import { type ApiClient, BillingApiError } from './api-client.ts';
import type { ShopCart, ShopOrder } from './cart.ts';
import { gross, type Invoice, type InvoiceLine, readInvoice, readSold, type SoldOrder, sum } from './invoice.ts';
import { child, children, childText, type XmlContent, type XmlElement } from './xml.ts';

/** The next payment of a subscription. */
export interface NextPayment {
  readonly name: string;
  /** ISO 8601. */
  readonly on: string;
  /** Minor units, with taxes and lasting discounts; undefined if it cannot be known. */
  readonly amount: number | undefined;
}

/** The account that a price is requested for. */
export interface Buyer {
  readonly account_code: string;
  /** A payment method is on file, whose address would determine the tax. */
  readonly hasMethod: boolean;
}

export type SellingApi = ReturnType<typeof sellingApi>;

/** The calls of the XML API v2 for orders. Each throws {@link BillingApiError}. */
export const sellingApi = ({ call, find, download }: ApiClient) => {
  const sell = async (path: string, content: XmlContent, headers?: Record<string, string>): Promise<SoldOrder> => {
    const collection = await call('POST', path, 'purchase', content, headers);
    const sold = collection && readSold(collection);
    if (!sold) throw new BillingApiError(`${path} answered without an invoice.`, { status: 502 });
    return sold;
  };

  return {
    /** Returns the price of a cart. Nothing is stored. */
    quote: (cart: ShopCart, { account_code, hasMethod }: Buyer): Promise<SoldOrder> => {
      const { address } = cart;
      const buyer = hasMethod && address.country ? { billing_info: { ...address } } : { address: { ...address } };
      return sell('/purchases/preview', { account: { account_code, ...buyer }, ...contentOf(cart) });
    },

    /** Returns the price of an order, requested with the same body that it will be bought with. */
    quoteOrder: (order: ShopOrder, accountCode: string): Promise<SoldOrder> =>
      sell('/purchases/preview', orderContent(order, accountCode)),

    /** Buys. The same key again is the same purchase: it is answered, not repeated. */
    purchase: (order: ShopOrder, accountCode: string, key: string): Promise<SoldOrder> =>
      sell('/purchases', orderContent(order, accountCode), { 'Idempotency-Key': key }),

    async invoice(number: string): Promise<Invoice | undefined> {
      const found = await find(`/invoices/${number}`);
      return found && readInvoice(found);
    },

    invoicePdf: (number: string): Promise<Buffer> => download(`/invoices/${number}`, 'application/pdf'),

    /** Returns the invoice number of an account's live subscription to a plan; undefined if it has none. */
    async receiptOf(accountCode: string, planCode: string): Promise<string | undefined> {
      const found = await find(`/accounts/${encodeURIComponent(accountCode)}/subscriptions`);
      const live = found ? children(found, 'subscription').filter(isLive) : [];
      const owned = live.find((each) => planCodeOf(each) === planCode);
      return owned && child(owned, 'invoice')?.attributes.href?.split('/').at(-1);
    },

    /** Returns the codes of the coupons that an invoice was discounted by. */
    async couponsOf(invoiceNumber: string): Promise<string[]> {
      const found = await find(`/invoices/${invoiceNumber}/redemptions`);
      return found ? children(found, 'redemption').map((each) => childText(each, 'coupon_code') ?? '') : [];
    },

    /** Returns what the next period of a subscription costs, in minor units; undefined if it cannot be known. */
    renewalAmount: renewal,

    /** Returns the next payment after an invoice, by subscription. */
    async nextPayments(invoiceNumber: string, accountCode: string): Promise<NextPayment[]> {
      const subscriptions = await find(`/invoices/${invoiceNumber}/subscriptions`);
      const live = subscriptions ? children(subscriptions, 'subscription').filter(isLive) : [];
      return Promise.all(live.map(async (each) => ({ ...datesOf(each), amount: await renewal(each, accountCode) })));
    },
  };

  /**
   * Returns the next payment of a subscription: a preview of the same one, without trial, for the same account. It has
   * no one-time lines, and coupons count if they are still active.
   */
  async function renewal(subscription: XmlElement, accountCode: string): Promise<number | undefined> {
    const read = (name: string) => childText(subscription, name);
    const addOns = child(subscription, 'subscription_add_ons');
    const preview = await call('POST', '/subscriptions/preview', 'subscription', {
      account: { account_code: accountCode },
      plan_code: planCodeOf(subscription),
      currency: read('currency'),
      quantity: read('quantity'),
      trial_ends_at: read('current_period_started_at'),
      bulk: 'true',
      subscription_add_ons: {
        subscription_add_on: (addOns ? children(addOns, 'subscription_add_on') : []).map((each) => ({
          add_on_code: childText(each, 'add_on_code'),
          quantity: childText(each, 'quantity'),
        })),
      },
    }).catch(() => undefined);
    const collection = preview && child(preview, 'invoice_collection');
    return recurring(collection && readSold(collection)?.invoice);
  }
};

/**
 * Returns the amount of a subscription's first invoice that recurs: without the setup fee, and without its part of sums
 * that were rounded over the whole invoice. Undefined if lines are taxed differently: then only the invoice knows.
 */
const recurring = (invoice: Invoice | undefined): number | undefined => {
  const lines = (invoice?.lines ?? []).filter(({ origin }) => origin === 'plan' || origin === 'add_on');
  const [rate, ...others] = new Set(lines.map(rateOf));
  if (!invoice || rate === undefined || others.length > 0) return undefined;
  const whole = gross(lines);
  const net = whole - Math.min(invoice.discount, whole);
  return net + Math.round((net * rate) / MILLION);
};

const MILLION = 1_000_000;

/** The combined tax rate of a line, in millionths. */
const rateOf = ({ taxes }: InvoiceLine): number => sum(taxes.map(({ rate }) => Math.round(Number(rate) * MILLION)));

const isLive = (subscription: XmlElement): boolean => childText(subscription, 'state') === 'active';

const planCodeOf = (subscription: XmlElement): string | undefined => {
  const plan = child(subscription, 'plan');
  return plan && childText(plan, 'plan_code');
};

const datesOf = (subscription: XmlElement) => {
  const plan = child(subscription, 'plan');
  return {
    name: (plan && childText(plan, 'name')) ?? '',
    on: childText(subscription, 'current_period_ends_at') ?? '',
  };
};

/**
 * Returns the body of a purchase. It is the same text for the same order, whatever is known of the account meanwhile,
 * so that it can be repeated with one key.
 */
const orderContent = ({ cart, person, token, confirmed }: ShopOrder, accountCode: string) => ({
  account: {
    account_code: accountCode,
    ...person,
    address: { ...cart.address },
    // Without a token, the method on file pays, and its address is the one of this order.
    billing_info: {
      ...(token ? { token_id: token } : cart.address),
      three_d_secure_action_result_token_id: confirmed,
    },
  },
  ...contentOf(cart),
});

const contentOf = ({ currency, plan, addons, goods, coupon, gift_card }: ShopCart) => ({
  currency,
  subscriptions: {
    subscription: {
      plan_code: plan.code,
      quantity: String(plan.quantity),
      subscription_add_ons: {
        subscription_add_on: addons.map(({ code, quantity }) => ({ add_on_code: code, quantity: String(quantity) })),
      },
    },
  },
  adjustments: {
    adjustment: goods.map(({ good, quantity }) => ({
      description: good.name,
      product_code: good.code,
      unit_amount_in_cents: String(good.prices[currency]),
      quantity: String(quantity),
      tax_code: 'physical',
    })),
  },
  coupon_codes: coupon ? { coupon_code: coupon } : undefined,
  gift_card: gift_card ? { redemption_code: gift_card } : undefined,
});
