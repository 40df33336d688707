import type { ShippingAddressRecord } from '../../accounts/record.ts';
import type { Caller } from '../../caller.ts';
import { type Issue, refuse } from '../../failure.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { ChangedSubscriptionInput } from '../../resources/changed-subscription.ts';
import { currencyIssues } from '../../resources/same-currency.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { modifies } from '../../subscriptions/agreement.ts';
import type { ShownSubscription } from '../../subscriptions/record.ts';
import { type RequestedChange, timeframeOf } from '../../subscriptions/request-change.ts';
import { readAgreement } from './read-agreement.ts';
import { readSettings } from './read-settings.ts';

export interface ReadChange {
  readonly requested: RequestedChange;
  /** New shipping addresses, which the change adds to the account. */
  readonly addresses: readonly ShippingAddressRecord[];
  /** Coupons that are redeemed with it. */
  readonly redeemed: readonly { readonly code: string; readonly path: string }[];
}

/**
 * Reads a request to change a subscription, on the records as they are now. Only a change that is immediate and
 * modifies plan, price, quantity or add-ons may redeem a coupon. Throws `Invalid` with everything that is wrong.
 */
export const readChange =
  (deps: { readonly world: Pick<World, 'ids'> }) =>
  async (
    caller: Caller,
    records: Records,
    subscription: ShownSubscription,
    { value, issues }: Submitted<ChangedSubscriptionInput>,
  ): Promise<ReadChange> => {
    const { to, issues: wrong } = await readAgreement(records, caller.site, subscription, value);
    const { settings, addresses, issues: unsettled } = await readSettings(deps, caller, records, subscription, value);
    const requested: RequestedChange = { timeframe: value.timeframe ?? 'now', to, settings };
    const code = value.coupon_code?.trim();
    const path = 'subscription.coupon_code';
    const immediate = timeframeOf(subscription, caller.at, requested, caller.site) === 'now';
    const misplaced: Issue[] =
      code && !(immediate && modifies(subscription, to)) ? [{ field: path, symbol: 'invalid' }] : [];
    refuse([
      ...issues,
      ...wrong,
      ...misplaced,
      ...unsettled,
      ...currencyIssues('subscription.currency', value.currency, subscription.currency),
    ]);
    return { requested, addresses, redeemed: code ? [{ code, path }] : [] };
  };
