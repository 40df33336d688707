import type { ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import type { OrderCoupons } from '../../../domain/coupons/discounts.ts';
import { portionsOfRequest } from '../../../domain/subscriptions/proration-settings.ts';
import type { ShownSubscription } from '../../../domain/subscriptions/record.ts';
import type { RequestedChange } from '../../../domain/subscriptions/request-change.ts';
import { hasOtherFee } from '../../../domain/subscriptions/shipping-fee.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Gateways } from '../../../ports/gateway.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { type ChangedSubscriptionInput, changedSubscription } from '../../../resources/changed-subscription.ts';
import { immutableIssues } from '../../../resources/immutable.ts';
import { currencyIssues } from '../../../resources/same-currency.ts';
import { otherAccountIssues } from '../../../resources/stored-payment.ts';
import type { Submitted } from '../../../resources/submitted.ts';
import { type Issue, refuse } from '../../../values/failure.ts';
import { gatewayIssues } from '../../accounts/gateway-issues.ts';
import { feeIssues } from '../../orders/reading/read-shipping-fee.ts';
import { readAgreement } from './read-agreement.ts';
import { readChangeCoupons } from './read-change-coupons.ts';
import { readSettings } from './read-settings.ts';

export interface ChangeDeps {
  readonly gateways: Pick<Gateways, 'knows'>;
  readonly world: Pick<World, 'ids' | 'turn'>;
}

export interface ReadChange {
  readonly requested: RequestedChange;
  readonly coupons: OrderCoupons;
  /** New shipping addresses, which the change adds to the account. */
  readonly addresses: readonly ShippingAddressRecord[];
}

const NOT_IMMEDIATE: Issue = {
  field: 'subscription.proration_settings',
  symbol: 'invalid',
  reason: 'not_immediate',
};

/** Reads a request to change a subscription, against the current records. Throws `Invalid` with all problems. */
export const readChange = async (
  { gateways, world }: ChangeDeps,
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
    ...(value.proration_settings ? { proration: portionsOfRequest(value.proration_settings) } : {}),
  };
  const { issues: unredeemable, ...coupons } = await readChangeCoupons(
    world,
    caller,
    records,
    subscription,
    requested,
    value.coupon_code ?? value.coupon_codes?.[0],
  );
  refuse([
    ...issues,
    ...agreement.issues,
    ...unredeemable,
    ...set.issues,
    ...(hasOtherFee(subscription, agreement.to)
      ? await feeIssues(records, 'subscription', agreement.to, isAddressed(subscription, set.settings))
      : []),
    ...(requested.proration && requested.timeframe !== 'now' ? [NOT_IMMEDIATE] : []),
    ...currencyIssues('subscription.currency', value.currency, subscription.currency),
    ...otherAccountIssues('subscription', value, subscription.account_code),
    ...immutableIssues(changedSubscription, asAgreed(subscription), value),
    ...(await gatewayIssues(gateways, caller.site, 'subscription.gateway_code', value.gateway_code)),
  ]);
  return { requested, coupons, addresses: set.addresses };
};

/** Whether there is a shipping address after a change. */
const isAddressed = (before: ShownSubscription, { shipping_address_key: key }: RequestedChange['settings']): boolean =>
  (key === undefined ? before.shipping_address_key : key) !== null;

/** The values that the subscription was created with, under all names by which clients repeat them. */
const asAgreed = ({ starts_at, activated_at, first_bill_date, ...subscription }: ShownSubscription): object => ({
  ...subscription,
  starts_at: starts_at ?? activated_at,
  first_bill_date,
  first_renewal_date: first_bill_date,
});
