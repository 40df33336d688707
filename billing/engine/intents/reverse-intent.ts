import type { Intent } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { endReversed } from './end-intent.ts';
import { reversePayment } from './reverse-payment.ts';

interface ReverseDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'lookup' | 'void' | 'refund'>;
  readonly world: Pick<World, 'ids'>;
}

/**
 * Reverses the gateway operation of an intent, and ends the intent once nothing of the operation remains. The decision
 * is recorded first: no other process completes what this one reverses, also not after this one has died. Returns
 * `ended` when the intent is ended, by this process or another one, and otherwise like `reversePayment`. Throws what
 * that throws.
 */
export const reverseIntent =
  ({ storage, gateways, world }: ReverseDeps) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, { id }: Intent): Promise<'ended' | 'settling' | 'unknown'> => {
    const { intent } = await storage.transaction(site.id, async ({ intents }) => {
      const open = await intents.find(id);
      if (open && !open.reversing) await intents.save({ ...open, reversing: true });
      return { intent: open };
    });
    if (!intent) return 'ended';
    const reversal = await reversePayment({ gateways })({ site, at }, intent);
    if (reversal.outcome === 'settling' || reversal.outcome === 'unknown') return reversal.outcome;
    await storage.transaction(site.id, (records) => endReversed(records, world, intent, reversal, at));
    return 'ended';
  };
