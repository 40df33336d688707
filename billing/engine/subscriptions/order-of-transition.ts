import type { AccountRecord, ShippingAddressRecord } from '../../domain/accounts/record.ts';
import { shippingSnapshot } from '../../domain/adjustments/adjustment.ts';
import type { LineRefund } from '../../domain/adjustments/credit-line.ts';
import type { InvoiceSeller } from '../../domain/business-entities/seller.ts';
import { discountOrder } from '../../domain/coupons/discount-terms.ts';
import { billedTo } from '../../domain/invoices/draft-invoice.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { resolveTerms } from '../../domain/invoices/terms.ts';
import { lineCount } from '../../domain/subscriptions/lines.ts';
import type { ShownSubscription, SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import { isOfProducts } from '../../domain/subscriptions/transition.ts';
import { addOnsBeyondLimit, usageLineCount } from '../../domain/subscriptions/usage-lines.ts';
import { evidenceOf } from '../../domain/taxes/location-evidence.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { TaxProvider } from '../../ports/tax.ts';
import type { World } from '../../ports/world.ts';
import { sellerFor, sellerOfInvoice } from '../../queries/settings/business-entities.ts';
import { MOST_LINES } from '../../resources/invoice.ts';
import type { Site } from '../../resources/site.ts';
import { Invalid, refuse } from '../../values/failure.ts';
import { MAX_CENTS } from '../../values/money/cents.ts';
import { isExempt } from '../../values/tax/exemption.ts';
import type { InvoiceOrigin, Order, UpdateItem } from '../orders/drafting/order.ts';
import { taxLookup } from '../orders/reading/look-up-taxes.ts';
import { codesOf, readPendingCharges } from '../orders/reading/read-charges.ts';
import { activeCoupons, couponsOfOthers } from '../orders/reading/read-coupons.ts';
import { readSubscriptionLabels } from '../orders/reading/read-labels.ts';
import { readSubscriptionFee, withKnownMethod } from '../orders/reading/read-shipping-fee.ts';
import { payingMethod } from '../recording/methods/paying-method.ts';
import { readUsageCharges } from '../recording/usage/read-usage-charge.ts';
import type { Update } from './decision.ts';
import { readCorrections } from './reading/read-corrections.ts';

export interface TransitionOrderDeps {
  readonly world: World;
  readonly tax: TaxProvider;
}

const ORIGINS: Readonly<Record<UpdateItem['kind'], InvoiceOrigin>> = {
  start: 'purchase',
  renew: 'renewal',
  change: 'immediate_change',
  end: 'termination',
};

/**
 * Returns the order of a transition that bills something: at the agreed prices, with current taxes, the coupons in
 * force and the credit of the account that pays. A new period also bills the charges that are pending on the account,
 * as many as its invoice has room for. Throws `Invalid` where the site may not sell.
 */
export const orderOfTransition = async (
  { world, tax }: TransitionOrderDeps,
  { site, at }: Caller,
  records: Records,
  before: ShownSubscription,
  decision: Update,
): Promise<Order> => {
  const { kind, transition, addresses = [] } = decision;
  const subscription = await withKnownMethod(records, transition.subscription, transition.charges);
  const { account_code, account_id } = before;
  const { currency } = subscription;
  const parties = await readParties(records, site, before, decision, subscription);
  const { account, payer, movements, held, address, vat_number, seller, terms } = parties;
  const taxes = taxLookup(tax, {
    seller,
    collection: terms.collection_method,
    addresses: { billing: held, account: payer.address },
    vat_number,
    exemption_certificate: payer.exemption_certificate,
    entity_use_code: payer.entity_use_code,
  });
  const item = await readItem({ records, site, taxes, payer, movements }, before, decision, subscription);
  refuse(
    addOnsBeyondLimit(item.usage).map((code) => ({
      field: `subscription.subscription_add_ons.${code}`,
      symbol: 'invalid',
      count: MAX_CENTS,
    })),
  );
  const pending = await readPending(records, account, item);
  const charges = await readPendingCharges({ site, tax_exempt: payer.tax_exempt, taxes, world }, pending);
  const findings = taxes.findings();
  if (findings.refused)
    throw new Invalid([{ field: 'subscription.base', symbol: 'invalid', reason: 'no_tax_for_address' }]);
  const coupons = decision.coupons ?? {
    active: await activeCoupons(records, account_id, at),
    replaced: [],
    redeemed: [],
  };
  const ofOthers = await couponsOfOthers(records, pending, account_id, at);
  const { first_name, last_name, company_name, email } = payer;
  return {
    at,
    currency,
    account: { id: account_id, code: account_code, existing: account, changes: null },
    payer: {
      id: payer.id,
      exists: true,
      account_code: payer.account_code,
      first_name,
      last_name,
      company_name,
      email,
    },
    movements,
    accountCodes: new Map([[account_id, account_code], ...codesOf(pending)]),
    origin: ORIGINS[kind],
    terms,
    method: { presented: undefined, info: held, stored: held, offered: undefined },
    billing: {
      account_id: payer.id,
      address,
      vat_number,
      reverseCharge: findings.reverseCharge,
      usedTaxService: findings.usedTaxService,
      shipping_address: item.shipping,
      seller: seller.header,
      evidence: evidenceOf(held),
    },
    charges,
    subscriptions: [item],
    fees: [],
    coupons: { ...coupons, active: [...coupons.active, ...ofOthers] },
    discountOrder: discountOrder(site),
    credit: await records.invoices.openCredits(payer.id, currency),
    giftCard: undefined,
    soldGiftCard: undefined,
    shippingAddresses: addresses,
    needsMethod: false,
  };
};

/** Returns who buys, who pays and by which method, and who sells on which terms. */
const readParties = async (
  records: Records,
  site: Site,
  before: ShownSubscription,
  decision: Update,
  subscription: SubscriptionRecord,
) => {
  const { account_code, payer_account_code } = before;
  const account = await records.accounts.find(account_code);
  const payer = payer_account_code === account_code ? account : await records.accounts.find(payer_account_code);
  if (!account || !payer) throw new Error(`The subscription ${before.uuid} has no account`);
  const movements = new Map([[payer.id, await records.ledger.count(payer.id)]]);
  const held = await payingMethod(records, { ...subscription, account_id: payer.id });
  const address = billedTo(payer, held);
  const seller = await sellerOfTransition(records, site, decision, before, payer, address.country);
  const { credit_customer_notes } = decision;
  const terms = resolveTerms(seller.site, { ...subscription, credit_customer_notes });
  return {
    account,
    payer,
    movements,
    held,
    address,
    vat_number: held?.vat_number || payer.vat_number || null,
    seller,
    terms,
  };
};

interface ItemReader {
  readonly records: Records;
  readonly site: Site;
  readonly taxes: ReturnType<typeof taxLookup>;
  readonly payer: AccountRecord;
  /** Receives the accounts of invoices that are credited. */
  readonly movements: Map<string, number>;
}

/** Returns what the transition bills and credits of its subscription. */
const readItem = async (
  { records, site, taxes, payer, movements }: ItemReader,
  before: ShownSubscription,
  { kind, transition, credits = [], creditOrigin = 'immediate_change', addresses = [] }: Update,
  subscription: SubscriptionRecord,
): Promise<UpdateItem> => {
  const plan = await records.plans.byId(subscription.plan_id);
  const shipTo = await shippingAddress(records, subscription, addresses);
  const exempt = isExempt(site, payer, { kind: 'plan', tax_exempt: subscription.tax_exempt });
  const { usage, credits: corrected } = await readCorrections(
    records,
    await readUsageCharges(records, { before, after: subscription }, transition.charges),
  );
  const fees = { records, site, tax_exempt: payer.tax_exempt, taxes };
  return {
    kind,
    before,
    subscription,
    events: transition.events.map(({ type }) => type),
    said: transition.said,
    charges: transition.charges.filter(isOfProducts),
    credits,
    corrected,
    credited: await creditedInvoices(records, movements, [...credits, ...corrected]),
    creditOrigin,
    usage,
    voidedUsage: transition.voidedUsage ?? [],
    fees: await readSubscriptionFee(fees, subscription, transition.charges, shipTo),
    plan: plan ?? UNKNOWN_PLAN,
    labels: await readSubscriptionLabels(records, plan, subscription),
    rates: await taxes.rates({ shipping: shipTo, tax_code: subscription.tax_code, exempt }),
    shipping: shipTo ? shippingSnapshot(shipTo) : null,
  };
};

/** Returns the charges that are pending on the account, where a period begins: as many as its invoice has room for. */
const readPending = async (
  { adjustments }: Pick<Records, 'adjustments'>,
  account: AccountRecord,
  { kind, charges, subscription, usage, fees }: UpdateItem,
) => {
  if (kind === 'change' || !charges.some((charge) => charge.kind === 'period')) return [];
  const own = charges.reduce(
    (sum, charge) => sum + lineCount({ subscription, charge }),
    usageLineCount(usage) + fees.length,
  );
  return adjustments.pending(account, subscription.currency, Math.max(0, MOST_LINES - own));
};

/**
 * Returns the seller of what a transition bills: within a period the seller of that period, so that another one begins
 * with the next period.
 */
const sellerOfTransition = async (
  records: Records,
  site: Site,
  { kind }: Update,
  { uuid }: ShownSubscription,
  { override_business_entity_id }: AccountRecord,
  country: string | null,
): Promise<InvoiceSeller> => {
  const begins = kind === 'start' || kind === 'renew';
  const last = begins ? undefined : await records.invoices.lastOfSubscription(uuid);
  return last
    ? sellerOfInvoice(records, site, last.business_entity_id)
    : sellerFor(records, site, override_business_entity_id, country);
};

/**
 * Returns the invoices that are credited. They are read after the movements of their accounts were counted, so that a
 * balance that has changed since is noticed; accounts other than the payer are added to `movements`.
 */
const creditedInvoices = async (
  { invoices, ledger }: Pick<Records, 'invoices' | 'ledger'>,
  movements: Map<string, number>,
  credits: readonly LineRefund[],
): Promise<ShownInvoice[]> => {
  const found: ShownInvoice[] = [];
  for (const id of new Set(credits.flatMap(({ line }) => line.record.invoice_id ?? []))) {
    const invoice = await invoices.find(id);
    if (!invoice) continue;
    const isCounted = movements.has(invoice.account_id);
    if (!isCounted) movements.set(invoice.account_id, await ledger.count(invoice.account_id));
    found.push(isCounted ? invoice : ((await invoices.find(id)) ?? invoice));
  }
  return found;
};

/** A new address of the decision is not stored yet. */
const shippingAddress = async (
  { shippingAddresses }: Pick<Records, 'shippingAddresses'>,
  { shipping_address_key: key }: SubscriptionRecord,
  added: readonly ShippingAddressRecord[],
): Promise<ShippingAddressRecord | undefined> => {
  if (key === null) return undefined;
  return added.find((address) => address.key === key) ?? (await shippingAddresses.byKeys([key]))[0];
};

const UNKNOWN_PLAN: UpdateItem['plan'] = {
  accounting_code: null,
  setup_fee_accounting_code: null,
  setup_fee_revenue_schedule_type: null,
};
