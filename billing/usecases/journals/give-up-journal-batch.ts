import { journalBatchChanges } from '../../domain/journals/batch.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { latestJournalBatch } from '../../queries/journals/journal-batches.ts';
import { Failure, notFound } from '../../values/failure.ts';

/** Movements that one transaction lets go, so that a batch of any size holds up no sale. */
const TOGETHER = 2000;

/** Lets the movements of a batch go that is not made, or was given up. */
export const releaseBatch = async (storage: Storage, siteId: string, number: number): Promise<void> => {
  const release = () =>
    storage.transaction(siteId, async ({ journals }) => {
      const held = await journals.find(number);
      return held !== undefined && held.state !== 'made' && (await journals.release(number, TOGETHER));
    });
  while (await release());
};

/**
 * Gives up the latest batch, for example after a mistake in the chart: its movements are in the next one again, which
 * has another number, since the accounting software may know this one. Throws `not_found`, and `precondition_failed`
 * for a batch that others follow.
 */
export const giveUpJournalBatch =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  async (caller: Caller, number: number): Promise<void> => {
    await storage.transaction(caller.site.id, async (records) => {
      const batch = await records.journals.find(number);
      if (batch?.state !== 'made') throw notFound('JournalBatch', 'number', number);
      const latest = await latestJournalBatch(records);
      if (latest?.number !== number) {
        throw new Failure('precondition_failed', {
          what: `Only the latest batch can be given up, which is ${latest?.number}: its movements are in the next one.`,
        });
      }
      await records.journals.save({ ...batch, state: 'given_up' });
      await records.auditLog.append(
        auditEntry(world, caller, 'journal.given_up', String(number), journalBatchChanges(batch, undefined)),
      );
    });
    await releaseBatch(storage, caller.site.id, number);
  };
