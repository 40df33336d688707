import { NeedsOperator } from '../../../domain/due/needs-operator.ts';
import type { PayoutFetch } from '../../../domain/payouts/payout-fetch.ts';
import type { Caller } from '../../../ports/caller.ts';
import { siteTime } from '../../../resources/site.ts';
import { Failure } from '../../../values/failure.ts';
import { dayIn } from '../../../values/periods/day-in.ts';
import { nextNight } from '../../../values/periods/zone-days.ts';
import { DAY, type Millis, type Seconds } from '../../../values/time.ts';
import { FETCHED_DAYS, type FetchDeps, gatherPayouts } from '../../reconciliation/gather-payouts.ts';
import type { DueEntry } from './kind.ts';

interface Deps extends FetchDeps {
  /** Whether the process is about to end: the next attempt goes on with the payouts that are left. */
  readonly isEnding: () => boolean;
}

/** The time that the lines of one payout may take. The lease of due work is too short for those of a large site. */
const PAYOUT_MS: Millis = 900_000;

/** Ends an attempt because its process ends. */
class FetchInterrupted extends Error {}

/**
 * The nightly fetch of the payouts of a gateway account. It records what has arrived by now, also where the clock has
 * moved over several nights, and goes back thirty days before the latest fetch, whenever that was. Payouts that
 * contradict the books are parked at once.
 */
export const payoutFetches = (deps: Deps): DueEntry => ({
  next: ({ payouts }, until, limit) => payouts.due(until, limit),
  async run(due, item) {
    const { site } = due;
    const fetch = await begin(deps, due, item.id, item.at);
    if (!fetch) return;
    const at = Math.max(due.at, siteTime(site, deps.world.clock));
    const hold = async (): Promise<void> => {
      if (deps.isEnding()) throw new FetchInterrupted();
      await change(deps, site.id, fetch, { running_until_ms: deps.world.clock.now() + PAYOUT_MS });
    };
    try {
      const since = Math.max(0, Math.min(at, fetch.fetched_at ?? at) - FETCHED_DAYS * DAY);
      const { unitemized } = await gatherPayouts(deps, { ...due, at }, item.id, since, hold);
      await change(deps, site.id, fetch, {
        next_at: nextNight(site.time_zone, dayIn(site.time_zone, at)),
        ...{ running_until_ms: null, fetched_at: at, left_out: unitemized },
      });
    } catch (error) {
      await change(deps, site.id, fetch, { running_until_ms: null });
      if (error instanceof FetchInterrupted) return;
      throw toldToOperators(error, item.id);
    }
  },
});

/** Returns the fetch if it is still due. Throws `simultaneous_request` while another process makes it. */
const begin = (
  { storage, world }: Pick<Deps, 'storage' | 'world'>,
  { site }: Caller,
  gatewayCode: string,
  dueAt: Seconds,
): Promise<PayoutFetch | undefined> =>
  storage.transaction(site.id, async ({ payouts }) => {
    const fetch = await payouts.findFetch(gatewayCode);
    if (fetch?.next_at !== dueAt) return undefined;
    const now = world.clock.now();
    if ((fetch.running_until_ms ?? 0) > now) throw new Failure('simultaneous_request');
    const begun: PayoutFetch = { ...fetch, running_until_ms: now + PAYOUT_MS };
    await payouts.saveFetch(begun);
    return begun;
  });

/** Changes a fetch, unless it was turned off meanwhile, or another process has ended it. */
const change = (
  { storage }: Pick<Deps, 'storage'>,
  siteId: string,
  { gateway_code, next_at }: PayoutFetch,
  changes: Partial<Omit<PayoutFetch, 'gateway_code'>>,
): Promise<void> =>
  storage.transaction(siteId, async ({ payouts }) => {
    const fetch = await payouts.findFetch(gateway_code);
    if (fetch?.next_at === next_at) await payouts.saveFetch({ ...fetch, ...changes });
  });

/** Returns an error whose text an operator can act on; contradictions with the books are not attempted again. */
const toldToOperators = (error: unknown, gatewayCode: string): unknown => {
  if (!(error instanceof Failure)) return error;
  const { symbol, params } = error;
  if (symbol === 'precondition_failed') return new NeedsOperator(String(params.what));
  if (symbol === 'gateway_silent') return new Error(`The gateway ${gatewayCode} did not answer: ${params.reason}`);
  return error;
};
