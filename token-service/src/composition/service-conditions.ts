import type { AlertKind, SeenConditions } from '@service/billing/domain/alerts/alert.ts';
import { processName } from '@service/billing/domain/processes/process-sign.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import { HOUR_MS, type Millis } from '@service/billing/values/time.ts';
import type { ProcessTrouble } from '../adapters/storage/records/process-troubles.ts';
import type { Trouble } from '../http/health-check.ts';
import { examined, type Finding } from './doctor/finding.ts';
import { examineDisk } from './doctor/machine.ts';
import { BACKUP_OLD_HOURS, examineBackup } from './doctor/sites.ts';
import type { Examined } from './doctor/stores.ts';
import { isSlowGatewayOf } from './health/gateways-part.ts';
import type { ProcessTroubles, TOLD_PARTS } from './health/process-troubles.ts';

/** Milliseconds for which the site that is told, and what processes say, is not read again: every site asks. */
const FRESH_FOR: Millis = 10_000;

/**
 * Returns the gateways of a site that answer slowly; and what is wrong with the backup and the disk, as `billing
 * doctor` finds it, and with any process, for the production site that was opened first: operators of the others would
 * be told the same. A site that was opened just now has time for its first backup.
 */
export const serviceConditions = (
  all: Examined,
  troubles: Pick<ProcessTroubles, 'seen'>,
  silentWorkers: () => Promise<readonly Trouble[]>,
) => {
  const { clock } = all.world;
  let readAt = Number.NEGATIVE_INFINITY;
  let first: string | undefined;
  let found: readonly FoundTrouble[] = [];
  let silent: readonly Trouble[] = [];

  return async ({ id, subdomain }: Pick<Site, 'id' | 'subdomain'>): Promise<SeenConditions> => {
    if (clock.elapsed() >= readAt + FRESH_FOR) {
      const production = (await all.opened.sites.all()).filter(({ mode }) => mode === 'production');
      first = production.map((site) => site.id).sort()[0];
      const signs = await all.opened.processSigns.all();
      const names = new Map(signs.map((sign) => [sign.holder, processName(sign)]));
      found = (await troubles.seen()).map((trouble) => ({ ...trouble, process: names.get(trouble.holder) }));
      silent = await silentWorkers();
      readAt = clock.elapsed();
    }
    const slow = ofSlowGateways(found.filter((trouble) => isSlowGatewayOf(subdomain, trouble)));
    if (id !== first) return new Map(slow);
    const isNew = id > idsFrom(clock.now() - BACKUP_OLD_HOURS * HOUR_MS);
    const [backup, disk] = await Promise.all([
      isNew ? [] : examined('backup', '', async () => examineBackup(all, await all.opened.sites.all())),
      examineDisk(all.config),
    ]);
    return new Map([
      ...slow,
      ...seen('backup_old', backup),
      ...seen('disk_nearly_full', disk),
      ...ofProcesses(found),
      ...ofSilent(silent),
    ]);
  };
};

/** A trouble, and the name of its process where it has left a sign. */
interface FoundTrouble extends ProcessTrouble {
  readonly process: string | undefined;
}

/** Returns every reason once, with the processes that found it: several may see the same. */
const reasonsOf = (troubles: readonly FoundTrouble[]): string => {
  const finders = new Map<string, Set<string>>();
  for (const { reason, process } of troubles) {
    const found = finders.get(reason) ?? new Set();
    finders.set(reason, process === undefined ? found : found.add(process));
  }
  return [...finders]
    .map(([reason, found]) => (found.size === 0 ? reason : `${reason} Found by: ${[...found].sort().join('; ')}.`))
    .join(' ');
};

const ofSlowGateways = (troubles: readonly FoundTrouble[]): readonly (readonly [AlertKind, string])[] =>
  troubles.length === 0 ? [] : [['gateway_slow', reasonsOf(troubles)]];

/** The condition that each part of a process leads to. */
const OF_PARTS: Readonly<Record<(typeof TOLD_PARTS)[number], AlertKind>> = {
  certificate: 'certificate_ending',
  clock: 'clock_wrong',
  token_store: 'token_store_failing',
  gateway_accounts: 'secrets_unreadable',
  webhook_endpoints: 'secrets_unreadable',
};

const ofSilent = ([silent]: readonly Trouble[]): readonly (readonly [AlertKind, string])[] =>
  silent ? [['worker_silent', silent.reason]] : [];

const ofProcesses = (troubles: readonly FoundTrouble[]): readonly (readonly [AlertKind, string])[] => {
  // A newer release may tell of other parts.
  const known = troubles.filter(({ part }) => Object.hasOwn(OF_PARTS, part));
  const byKind = Map.groupBy(known, ({ part }) => OF_PARTS[part as keyof typeof OF_PARTS]);
  return [...byKind].map(([kind, found]) => [kind, reasonsOf(found)]);
};

const seen = (kind: AlertKind, findings: readonly Finding[]): readonly (readonly [AlertKind, string])[] =>
  findings.filter(({ status }) => status !== 'ok').map(({ finding }) => [kind, finding]);
