import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

/**
 * Starts what was imported: due work renews its subscriptions and collects its invoices from now on. Returns how many
 * were on hold.
 */
export const startBusiness =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller): Promise<{ readonly subscriptions: number; readonly invoices: number }> =>
    storage.transaction(caller.site.id, async (records) => {
      const started = await records.imports.release(caller.at);
      if (started.subscriptions + started.invoices === 0) return started;
      await records.auditLog.append(auditEntry(world, caller, 'import.started', JSON.stringify(started)));
      records.due.wake();
      return started;
    });
