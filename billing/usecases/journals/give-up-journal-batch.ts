import { journalBatchChanges } from '../../domain/journals/batch.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure, notFound } from '../../values/failure.ts';

/** Movements that one transaction lets go, so that a batch of any size holds up no sale. */
const TOGETHER = 2000;

/** Lets the movements of a batch go that is not made. */
export const releaseOpenBatch = async (storage: Storage, siteId: string, number: number): Promise<void> => {
  const release = () =>
    storage.transaction(siteId, async ({ journals }) => {
      const held = await journals.find(number);
      return held?.state === 'open' && (await journals.release(number, TOGETHER));
    });
  while (await release());
};

/**
 * Gives up the latest batch, for example after a mistake in the chart: its movements are in the next one again. Throws
 * `not_found`, and `precondition_failed` for a batch that others follow.
 */
export const giveUpJournalBatch =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  async (caller: Caller, number: number): Promise<void> => {
    await storage.transaction(caller.site.id, async (records) => {
      const batch = await records.journals.find(number);
      if (batch?.state !== 'made') throw notFound('JournalBatch', 'number', number);
      const [latest] = await records.journals.list(undefined, 1);
      if (latest?.number !== number) {
        throw new Failure('precondition_failed', {
          what: `Only the latest batch can be given up, which is ${latest?.number}: later ones would have its number.`,
        });
      }
      await records.journals.save({ ...batch, state: 'open' });
      await records.auditLog.append(
        auditEntry(world, caller, 'journal.given_up', String(number), journalBatchChanges(batch, undefined)),
      );
    });
    await releaseOpenBatch(storage, caller.site.id, number);
  };
