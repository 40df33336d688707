import type { ShippingAddressRecord } from '@service/billing/accounts/record.ts';
import { shippedTo } from '@service/billing/adjustments/adjustment.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { ShownSubscription, SubscriptionChange } from '@service/billing/subscriptions/record.ts';

/** A subscription as a version shows it: its plan by the code it has now. */
export const subscriptionView = (
  record: ShownSubscription,
  address: ShippingAddressRecord | undefined,
  version: Version,
) => ({
  ...record,
  state: record.state === 'paused' && !atLeast(version, '2.11') ? 'active' : record.state,
  held_state: record.state,
  plan: {
    plan_code: record.current_plan_code ?? record.plan_code,
    name: record.plan_name,
    gone: record.current_plan_code === null,
  },
  shipping_address: address ? shippedTo(address) : null,
  subscription_add_ons: record.add_ons.map((addOn) => ({ ...addOn, subscription_uuid: record.uuid })),
  pending_subscription: record.pending && pendingView(record.pending),
});

const pendingView = ({ plan_code, plan_name, unit_amount_in_cents, quantity, add_ons }: SubscriptionChange) => ({
  type: 'subscription',
  plan: { plan_code, name: plan_name, gone: false },
  unit_amount_in_cents,
  quantity,
  subscription_add_ons: add_ons,
});

/** Subscriptions with their shipping addresses, of a whole page in one go. */
export const subscriptionViews = async (
  { shippingAddresses }: Pick<Records, 'shippingAddresses'>,
  subscriptions: readonly ShownSubscription[],
  version: Version,
) => {
  const keys = subscriptions.flatMap(({ shipping_address_key: key }) => (key === null ? [] : [key]));
  const addresses = new Map((await shippingAddresses.byKeys(keys)).map((address) => [address.key, address]));
  return subscriptions.map((one) => subscriptionView(one, addresses.get(one.shipping_address_key ?? ''), version));
};
