import type { ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import { giftCardLine } from '../../../domain/adjustments/charge-lines.ts';
import type { DraftLine, LineSetting } from '../../../domain/adjustments/line.ts';
import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import { afterDiscount, discountsOf } from '../../../domain/coupons/discounts.ts';
import type { RedemptionRow } from '../../../domain/coupons/record.ts';
import { labeled } from '../../../domain/general-ledger/labels.ts';
import type { GiftCardRow } from '../../../domain/gift-cards/record.ts';
import type { CreditPaymentRecord } from '../../../domain/invoices/credit-payment.ts';
import type { CreditedInvoice } from '../../../domain/invoices/credited-invoice.ts';
import type { DraftInvoice } from '../../../domain/invoices/draft.ts';
import { draftInvoice, headerOf, pricedParts } from '../../../domain/invoices/draft-invoice.ts';
import { invoiceName } from '../../../domain/invoices/invoice-name.ts';
import { payDrafts } from '../../../domain/invoices/pay-drafts.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { Reservation } from '../../../domain/payments/intent.ts';
import { begunSubscription } from '../../../domain/subscriptions/begin.ts';
import type { SaidOnCancel } from '../../../domain/subscriptions/cancellation-note.ts';
import type { SubscriptionEventType } from '../../../domain/subscriptions/event-type.ts';
import { linesOfSubscription } from '../../../domain/subscriptions/lines.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import { feeLine } from '../../../domain/subscriptions/shipping-fee.ts';
import type { UsageCharge } from '../../../domain/subscriptions/transition.ts';
import { correctionLine, type UsageBilling, usageLinesOf } from '../../../domain/subscriptions/usage-lines.ts';
import type { World } from '../../../ports/world.ts';
import { priceCart } from '../../../values/price/price-cart.ts';
import { atOnce, type Steps } from '../../../values/steps.ts';
import type { Seconds } from '../../../values/time.ts';
import type { SentAccount } from '../../recording/accounts/account-writer.ts';
import { draftCredits } from './draft-credits.ts';
import type { InvoiceOrigin, Order, SubscriptionItem, UpdateItem } from './order.ts';

/**
 * A priced order: its invoice drafts, and every other record that it writes, except the payment and the numbers, which
 * are assigned on recording. It is plain data, so that an authorization can store it until it is captured.
 */
export interface OrderDraft {
  readonly at: Seconds;
  /** The account that it is for. */
  readonly account_id: string;
  readonly account_code: string;
  /** False: the order creates the account. */
  readonly existing: boolean;
  /** The account that pays, and that the invoices are of, where it is another one: the parent. */
  readonly payer?: { readonly id: string; readonly account_code: string };
  /**
   * Other accounts that some of its credits are of. No money of theirs may be moving when it is recorded. Missing in
   * orders that an earlier release authorized.
   */
  readonly creditedAccounts?: readonly string[];
  /** Null: the account stays as it is. */
  readonly account: SentAccount | null;
  readonly currency: string;
  /** Missing when nothing is charged, for example by a subscription that starts later. */
  readonly charge: DraftInvoice | undefined;
  /** One-time credits, prorated credits, and a gift card that is redeemed. */
  readonly credits: readonly DraftInvoice[];
  readonly subscriptions: {
    readonly added: readonly SubscriptionRecord[];
    readonly updated: readonly UpdatedSubscription[];
  };
  /** Ids of the lines among those above that were pending on the account. */
  readonly pending: readonly string[];
  /** Earlier charge invoices with credited lines. */
  readonly credited: readonly CreditedInvoice[];
  readonly addresses: readonly ShippingAddressRecord[];
  readonly redemptions: readonly RedemptionRow[];
  /** Earlier redemptions that are updated: they discounted something, or a new one replaces them. */
  readonly updatedRedemptions: readonly RedemptionRow[];
  readonly soldGiftCard: GiftCardRow | null;
  /** Usage that the lines above bill. Missing in orders that an earlier release authorized. */
  readonly usage?: readonly UsageBilling[];
  /**
   * Credit payments for the charge, from earlier credit invoices and from those above, and for earlier charges that
   * those above credit.
   */
  readonly creditPayments: readonly CreditPaymentRecord[];
  /** Names of the earlier invoices by uuid, for previews. Missing in orders that an earlier release authorized. */
  readonly invoiceNames?: Readonly<Record<string, string>>;
  /** Codes of the accounts that lines are for, by id, for previews. Missing as well. */
  readonly accountCodes?: Readonly<Record<string, string>>;
  readonly reservation: Reservation;
  /** Cents left to be paid with money. */
  readonly due: number;
}

/** Returns the account that pays for an order, and that its invoices are of. */
export const payerOf = ({
  payer,
  account_id: id,
  account_code,
}: Pick<OrderDraft, 'payer' | 'account_id' | 'account_code'>): NonNullable<OrderDraft['payer']> =>
  payer ?? { id, account_code };

export interface UpdatedSubscription {
  readonly record: SubscriptionRecord;
  readonly events: readonly SubscriptionEventType[];
  readonly said?: SaidOnCancel | undefined;
  readonly voidedUsage: readonly UsageCharge[];
}

/** Lines that are completed in one step: a few milliseconds of work. */
const PER_STEP = 500;

/**
 * Prices an order, drafts its invoices and applies credit. Throws a `RangeError` for totals that exceed the limit of an
 * invoice.
 */
export const draftOrder = (world: Pick<World, 'ids'>, order: Order): OrderDraft => atOnce(draftSteps(world, order));

/** Drafts an order as `draftOrder` does, in steps. */
export function* draftSteps({ ids }: Pick<World, 'ids'>, order: Order): Steps<OrderDraft> {
  const { at, currency, account, payer, terms, coupons, giftCard } = order;
  const setting: LineSetting = { uuid: ids.uuid, at, account_id: account.id, currency };
  const drafts = draftLines(setting, order);
  const priced = function* (parts: readonly DraftLine[]): Steps<AdjustmentRecord[]> {
    if (parts.length > PER_STEP) yield;
    const cart = priceCart({
      currency,
      lines: parts.map(({ line, record }) => ({ ...line, owner: record.account_id })),
      discounts: discountsOf(coupons, currency),
      order: order.discountOrder,
    });
    const lines: AdjustmentRecord[] = [];
    for (const [n, { record }] of parts.entries()) {
      if (n % PER_STEP === PER_STEP - 1) yield;
      lines.push({ ...record, ...pricedParts(cart.lines[n]!) });
    }
    return lines;
  };
  const lines = yield* priced(drafts.charges);
  const corrections = (yield* priced(drafts.corrections)).map(correctionLine);

  const invoiceOf = (
    origin: InvoiceOrigin,
    parts: readonly AdjustmentRecord[],
    credited?: InvoiceRecord,
  ): DraftInvoice => {
    const header = credited
      ? { ...headerOf(credited), terms: { ...terms, billing_info_uuid: null } }
      : { ...order.billing, terms };
    return draftInvoice({ ...header, uuid: ids.uuid(), at, currency, origin }, parts);
  };
  const oneTime = order.charges.map(({ line }) => line).filter(({ type }) => type === 'credit');
  const updates = order.subscriptions.filter(isUpdate);
  const given = draftCredits(setting, payer.id, updates, corrections, invoiceOf);
  const credits = [
    ...(oneTime.length > 0 ? [invoiceOf('credit', oneTime)] : []),
    ...given.credits,
    ...(giftCard ? [ofGiftCard(giftCard, invoiceOf('gift_card', [giftCardLine(setting, giftCard)]))] : []),
  ];
  // After the credit invoices, like their numbers: ids order what was created in the same second.
  const sold = order.soldGiftCard;
  const draft = lines.length > 0 ? invoiceOf(order.origin, lines) : undefined;
  const charge = draft && sold ? ofGiftCard(sold, draft) : draft;
  const paid = payDrafts(setting, settledWhenEmpty(charge, at), order.credit, credits);

  const payable = order.method.info !== undefined || terms.collection_method === 'manual';
  const byGiftCard = paid.due === 0 && paid.creditPayments.some(({ action }) => action === 'gift_card');
  const billed = ({ kind, subscription }: SubscriptionItem): SubscriptionRecord => {
    const own = lines.filter(({ subscription_id }) => subscription_id === subscription.uuid);
    if (kind === 'end') return subscription;
    const record = withTaxRate(subscription, own);
    if (kind === 'renew' || kind === 'change') return record;
    const charged = own.reduce((sum, line) => sum + line.total_in_cents, 0);
    return begunSubscription(record, { payable, given: byGiftCard, charged });
  };
  return {
    at,
    account_id: account.id,
    account_code: account.code,
    existing: account.existing !== undefined,
    ...(payer.id === account.id ? {} : { payer: { id: payer.id, account_code: payer.account_code } }),
    creditedAccounts: [...new Set(given.credits.map(({ invoice }) => invoice.account_id))].filter(
      (id) => id !== payer.id,
    ),
    account: account.changes,
    currency,
    charge: paid.charge,
    credits: paid.credits,
    subscriptions: {
      added: order.subscriptions.filter(({ kind }) => kind === 'add').map(billed),
      updated: updates.map((item) => ({
        record: billed(item),
        events: item.events,
        said: item.said,
        voidedUsage: item.voidedUsage,
      })),
    },
    pending: order.charges.filter(({ pending }) => pending).map(({ line }) => line.uuid),
    credited: given.credited,
    addresses: order.shippingAddresses,
    ...redemptionsAfter(order, lines),
    soldGiftCard: sold ? { ...sold, purchase_invoice_id: charge?.invoice.uuid ?? null } : null,
    usage: drafts.usage,
    creditPayments: [...given.uses, ...paid.creditPayments],
    invoiceNames: Object.fromEntries(
      [...order.credit, ...updates.flatMap(({ credited }) => credited)].map((one) => [one.uuid, invoiceName(one)]),
    ),
    accountCodes: Object.fromEntries(order.accountCodes),
    reservation: {
      coupons: coupons.redeemed.map(({ row }) => row.coupon_key),
      codes: coupons.redeemed.flatMap(({ row }) => row.unique_code_key ?? []),
      gift_cards: giftCard ? [giftCard.key] : [],
    },
    due: paid.due,
  };
}

interface DraftLines {
  /** Lines of the charge invoice. */
  readonly charges: readonly DraftLine[];
  /** Lines of the credit invoice for usage. */
  readonly corrections: readonly DraftLine[];
  readonly usage: readonly UsageBilling[];
}

/** Returns the lines of an order, before they are priced. */
const draftLines = (setting: LineSetting, { charges, subscriptions, fees }: Order): DraftLines => {
  const lines: DraftLine[] = [];
  const corrections: DraftLine[] = [];
  const usage: UsageBilling[] = [];
  for (const { line: record, discountable, rates } of charges.filter(({ line }) => line.type === 'charge')) {
    const kind = discountable ? 'charge' : 'undiscounted';
    const gross = record.unit_amount_in_cents * record.quantity;
    const item = record.item_code ? { item: record.item_code } : {};
    const taxed = { rates, inclusive: record.tax_inclusive };
    const line = { kind, code: record.product_code ?? '', position: lines.length, gross, ...taxed, ...item } as const;
    lines.push({ record, line });
  }
  for (const item of subscriptions) {
    const { charges, fees: _, ...billed } = item;
    const withLabels = ({ line, record }: DraftLine): DraftLine => ({ line, record: labeled(record, item.labels) });
    for (const charge of charges) {
      lines.push(...linesOfSubscription(setting, { ...billed, charge }, lines.length).map(withLabels));
    }
    if (!isUpdate(item)) continue;
    const showsUnused = charges.some(({ kind }) => kind === 'period');
    const used = usageLinesOf(setting, { ...item, showsUnused }, lines.length + corrections.length);
    lines.push(...used.charges.map(withLabels));
    corrections.push(...used.corrections.map(withLabels));
    usage.push(...used.billed);
  }
  for (const fee of [...fees, ...subscriptions.flatMap((item) => item.fees)]) {
    lines.push(feeLine(setting, fee, lines.length + corrections.length));
  }
  return { charges: lines, corrections, usage };
};

const isUpdate = (item: SubscriptionItem): item is UpdateItem => item.kind !== 'add';

const redemptionsAfter = (
  { at, coupons }: Order,
  lines: readonly AdjustmentRecord[],
): Pick<OrderDraft, 'redemptions' | 'updatedRedemptions'> => {
  const discounts = lines.flatMap((line) => line.discounts);
  const discounted = (uuid: string): number =>
    discounts.reduce((sum, { redemption, amount }) => sum + (redemption === uuid ? amount : 0), 0);
  return {
    redemptions: coupons.redeemed.map(({ row }) => afterDiscount(row, discounted(row.uuid), at)),
    updatedRedemptions: [
      ...coupons.active
        .filter(({ row }) => discounted(row.uuid) > 0)
        .map(({ row }) => afterDiscount(row, discounted(row.uuid), at)),
      ...coupons.replaced.map((row) => ({ ...row, ended_at: at, updated_at: at })),
    ],
  };
};

const settledWhenEmpty = (charge: DraftInvoice | undefined, at: Seconds): DraftInvoice | undefined =>
  charge?.invoice.total_in_cents === 0
    ? { ...charge, invoice: { ...charge.invoice, state: 'paid', closed_at: at } }
    : charge;

/** Makes an invoice that sells or redeems a gift card refer to it. */
const ofGiftCard = ({ id }: Pick<GiftCardRow, 'id'>, draft: DraftInvoice): DraftInvoice => ({
  ...draft,
  invoice: { ...draft.invoice, gift_card_id: id },
});

/** Returns a subscription with the tax rate with which its plan was last billed: none if it was billed without tax. */
const withTaxRate = (subscription: SubscriptionRecord, own: readonly AdjustmentRecord[]): SubscriptionRecord => {
  const plan = own.find(({ origin }) => origin === 'plan' || origin === 'plan_trial');
  if (!plan) return subscription;
  const { tax_type, tax_region, tax_rate } = plan;
  return { ...subscription, tax_type, tax_region, tax_rate };
};
