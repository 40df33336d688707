import { decimalAmount } from './amounts.ts';
import { gross, type InvoiceLine, type SoldOrder, sum, taxesOf } from './invoice.ts';

const PLAN = ['plan', 'plan_trial'];
const ADD_ONS = ['add_on', 'add_on_trial'];
const SETUP = ['setup_fee'];

/**
 * The price of a cart in the form of the library's price object, with goods and credit, which the library does not
 * know.
 */
export const quoteView = ({ invoice, left }: SoldOrder) => {
  const { currency, lines, discount, tax, credit, balance } = invoice;
  const amount = (minor: number) => decimalAmount(minor, currency);
  const from = (...origins: readonly string[]) => lines.filter(({ origin }) => origins.includes(origin));
  const ofSubscription = from(...PLAN, ...ADD_ONS, ...SETUP);
  const paidBy = (isGift: boolean) =>
    sum(credit.filter(({ action }) => (action === 'gift_card') === isGift).map((each) => each.amount));
  return {
    currency,
    now: {
      plan: amount(gross(from(...PLAN))),
      addons: amount(gross(from(...ADD_ONS))),
      setup_fee: amount(gross(from(...SETUP))),
      discount: amount(discount),
      tax: amount(tax),
      gift_card: amount(paidBy(true)),
      credit: amount(paidBy(false)),
      total: amount(balance),
    },
    /** The one-time goods. */
    lines: except(lines, ofSubscription).map((line) => ({
      name: line.description,
      quantity: line.quantity,
      amount: amount(gross([line])),
    })),
    taxes: taxesOf(lines),
    /** Whether the subscription is taxed, wherever the service knows the address from. */
    is_subscription_taxed: taxesOf(ofSubscription).length > 0,
    /** The rest of the gift card, for the next renewal. */
    gift_card_left: amount(left),
    /**
     * The discount of all coupons on the subscription, including those of earlier orders, which the page does not know.
     */
    subscription_discount: amount(sum(ofSubscription.map((line) => line.discount))),
  };
};

export type QuoteView = ReturnType<typeof quoteView>;

const except = (lines: readonly InvoiceLine[], some: readonly InvoiceLine[]) =>
  lines.filter((line) => !some.includes(line));
