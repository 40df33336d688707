import type { ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import { shippingSnapshot } from '../../../domain/adjustments/adjustment.ts';
import type { AgreedPlan, SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import { type BilledFee, feePeriod, shippingFeeOf } from '../../../domain/subscriptions/shipping-fee.ts';
import type { SubscriptionCharge } from '../../../domain/subscriptions/transition.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Issue } from '../../../values/failure.ts';
import type { Period } from '../../../values/periods/period.ts';
import { isExempt } from '../../../values/tax/exemption.ts';
import type { Basis } from './read-basis.ts';
import { readLabels } from './read-labels.ts';

type FeeBasis = Pick<Basis, 'site' | 'tax_exempt' | 'taxes'> & {
  readonly records: Pick<Records, 'generalLedgerAccounts' | 'shippingMethods'>;
};
type Fee = Pick<AgreedPlan, 'shipping_method_code' | 'shipping_amount_in_cents'>;

/** A fee of a request, and what it is for. */
interface RequestedFee extends Fee {
  readonly period: Pick<Period, 'startedAt'> & { readonly endsAt: Period['endsAt'] | null };
  readonly shipTo: ShippingAddressRecord | undefined;
  readonly subscription: BilledFee['subscription'];
}

/** Returns a shipping fee with the taxes of its method at the address; undefined without one, or without its method. */
export const readFee = async (
  { records, site, tax_exempt, taxes }: FeeBasis,
  { period, shipTo, subscription, ...fee }: RequestedFee,
): Promise<BilledFee | undefined> => {
  const amount_in_cents = shippingFeeOf(fee);
  const method = amount_in_cents > 0 ? await records.shippingMethods.find(fee.shipping_method_code ?? '') : undefined;
  if (!method) return undefined;
  const exempt = isExempt(site, { tax_exempt }, { kind: 'plan', tax_exempt: false });
  const rates = await taxes.rates({ shipping: shipTo, tax_code: method.tax_code, exempt });
  const labels = await readLabels(records, method);
  const shipping = shipTo ? shippingSnapshot(shipTo) : null;
  return { method, labels, amount_in_cents, period, rates, shipping, subscription };
};

/** Returns the shipping fee that charges of a subscription bill. */
export const readSubscriptionFee = async (
  basis: FeeBasis,
  subscription: SubscriptionRecord,
  charges: readonly SubscriptionCharge[],
  shipTo: ShippingAddressRecord | undefined,
): Promise<readonly BilledFee[]> => {
  const period = feePeriod(charges);
  const { shipping_method_code, shipping_amount_in_cents, uuid, plan_code, tax_inclusive } = subscription;
  const sold = { uuid, plan_code, tax_inclusive };
  const fee = { shipping_method_code, shipping_amount_in_cents, shipTo, subscription: sold };
  const read = period && (await readFee(basis, { ...fee, period }));
  return read ? [read] : [];
};

/** Returns a subscription without a shipping method that was removed, and so without its fee, where it bills one. */
export const withKnownMethod = async (
  { shippingMethods }: Pick<Records, 'shippingMethods'>,
  subscription: SubscriptionRecord,
  charges: readonly SubscriptionCharge[],
): Promise<SubscriptionRecord> => {
  const { shipping_method_code: code } = subscription;
  if (!code || !feePeriod(charges) || (await shippingMethods.find(code))) return subscription;
  return { ...subscription, shipping_method_code: null, shipping_amount_in_cents: null };
};

/** Returns the issues of a subscription's fee: it names a method of the site, and there is an address to ship to. */
export const feeIssues = async (
  { shippingMethods }: Pick<Records, 'shippingMethods'>,
  path: string,
  { shipping_method_code: code, shipping_amount_in_cents: amount }: Partial<Fee>,
  isAddressed: boolean,
): Promise<Issue[]> => {
  const field = `${path}.shipping_method_code`;
  if (!code) return amount ? [{ field, symbol: 'blank' }] : [];
  if (!(await shippingMethods.find(code))) return [{ field, symbol: 'not_found' }];
  return isAddressed ? [] : [{ field: `${path}.shipping_address_id`, symbol: 'blank' }];
};
