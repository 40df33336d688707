import { Failure } from '../../failure.ts';
import type { Records } from '../../ports/storage.ts';
import type { UsageBilling } from '../../subscriptions/usage-lines.ts';
import type { Seconds } from '../../time.ts';

/**
 * Marks usage as billed by the lines of an invoice. Throws `simultaneous_request` when it is not what was priced, because
 * some was recorded, changed or deleted meanwhile.
 */
export const billUsage = async (
  { usages }: Pick<Records, 'usages'>,
  billed: readonly UsageBilling[],
  at: Seconds,
): Promise<void> => {
  for (const { selection, total, line } of billed) {
    const { count, amount } = await usages.unbilled(selection);
    if (count !== total.count || amount !== total.amount) throw new Failure('simultaneous_request');
    if (count > 0) await usages.bill(selection, line, at);
  }
};
