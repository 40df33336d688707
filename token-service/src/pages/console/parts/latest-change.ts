import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { listAuditEntries } from '@service/billing/queries/access/audit-log.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import type { ConsoleVisit } from '../visit.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'keys'>;
}

/** Returns who changed a record last, by the audit log, as ` by ada@shop.example`; empty if no entry says so. */
export const latestChange =
  (deps: Deps) =>
  async ({ site }: ConsoleVisit, action: string, subject: string): Promise<string> => {
    const [latest] = await listAuditEntries(deps)([site], { action, subject }, 1);
    return latest ? ` by ${actorName(latest.actor, await findKeyNames(deps)(site))}` : '';
  };
