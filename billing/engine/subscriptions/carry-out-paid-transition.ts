import type { Caller } from '../../caller.ts';
import type { Declined } from '../../payments/declined.ts';
import { needSubscription } from '../../queries/subscriptions/need-subscription.ts';
import type { ConfirmationInput } from '../../resources/stored-payment.ts';
import { placeOrder } from '../orders/place-order.ts';
import type { RecordedOrder } from '../orders/record-order.ts';
import type { OrderDeps } from '../orders/with-order.ts';
import type { OfferedBillingInfo } from '../payments/offered-billing-info.ts';
import { earlierOutcome } from '../payments/request-outcome.ts';
import { carryOutTransition, type Decide, type Transitioned } from './carry-out-transition.ts';
import { isOrder, type Update } from './decision.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { orderOfTransition } from './order-of-transition.ts';

/** What a request says of its payment with the stored payment method. */
export interface PaidBy {
  readonly confirmation?: ConfirmationInput | null | undefined;
  readonly moto?: boolean;
}

const offeredBy = ({ confirmation }: PaidBy): OfferedBillingInfo | undefined =>
  confirmation ? { input: confirmation } : undefined;

/**
 * Carries out a transition whose payment must succeed: a decline changes nothing. Throws what `decide` throws,
 * `not_found`, `simultaneous_request`.
 */
export const carryOutPaidTransition =
  (deps: OrderDeps) =>
  async (
    caller: Caller,
    uuid: string,
    decide: Decide<Update>,
    paying: PaidBy = {},
  ): Promise<Transitioned | Declined> => {
    const records = deps.storage.of(caller.site.id);
    const earlier = await earlierOutcome<RecordedOrder>(records, caller);
    if (earlier) return earlier.outcome === 'declined' ? earlier : { recorded: earlier.value };
    const before = await needSubscription(records, uuid);
    const decision = await decide(before);
    if (!decision || !isOrder(decision)) return carryOutTransition(deps)(caller, uuid, decide);
    const placed = await oneAtATime(deps, caller, uuid, 'refuses', () =>
      placeOrder(deps)(caller, {
        path: 'subscription',
        buyer: {
          account: { account_code: before.account_code },
          offered: offeredBy(paying),
          moto: paying.moto,
          issues: [],
        },
        redeems: false,
        what: decision.what,
        async read({ method: { confirmed, moto } }) {
          const order = await orderOfTransition(deps)(caller, records, before, decision);
          return { order: { ...order, method: { ...order.method, confirmed, moto } } };
        },
      }),
    );
    return placed.outcome === 'declined' ? placed : { recorded: placed.recorded };
  };
