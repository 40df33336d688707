import type { CollectionParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import { periodPrice } from '@service/billing/domain/subscriptions/products.ts';
import { pendingAgreement } from '@service/billing/domain/subscriptions/ramp.ts';
import type { SubscriptionChange } from '@service/billing/domain/subscriptions/record.ts';
import { recurringTax } from '@service/billing/domain/subscriptions/recurring-tax.ts';
import { shippingFeeOf } from '@service/billing/domain/subscriptions/shipping-fee.ts';
import { shownRamp } from '@service/billing/domain/subscriptions/shown-ramp.ts';
import type { DetailedSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { ApiWords } from '../../messages/api-words.ts';
import { addOnView } from './add-on.ts';
import { invoiceCollectionView } from './invoice.ts';

/** A subscription as a version shows it: its plan by the code it has now. */
export const subscriptionView = (
  { address, item_states, ...record }: Omit<DetailedSubscription, 'revision'>,
  version: Version,
) => ({
  ...record,
  state: record.state === 'paused' && !atLeast(version, '2.11') ? 'active' : record.state,
  held_state: record.state,
  billing_info_uuid: atLeast(version, '2.29') ? record.billing_info_uuid : null,
  plan: {
    plan_code: record.current_plan_code ?? record.plan_code,
    name: record.plan_name,
    gone: record.current_plan_code === null,
  },
  tax_in_cents: recurringTax(record),
  total_amount_in_cents: periodPrice(record) + shippingFeeOf(record),
  shipping_address_id: address?.id ?? null,
  subscription_add_ons: record.add_ons.map(addOnView({ item_states })).map((addOn) => ({
    ...addOn,
    subscription_uuid: record.removed ? null : record.uuid,
  })),
  ramp_intervals: record.ramp_intervals.length > 0 ? shownRamp(record) : null,
  pending_subscription: pendingView(pendingAgreement(record, 'bill_date', 'term_end'), { item_states }),
});

/** Returns a subscription that was created or changed, with the invoices of that. */
export const billedView = (
  record: Omit<DetailedSubscription, 'revision'>,
  billed: CollectionParts | undefined,
  version: Version,
  words: ApiWords,
) => ({
  ...subscriptionView(record, version),
  invoice_collection:
    billed && (billed.charge || billed.credits.length > 0) ? invoiceCollectionView(billed, version, words) : null,
});

const pendingView = (pending: SubscriptionChange | null, states: Pick<DetailedSubscription, 'item_states'>) =>
  pending && {
    type: 'subscription',
    plan: { plan_code: pending.plan_code, name: pending.plan_name, gone: false },
    unit_amount_in_cents: pending.unit_amount_in_cents,
    quantity: pending.quantity,
    subscription_add_ons: pending.add_ons.map(addOnView(states)),
  };
