import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Caller } from '../../ports/caller.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import type { ConfirmationInput } from '../../resources/stored-payment.ts';
import type { Seconds } from '../../values/time.ts';
import type { OfferedBillingInfo } from '../accounts/offered-billing-info.ts';
import { findConfirmed } from '../intents/confirmed-action.ts';
import { inChangeQueue } from '../intents/operation-queues.ts';
import { placeOrder } from '../orders/place-order.ts';
import type { RecordedOrder } from '../orders/record-order.ts';
import type { OrderDeps } from '../orders/with-order.ts';
import { earlierOutcome } from '../recording/request-outcome.ts';
import { carryOutTransition, refuseOnHold, type Transitioned } from './carry-out-transition.ts';
import { needsOrder, type Update } from './decision.ts';
import { orderOfTransition } from './order-of-transition.ts';

/** The request's options for paying with the stored payment method. */
export interface PaidBy {
  readonly confirmation?: ConfirmationInput | null | undefined;
  readonly moto?: boolean;
}

/** Returns the confirmation as billing info: a method itself is refused in it. */
const offeredBy = ({ confirmation }: PaidBy): OfferedBillingInfo | undefined => {
  if (!confirmation) return undefined;
  const { gateway_token: _, ...input } = confirmation;
  return { input };
};

/** Decides on the stored subscription as of a moment. */
export type DecideAt = (subscription: ShownSubscription, at: Seconds) => Promise<Update | undefined>;

/**
 * Carries out a transition whose payment must succeed: a decline changes nothing. A payment that the customer has
 * confirmed at the bank is for the price of the moment at which the bank was asked: the transition takes place at that
 * moment, unless the subscription has changed since. Throws what `decide` throws, `not_found`, `simultaneous_request`.
 */
export const carryOutPaidTransition = async (
  deps: OrderDeps,
  requested: Caller,
  uuid: string,
  decide: DecideAt,
  paying: PaidBy = {},
): Promise<Transitioned | Declined> => {
  const records = deps.storage.of(requested.site.id);
  const earlier = await earlierOutcome<RecordedOrder>(records, requested);
  if (earlier) return earlier.outcome === 'declined' ? earlier : { recorded: earlier.value };
  const before = await needSubscription(records, uuid);
  const caller = { ...requested, at: await pricedAt(deps, requested, before, paying) };
  const decision = await decide(before, caller.at);
  if (decision) refuseOnHold(before, decision);
  if (!decision || !needsOrder(decision)) {
    return carryOutTransition(deps, caller, uuid, (current) => decide(current, caller.at));
  }
  const placed = await inChangeQueue(deps, caller, uuid, 'refuses', () =>
    placeOrder(deps, caller, {
      path: 'subscription',
      buyer: {
        account: { account_code: before.account_code },
        offered: offeredBy(paying),
        moto: paying.moto,
        issues: [],
      },
      redeems: false,
      what: decision.what,
      changes: decision.changes,
      async read({ method: { confirmed, moto } }) {
        const order = await orderOfTransition(deps, caller, records, before, decision);
        return { order: { ...order, method: { ...order.method, confirmed, moto } } };
      },
    }),
  );
  return placed.outcome === 'declined' ? placed : { recorded: placed.recorded };
};

const pricedAt = async (
  deps: OrderDeps,
  caller: Caller,
  { updated_at }: ShownSubscription,
  { confirmation }: PaidBy,
): Promise<Seconds> => {
  const confirmed = confirmation && (await findConfirmed(deps, caller, { input: confirmation }));
  const asked = confirmed?.action.created_at ?? caller.at;
  return asked >= updated_at ? asked : caller.at;
};
