import type { GatewayPayout } from '../../domain/payouts/payout.ts';
import { bookPayouts, type PayoutDeps, type RecordedPayouts } from '../../engine/reconciliation/book-payouts.ts';
import type { Caller } from '../../ports/caller.ts';

/** Records the payouts of a file, all of them or none. Throws where `bookPayouts` does. */
export const recordPayouts =
  (deps: PayoutDeps) =>
  (caller: Caller, gateway_code: string, given: readonly GatewayPayout[]): Promise<RecordedPayouts> =>
    bookPayouts(deps, caller, gateway_code, given);
