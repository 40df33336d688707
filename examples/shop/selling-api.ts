import { type ApiClient, BillingApiError } from './api-client.ts';
import type { Cart, Order } from './cart.ts';
import { gross, type Invoice, type InvoiceLine, readInvoice, readSold, type Sold, sum } from './invoice.ts';
import { type Content, child, children, childText, type XmlElement } from './xml.ts';

/** What a subscription asks for at its next date. */
export interface NextPayment {
  readonly name: string;
  /** ISO 8601. */
  readonly on: string;
  /** Minor units, taxes and lasting discounts included; undefined where that cannot be said. */
  readonly amount: number | undefined;
}

/** Under whose account a price is asked for. */
export interface Buyer {
  readonly account_code: string;
  /** There is a payment method on file, whose address would decide on the tax. */
  readonly hasMethod: boolean;
}

export type SellingApi = ReturnType<typeof sellingApi>;

/** The calls of the XML API v2 that a sale needs. Each throws {@link BillingApiError}. */
export const sellingApi = ({ call, find, download }: ApiClient) => {
  const sell = async (path: string, content: Content, headers?: Record<string, string>): Promise<Sold> => {
    const collection = await call('POST', path, 'purchase', content, headers);
    const sold = collection && readSold(collection);
    if (!sold) throw new BillingApiError(`${path} answered without an invoice.`, { status: 502 });
    return sold;
  };

  return {
    /** What a cart would come to now. Nothing is written. */
    quote: (cart: Cart, { account_code, hasMethod }: Buyer): Promise<Sold> => {
      const { address } = cart;
      const buyer = hasMethod && address.country ? { billing_info: { ...address } } : { address: { ...address } };
      return sell('/purchases/preview', { account: { account_code, ...buyer }, ...contentOf(cart) });
    },

    /** What an order would come to, asked in the very words it will be bought in. */
    quoteOrder: (order: Order, accountCode: string): Promise<Sold> =>
      sell('/purchases/preview', orderContent(order, accountCode)),

    /** Buys. The same key again is the same purchase: it is answered, and not made twice. */
    purchase: (order: Order, accountCode: string, key: string): Promise<Sold> =>
      sell('/purchases', orderContent(order, accountCode), { 'Idempotency-Key': key }),

    async invoice(number: string): Promise<Invoice | undefined> {
      const found = await find(`/invoices/${number}`);
      return found && readInvoice(found);
    },

    invoicePdf: (number: string): Promise<Buffer> => download(`/invoices/${number}`, 'application/pdf'),

    /** What comes after an invoice, by subscription. */
    async nextPayments(invoiceNumber: string, accountCode: string): Promise<NextPayment[]> {
      const subscriptions = await find(`/invoices/${invoiceNumber}/subscriptions`);
      const live = subscriptions ? children(subscriptions, 'subscription').filter(isLive) : [];
      return Promise.all(live.map(async (each) => ({ ...datesOf(each), amount: await renewal(each, accountCode) })));
    },
  };

  /**
   * What a subscription will cost: the same one once more, without trial, priced for the same account. What is paid once is not in it,
   * and coupons count that are still in force.
   */
  async function renewal(subscription: XmlElement, accountCode: string): Promise<number | undefined> {
    const read = (name: string) => childText(subscription, name);
    const plan = child(subscription, 'plan');
    const addOns = child(subscription, 'subscription_add_ons');
    const preview = await call('POST', '/subscriptions/preview', 'subscription', {
      account: { account_code: accountCode },
      plan_code: plan && childText(plan, 'plan_code'),
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
 * What of a subscription's first invoice comes again: not the setup fee, and so not its part of what was rounded over the whole. Undefined where
 * its lines are taxed differently: the invoice will tell.
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

/** All taxes on a line together, in millionths. */
const rateOf = ({ taxes }: InvoiceLine): number => sum(taxes.map(({ rate }) => Math.round(Number(rate) * MILLION)));

const isLive = (subscription: XmlElement): boolean => childText(subscription, 'state') === 'active';

const datesOf = (subscription: XmlElement) => {
  const plan = child(subscription, 'plan');
  return {
    name: (plan && childText(plan, 'name')) ?? '',
    on: childText(subscription, 'current_period_ends_at') ?? '',
  };
};

/** A purchase is the same text for the same order, whatever is known of the account by then: so it can be repeated under one key. */
const orderContent = ({ cart, person, token }: Order, accountCode: string) => ({
  account: {
    account_code: accountCode,
    ...person,
    address: { ...cart.address },
    billing_info: { token_id: token },
  },
  ...contentOf(cart),
});

const contentOf = ({ currency, plan, addons, goods, coupon, gift_card }: Cart) => ({
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
