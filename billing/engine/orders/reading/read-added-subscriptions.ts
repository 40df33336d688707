import { shippingSnapshot } from '../../../domain/adjustments/adjustment.ts';
import { freeTrial, type OrderCoupons } from '../../../domain/coupons/discounts.ts';
import type { RequestedTerms } from '../../../domain/invoices/requested-terms.ts';
import { billDateOf, startDates } from '../../../domain/subscriptions/dates.ts';
import { exceedsInvoice, longestShare } from '../../../domain/subscriptions/largest-charge.ts';
import { newSubscription } from '../../../domain/subscriptions/new-subscription.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import { isOfProducts } from '../../../domain/subscriptions/transition.ts';
import type { Issue } from '../../../values/failure.ts';
import { MAX_CHARGE_CENTS } from '../../../values/money/cents.ts';
import { fraction } from '../../../values/money/fraction.ts';
import { isExempt } from '../../../values/tax/exemption.ts';
import type { Seconds } from '../../../values/time.ts';
import { methodIssues } from '../../recording/methods/paying-method.ts';
import type { AddItem } from '../drafting/order.ts';
import type { Basis } from './read-basis.ts';
import { readSubscriptionLabels } from './read-labels.ts';
import type { FoundPlan } from './read-plans.ts';
import { feeIssues, readSubscriptionFee } from './read-shipping-fee.ts';

export interface AddedSubscriptions {
  readonly subscriptions: readonly AddItem[];
  /** Whether one of them needs a payment method although nothing may be due yet. */
  readonly needsMethod: boolean;
  readonly issues: readonly Issue[];
}

/** Creates the subscriptions that an order adds. */
export const readAddedSubscriptions = async (
  basis: Basis,
  plans: readonly FoundPlan[],
  coupons: OrderCoupons,
  texts: Pick<RequestedTerms, 'terms_and_conditions' | 'customer_notes' | 'vat_reverse_charge_notes'>,
): Promise<AddedSubscriptions> => {
  const subscriptions: AddItem[] = [];
  const issues: Issue[] = [];
  let needsMethod = false;
  for (const found of plans) {
    const { path } = found.requested;
    const item = await addedSubscription(basis, found, coupons, texts);
    const isAddressed = 'symbol' in item || item.shipping !== null;
    issues.push(...(await feeIssues(basis.records, path, found.requested, isAddressed)));
    if ('symbol' in item) {
      issues.push({ ...item, field: `${path}.${item.field}` });
      continue;
    }
    issues.push(
      ...(await methodIssues(basis.records, {
        accountId: basis.payer?.id,
        field: `${path}.billing_info_uuid`,
        named: found.requested.billing_info_uuid,
        currency: basis.setting.currency,
      })),
    );
    const { imported_trial, trial_ends_at, state } = item.subscription;
    if (imported_trial && trial_ends_at === null)
      issues.push({ field: `${path}.imported_trial`, symbol: 'invalid', reason: 'not_in_a_trial' });
    // One that begins with a trial or starts later is priced today at nothing, and could never be billed afterwards.
    const beyond = fieldBeyondLimit(item.subscription, found.requested, basis.setting.at);
    if (beyond) issues.push({ field: `${path}.${beyond}`, symbol: 'invalid', count: MAX_CHARGE_CENTS });
    // A subscription that starts later will be due then.
    needsMethod ||= trial_ends_at === null ? state === 'future' : found.plan.trial_requires_billing_info;
    subscriptions.push(item);
  }
  return { subscriptions, needsMethod, issues };
};

/** Names the field that makes a charge more than an invoice can hold: the price, or the date of the first bill. */
const fieldBeyondLimit = (
  subscription: SubscriptionRecord,
  requested: FoundPlan['requested'],
  at: Seconds,
): string | undefined => {
  if (exceedsInvoice(subscription, fraction(1))) return 'base';
  return exceedsInvoice(subscription, longestShare(subscription, at)) ? (billDateOf(requested) ?? 'base') : undefined;
};

const addedSubscription = async (
  basis: Basis,
  { uuid, requested, plan, unit, ramp_intervals, quantity, add_ons }: FoundPlan,
  { redeemed }: OrderCoupons,
  texts: Parameters<typeof readAddedSubscriptions>[3],
): Promise<AddItem | Issue> => {
  const { site, setting, taxes, terms } = basis;
  const { at, account_id, currency } = setting;
  const to = (await basis.shipping.address(requested, requested.path)) ?? basis.shipTo;
  const coupons = redeemed.map(({ coupon }) => coupon);
  const dates = startDates({ at, plan, requested, freeTrial: freeTrial(coupons, plan.plan_code) });
  if ('symbol' in dates) return dates;
  const { subscription, charges } = newSubscription({
    uuid,
    account_id,
    at,
    plan,
    requested,
    unit,
    ramp_intervals,
    quantity,
    currency,
    add_ons,
    dates,
    terms,
    texts,
    shipping_address_key: to?.key ?? null,
  });
  const exempt = isExempt(site, basis, { kind: 'plan', tax_exempt: plan.tax_exempt });
  const rates = await taxes.rates({ shipping: to, tax_code: plan.tax_code, exempt });
  return {
    kind: 'add',
    subscription,
    charges: charges.filter(isOfProducts),
    fees: await readSubscriptionFee(basis, subscription, charges, to),
    plan,
    labels: await readSubscriptionLabels(basis.records, plan, subscription),
    rates,
    shipping: to ? shippingSnapshot(to) : null,
  };
};
