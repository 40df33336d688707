import type { Retained } from '../../../ports/retention.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { Site } from '../../../resources/site.ts';
import type { DueEntry } from './kind.ts';

/** Deleted in one transaction, so that requests do not wait for it. */
const AT_ONCE = 500;
const DAY = 86_400;

const DAYS: Readonly<Record<Retained, (site: Site) => number | null>> = {
  events: ({ keep_events }) => keep_events,
  audit: ({ keep_audit }) => keep_audit,
};

const isRetained = (id: string): id is Retained => Object.hasOwn(DAYS, id);

/** Events and entries of the audit log that are older than a site keeps them are deleted, a day's at a time. */
export const retention = ({ storage }: { readonly storage: Storage }): DueEntry => ({
  next: (records, until, limit) => records.retention.expired(until, limit),
  async run({ site, at }, { id }) {
    const days = isRetained(id) ? DAYS[id](site) : null;
    if (days === null || !isRetained(id)) return;
    let removed: number;
    do {
      removed = await storage.transaction(site.id, (records) => records.retention.remove(id, at - days * DAY, AT_ONCE));
    } while (removed === AT_ONCE);
  },
});
