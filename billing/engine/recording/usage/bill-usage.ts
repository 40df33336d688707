import type { UsageBilling } from '../../../domain/subscriptions/usage-lines.ts';
import type { Records } from '../../../ports/storage.ts';
import { Failure } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';

type Read = Pick<Records, 'usages'>;

/** Throws `simultaneous_request` when usage was recorded, changed or deleted since an order was priced. */
export const refuseOtherUsage = async ({ usages }: Read, billed: readonly UsageBilling[]): Promise<void> => {
  for (const { selection, total } of billed) {
    const { count, amount } = await usages.unbilled(selection);
    if (count !== total.count || amount !== total.amount) throw new Failure('simultaneous_request');
  }
};

/**
 * Marks the usage that an order was priced on as billed by the lines of its invoice. Usage recorded during the gateway
 * call is late if it is dated before the end of the billed time: the next invoice bills it. What is dated from then on
 * is usage like any other, at the price that holds then.
 */
export const billUsage = async ({ usages }: Read, billed: readonly UsageBilling[], at: Seconds): Promise<void> => {
  for (const { selection, period, total, line } of billed) {
    if (total.count > 0) await usages.bill(selection, total.last, line, at);
    if (!selection.late) await usages.defer({ ...selection, endsAt: selection.endsAt ?? period.endsAt }, period);
  }
};
