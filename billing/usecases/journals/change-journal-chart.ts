import { EMPTY_CHART, type JournalChart } from '../../domain/journals/chart.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

/**
 * Changes how postings of the ledger become those of the accounting software. Batches that are made keep their chart.
 * Throws what `change` throws, which is called again after a conflict.
 */
export const changeJournalChart =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, change: (chart: JournalChart) => JournalChart): Promise<JournalChart> =>
    storage.transaction(caller.site.id, async (records) => {
      const from = (await records.journals.chart()) ?? EMPTY_CHART;
      const to = change(from);
      await records.journals.saveChart(to, caller.at);
      await records.auditLog.append(
        auditEntry(world, caller, 'journal_chart.changed', caller.site.subdomain, { chart: { from, to } }),
      );
      return to;
    });
