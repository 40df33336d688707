import type { ShippingAddressRecord } from '../../accounts/record.ts';
import { giftCardLine } from '../../adjustments/charge-lines.ts';
import type { DraftLine, LineSetting } from '../../adjustments/line.ts';
import type { AdjustmentRecord } from '../../adjustments/record.ts';
import { discountOrder } from '../../coupons/discount-terms.ts';
import { afterDiscount, type CouponsOfSale, discountsOf } from '../../coupons/discounts.ts';
import type { GiftCardRecord, GiftCardRow } from '../../gift-cards/record.ts';
import type { DraftInvoice } from '../../invoices/draft.ts';
import { draftInvoice, type Heading, pricedParts } from '../../invoices/draft-invoice.ts';
import { payDrafts } from '../../invoices/pay-drafts.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import type { Terms } from '../../invoices/terms.ts';
import { priceCart } from '../../price/price-cart.ts';
import type { Site } from '../../site.ts';
import { begunSubscription } from '../../subscriptions/begin.ts';
import type { SubscriptionRecord } from '../../subscriptions/record.ts';
import type { Sale } from './sale.ts';

/** Everything that was found out about a sale, and judged good. */
export interface Unpriced
  extends Pick<Sale, 'account_code' | 'account' | 'existing' | 'swept' | 'needsMethod' | 'bought'> {
  readonly site: Site;
  readonly setting: LineSetting;
  readonly terms: Terms;
  readonly drafted: {
    readonly lines: readonly DraftLine[];
    readonly credits: readonly AdjustmentRecord[];
    readonly subscriptions: readonly SubscriptionRecord[];
  };
  readonly coupons: CouponsOfSale;
  /** A payment method is on file, or comes along. */
  readonly hasMethod: boolean;
  readonly giftCard: GiftCardRecord | undefined;
  /** What the account holds of credit, oldest first. */
  readonly openCredits: readonly InvoiceRecord[];
  readonly addresses: readonly ShippingAddressRecord[];
  readonly heading: Pick<Heading, 'address' | 'vat_number' | 'reverseCharge' | 'shipping_address'>;
}

/** Prices the lines, puts them on their invoices, and pays from credit what can be. Throws a `RangeError` beyond what an invoice can hold. */
export const priceSale = (sale: Unpriced): Sale => {
  const { site, setting, terms, drafted, coupons, giftCard, openCredits } = sale;
  const { at, account_id, currency } = setting;
  const priced = priceCart({
    currency,
    lines: drafted.lines.map(({ line }) => line),
    discounts: discountsOf(coupons, currency),
    order: discountOrder(site),
  });
  const lines = drafted.lines.map(({ record }, n) => ({ ...record, ...pricedParts(priced.lines[n]!) }));

  const invoiceOf = (origin: Heading['origin'], parts: readonly AdjustmentRecord[]): DraftInvoice =>
    draftInvoice({ ...sale.heading, uuid: setting.uuid(), at, account_id, currency, origin, terms }, parts);
  const bought = sale.bought ?? null;
  const draft = lines.length > 0 ? invoiceOf('purchase', lines) : undefined;
  const charge = draft && bought ? ofGiftCard(bought, draft) : draft;
  const credits = [
    ...(drafted.credits.length > 0 ? [invoiceOf('credit', drafted.credits)] : []),
    ...(giftCard ? [ofGiftCard(giftCard, invoiceOf('gift_card', [giftCardLine(setting, giftCard)]))] : []),
  ];
  const paid = payDrafts(setting, settledWhenEmpty(charge, at), openCredits, credits);

  const payable = sale.hasMethod || terms.collection_method === 'manual';
  const given = paid.due === 0 && paid.creditPayments.some(({ action }) => action === 'gift_card');
  const discounted = (uuid: string): number =>
    lines
      .flatMap(({ discounts }) => discounts)
      .reduce((sum, { redemption, amount }) => sum + (redemption === uuid ? amount : 0), 0);
  return {
    at,
    account_id,
    account_code: sale.account_code,
    existing: sale.existing,
    account: sale.account,
    currency,
    charge: paid.charge,
    credits: paid.credits,
    subscriptions: drafted.subscriptions.map((subscription) => {
      const own = lines.filter(({ subscription_id }) => subscription_id === subscription.uuid);
      const charged = own.reduce((sum, line) => sum + line.total_in_cents, 0);
      return begunSubscription(withTax(subscription, own), { payable, given, charged });
    }),
    swept: sale.swept,
    addresses: sale.addresses,
    redemptions: coupons.added.map(({ row }) => afterDiscount(row, discounted(row.uuid), at)),
    redeemedBefore: [
      ...coupons.before
        .filter(({ row }) => discounted(row.uuid) > 0)
        .map(({ row }) => afterDiscount(row, discounted(row.uuid), at)),
      ...coupons.replaced.map((row) => ({ ...row, ended_at: at, updated_at: at })),
    ],
    gift_card: giftCard?.key ?? null,
    bought: bought && { ...bought, purchase_invoice_id: charge?.invoice.uuid ?? null },
    creditPayments: paid.creditPayments,
    reservation: {
      coupons: coupons.added.map(({ row }) => row.coupon_key),
      codes: coupons.added.flatMap(({ row }) => row.unique_code_key ?? []),
      gift_cards: giftCard ? [giftCard.key] : [],
    },
    needsMethod: sale.needsMethod,
    due: paid.due,
  };
};

const settledWhenEmpty = (charge: DraftInvoice | undefined, at: number): DraftInvoice | undefined =>
  charge?.invoice.total_in_cents === 0
    ? { ...charge, invoice: { ...charge.invoice, state: 'paid', closed_at: at } }
    : charge;

/** An invoice that sells a gift card, or gives its value, names it. */
const ofGiftCard = ({ id }: Pick<GiftCardRow, 'id'>, draft: DraftInvoice): DraftInvoice => ({
  ...draft,
  invoice: { ...draft.invoice, gift_card_id: id },
});

/** The tax a subscription is shown with is that of its plan. */
const withTax = (subscription: SubscriptionRecord, own: readonly AdjustmentRecord[]): SubscriptionRecord => {
  const plan = own.find(({ origin }) => origin === 'plan');
  if (!plan?.taxable) return subscription;
  const { tax_type, tax_region, tax_rate } = plan;
  return {
    ...subscription,
    tax_type,
    tax_region,
    tax_rate,
    tax_in_cents: own.reduce((sum, line) => sum + line.tax_in_cents, 0),
  };
};
