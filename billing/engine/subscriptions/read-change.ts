import type { ShippingAddressRecord } from '../../accounts/record.ts';
import type { Caller } from '../../caller.ts';
import type { OrderCoupons } from '../../coupons/discounts.ts';
import { refuse } from '../../failure.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { ChangedSubscriptionInput } from '../../resources/changed-subscription.ts';
import { currencyIssues } from '../../resources/same-currency.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { ShownSubscription } from '../../subscriptions/record.ts';
import type { RequestedChange } from '../../subscriptions/request-change.ts';
import { readAgreement } from './read-agreement.ts';
import { readChangeCoupons } from './read-change-coupons.ts';
import { readSettings } from './read-settings.ts';

export interface ReadChange {
  readonly requested: RequestedChange;
  readonly coupons: OrderCoupons;
  /** New shipping addresses, which the change adds to the account. */
  readonly addresses: readonly ShippingAddressRecord[];
}

/** Reads a request to change a subscription, against the current records. Throws `Invalid` with all problems. */
export const readChange = async (
  { world }: { readonly world: Pick<World, 'ids' | 'turn'> },
  caller: Caller,
  records: Records,
  subscription: ShownSubscription,
  { value, issues }: Submitted<ChangedSubscriptionInput>,
): Promise<ReadChange> => {
  const agreement = await readAgreement(records, caller, subscription, value, world.turn);
  const set = await readSettings({ world }, caller, records, subscription, value);
  const requested: RequestedChange = {
    timeframe: value.timeframe ?? 'now',
    to: agreement.to,
    settings: set.settings,
  };
  const { issues: unredeemable, ...coupons } = await readChangeCoupons(
    world,
    caller,
    records,
    subscription,
    requested,
    value.coupon_code,
  );
  refuse([
    ...issues,
    ...agreement.issues,
    ...unredeemable,
    ...set.issues,
    ...currencyIssues('subscription.currency', value.currency, subscription.currency),
  ]);
  return { requested, coupons, addresses: set.addresses };
};
