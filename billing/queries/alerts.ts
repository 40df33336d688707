import type { AlertKind, SeenConditions } from '../domain/alerts/alert.ts';
import type { Records, Storage } from '../ports/storage.ts';
import type { World } from '../ports/world.ts';
import type { Site } from '../resources/site.ts';
import { idsFrom } from '../values/ids.ts';
import type { Millis, Seconds } from '../values/time.ts';
import { failedWork, lateWork } from './due.ts';

/** Seconds that due work may be late before a person is told: a backlog of a minute passes. */
const LATE: Seconds = 15 * 60;
const HOUR: Millis = 60 * 60_000;
const DAY: Millis = 24 * HOUR;
/** Failures after which a nightly export that is still attempted has had some minutes to recover. */
const EXPORT_FAILURES = 4;
/** Bounces of a day that are more than some wrong addresses. */
const MANY_BOUNCES = 10;
const EXPORT = 'nightly_export';

interface ConditionDeps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

type Seen = readonly (readonly [AlertKind, string])[];

/** Returns the conditions of a site that need a person now. */
export const seenConditions =
  (deps: ConditionDeps) =>
  async (site: Site): Promise<SeenConditions> => {
    const records = deps.storage.of(site.id);
    const now = deps.world.clock.now();
    const found = await Promise.all([workAt(deps, site), webhooksAt(records, now), mailAt(records, now)]);
    return new Map(found.flat());
  };

const workAt = async (deps: ConditionDeps, site: Site): Promise<Seen> => {
  const [failed, late] = await Promise.all([failedWork(deps)(site), lateWork(deps)(site, undefined, LATE)]);
  const parked = failed.filter(({ kind, status }) => status === 'parked' && kind !== EXPORT);
  const exported = failed.find(
    ({ kind, status, failures }) => kind === EXPORT && (status === 'parked' || failures >= EXPORT_FAILURES),
  );
  return [
    ...(parked.length > 0 ? ([['due_work_parked', byKind(parked)]] as const) : []),
    ...(late.length > 0 ? ([['due_work_late', byKind(late)]] as const) : []),
    ...(exported ? ([['export_failed', exported.error]] as const) : []),
  ];
};

/** `collection: 3, dunning: 1` */
const byKind = (items: readonly { readonly kind: string }[]): string =>
  [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, some]) => `${kind}: ${some.length}`).join(', ');

const webhooksAt = async ({ webhookEndpoints }: Records, now: Millis): Promise<Seen> => {
  if (!(await webhookEndpoints.isFailing(now - DAY))) return [];
  const endpoints = await webhookEndpoints.all();
  const failing: string[] = [];
  for (const { id, url, pause_reason } of endpoints) {
    const since = await webhookEndpoints.failingSince(id);
    const isPaused = pause_reason !== null && pause_reason !== 'operator';
    if (isPaused || (pause_reason === null && since !== null && since <= now - DAY))
      failing.push(`${new URL(url).host} (${id})`);
  }
  return [['webhook_endpoint_failing', failing.join(', ')]];
};

const mailAt = async ({ outbox }: Records, now: Millis): Promise<Seen> => {
  const since = idsFrom(now - DAY);
  const [waiting, failed, bounced] = await Promise.all([
    outbox.count({ status: 'queued', before: idsFrom(now - HOUR) }),
    outbox.count({ status: 'failed', since }),
    outbox.count({ status: 'bounced', since }),
  ]);
  if (waiting + failed === 0 && bounced < MANY_BOUNCES) return [];
  return [['mail_undelivered', `waiting: ${waiting}, given up: ${failed}, bounced: ${bounced}`]];
};
