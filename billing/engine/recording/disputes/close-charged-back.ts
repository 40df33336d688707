import type { DisputeRecord } from '../../../domain/disputes/dispute.ts';
import { disputeMovements } from '../../../domain/ledger/dispute-movements.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Seconds } from '../../../values/time.ts';

/**
 * Closes the undecided disputes of a payment as lost, because a look-up has found it charged back and the chargeback
 * is recorded. What they withdrew is released, because the chargeback has taken it.
 */
export const closeChargedBack = async (
  { disputes, ledger }: Pick<Records, 'disputes' | 'ledger'>,
  world: Pick<World, 'ids'>,
  transactionUuid: string,
  at: Seconds,
): Promise<void> => {
  for (const before of await disputes.undecidedOf(transactionUuid)) {
    const lost: DisputeRecord = { ...before, state: 'lost', withdrawn_in_cents: 0, closed_at: at };
    await disputes.save(lost);
    if (!before.booked) continue;
    for (const posting of disputeMovements(world, before, lost, at)) await ledger.append(posting);
  }
};
