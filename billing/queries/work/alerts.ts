import type { AlertKind, OpenAlert, SeenConditions } from '../../domain/alerts/alert.ts';
import { CONDITIONS } from '../../domain/alerts/conditions.ts';
import type { DueKindName } from '../../domain/due/kinds.ts';
import { isEndingInUse, isLasting, isOver } from '../../domain/sites/key-rules.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { idsFrom } from '../../values/ids.ts';
import type { Millis } from '../../values/time.ts';
import { DAY_MS, HOUR_MS, isoTime } from '../../values/time.ts';
import { payoutFetchesOf } from '../payouts/payout-fetches.ts';
import { failedWork, lateWork, TOO_LATE_AFTER } from './due.ts';

/** Failures after which nightly work that is still attempted has had some minutes to recover. */
const NIGHTLY_FAILURES = 4;
/** Bounces of a day that are more than some wrong addresses. */
const MANY_BOUNCES = 10;
const EXPORT = 'nightly_export' satisfies DueKindName;
const PAYOUTS = 'payout_fetch' satisfies DueKindName;
/** Kinds of due work that have a condition of their own. */
const TOLD_APART: readonly string[] = [EXPORT, PAYOUTS];

/** Returns the open alerts of a site, without those of a kind that only a newer release knows. */
export const openAlertsOf = async ({ openAlerts }: Pick<Records, 'openAlerts'>): Promise<readonly OpenAlert[]> =>
  (await openAlerts.all()).filter(({ kind }) => Object.hasOwn(CONDITIONS, kind));

interface ConditionDeps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'keys' | 'keyUses'>;
  readonly world: Pick<World, 'clock'>;
}

type Seen = readonly (readonly [AlertKind, string])[];

/** Returns the conditions of a site that need a person now. */
export const seenConditions =
  (deps: ConditionDeps) =>
  async (site: Site): Promise<SeenConditions> => {
    const records = deps.storage.of(site.id);
    const now = deps.world.clock.now();
    const found = await Promise.all([
      workAt(deps, site),
      webhooksAt(records, now),
      mailAt(records, now),
      keysAt(deps, site, now),
    ]);
    return new Map(found.flat());
  };

const workAt = async (deps: ConditionDeps, site: Site): Promise<Seen> => {
  const [failed, late] = await Promise.all([failedWork(deps)(site), lateWork(deps)(site, undefined, TOO_LATE_AFTER)]);
  const parked = failed.filter(({ kind, status }) => status === 'parked' && !TOLD_APART.includes(kind));
  const nightly = failed.filter(({ status, failures }) => status === 'parked' || failures >= NIGHTLY_FAILURES);
  const exported = nightly.find(({ kind }) => kind === EXPORT);
  const unfetched = nightly.filter(({ kind }) => kind === PAYOUTS).map(({ id, error }) => `${id}: ${error}`);
  const payouts = [...unfetched, ...(await leftOut(deps.storage.of(site.id)))];
  return [
    ...(parked.length > 0 ? ([['due_work_parked', byKind(parked)]] as const) : []),
    ...(late.length > 0 ? ([['due_work_late', byKind(late)]] as const) : []),
    ...(exported ? ([['export_failed', exported.error]] as const) : []),
    ...(payouts.length > 0 ? ([['payouts_not_fetched', payouts.join(' ')]] as const) : []),
  ];
};

/** Returns a sentence for each gateway whose latest fetch left payouts out that are not recorded since. */
const leftOut = async (records: Pick<Records, 'payouts'>): Promise<readonly string[]> =>
  (await payoutFetchesOf(records))
    .filter(({ unrecorded }) => unrecorded.length > 0)
    .map(({ fetch, unrecorded }) => `${fetch.gateway_code}: no lines of ${unrecorded.join(', ')}.`);

/** `collection: 3, dunning: 1` */
const byKind = (items: readonly { readonly kind: string }[]): string =>
  [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, some]) => `${kind}: ${some.length}`).join(', ');

const webhooksAt = async ({ webhookEndpoints }: Records, now: Millis): Promise<Seen> => {
  if (!(await webhookEndpoints.isFailing(now - DAY_MS))) return [];
  const endpoints = await webhookEndpoints.all();
  const failing: string[] = [];
  for (const { id, url, pause_reason } of endpoints) {
    const since = await webhookEndpoints.failingSince(id);
    const isPaused = pause_reason !== null && pause_reason !== 'operator';
    if (isPaused || (pause_reason === null && since !== null && since <= now - DAY_MS))
      failing.push(`${new URL(url).host} (${id})`);
  }
  return [['webhook_endpoint_failing', failing.join(', ')]];
};

const mailAt = async ({ outbox }: Records, now: Millis): Promise<Seen> => {
  const since = idsFrom(now - DAY_MS);
  const [waiting, failed, bounced] = await Promise.all([
    outbox.count({ status: 'queued', before: idsFrom(now - HOUR_MS) }),
    outbox.count({ status: 'failed', since }),
    outbox.count({ status: 'bounced', since }),
  ]);
  if (waiting + failed === 0 && bounced < MANY_BOUNCES) return [];
  return [['mail_undelivered', `waiting: ${waiting}, given up: ${failed}, bounced: ${bounced}`]];
};

const keysAt = async (
  { sites }: Pick<ConditionDeps, 'sites'>,
  { id }: Pick<Site, 'id'>,
  now: Millis,
): Promise<Seen> => {
  const replaced = (await sites.keys(id)).filter((key) => !isLasting(key) && !isOver(key, now));
  if (replaced.length === 0) return [];
  const uses = new Map((await sites.keyUses(id)).map((use) => [use.key_id, use]));
  const ending = replaced.filter((key) => isEndingInUse(key, uses.get(key.id), now));
  if (ending.length === 0) return [];
  const named = ending.map(
    ({ name, valid_until_ms }) => `${name}: ends at ${isoTime(Math.floor((valid_until_ms ?? now) / 1000))}`,
  );
  return [['key_ending', named.join(', ')]];
};
