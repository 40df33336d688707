import { nextAttempt } from '../../domain/due/backoff.ts';
import { hasArrived } from '../../domain/due/clock-progress.ts';
import type { DueItem } from '../../domain/due/item.ts';
import { NeedsOperator } from '../../domain/due/needs-operator.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { withoutLongDigits } from '../../values/card/without-long-digits.ts';
import { Failure, Invalid, isSimultaneous } from '../../values/failure.ts';
import { MAX_CENTS } from '../../values/money/cents.ts';
import { DAY, isoTime, LAST_MOMENT, type Millis, type Seconds } from '../../values/time.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { dueInOrder } from './in-order.ts';
import type { DueKind } from './kinds/kind.ts';

export interface DueDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** The result of one round at a site. */
export interface Round {
  readonly succeeded: number;
  readonly failed: number;
}

/** Items that run at the same time. */
const PARALLEL = 32;
/**
 * Items processed in one round: enough to amortize the commits of claim and release, few enough to finish within the
 * lease. A multiple of those that run at the same time, so that the last of them share their commits, too.
 */
const BATCH = 4 * PARALLEL;
/**
 * Items that are due so much later than the oldest wait for a later round, so that a site whose clock moves by a year
 * numbers its documents by date, to within a day. Seconds.
 */
const SPAN: Seconds = DAY;
/** Lease of a worker on the subjects that it claimed. If it dies, other workers can claim them after that. */
const LEASE_MS = 120_000;
/** Delay of a drain before it checks again for subjects that other workers have claimed. */
const STEP_MS = 20;

export interface DueWork {
  /**
   * Runs the items of a site that are due now, each as of the moment it was due, or of the first open month: the
   * oldest item of every account, accounts in parallel. Later items of an account follow in the next round, in order.
   * A failed item is recorded and does not block other items.
   */
  round(site: Site): Promise<Round>;
  /**
   * Runs rounds until nothing is due, including items that become due meanwhile, or until `goOn` returns false. Returns
   * how many items succeeded.
   */
  drain(site: Site, goOn?: () => boolean): Promise<number>;
  /** Returns when the next item of a site is due, in milliseconds of the system clock; undefined if there is none. */
  nextAt(site: Site): Promise<Millis | undefined>;
}

/** @param movesClock whether a move of the clock is complete once nothing of these kinds is due */
export const dueWork = (
  { storage, world }: DueDeps,
  kinds: readonly DueKind[],
  { movesClock = true }: { readonly movesClock?: boolean } = {},
): DueWork => {
  const byKind = new Map(kinds.map((each) => [each.kind, each]));

  const itemsUntil = async (site: Site, until: Seconds, limit: number): Promise<DueItem[]> => {
    const records = storage.of(site.id);
    const found = await Promise.all(
      kinds.map(async ({ kind, next }) =>
        (await next(records, until, limit)).map((item): DueItem => ({ ...item, kind })),
      ),
    );
    return dueInOrder(found, limit);
  };

  /**
   * Returns the time of a site's clock. A move of the clock may have been canceled since the site was read: the offset
   * is limited to that of the move.
   */
  const timeOf = async (site: Site): Promise<Seconds> => {
    if (site.clock_offset === 0) return siteTime(site, world.clock);
    const move = await storage.of(site.id).due.clockProgress();
    const clock_offset = Math.min(site.clock_offset, move?.clock_offset ?? site.clock_offset);
    return siteTime({ clock_offset }, world.clock);
  };

  const run = async (site: Site, item: DueItem): Promise<boolean> => {
    // What was due in a month that is closed meanwhile is dated in the first open one.
    const at = Math.max(item.at, site.books_closed_until);
    const caller: Caller = { site, at, actor: 'worker', correlation: world.ids.uuid() };
    try {
      await byKind.get(item.kind)?.run(caller, item);
      if (at !== item.at) await noteLaterDate(caller, item);
      if (item.failures > 0) await storage.transaction(site.id, ({ due }) => due.clear(item.kind, item.id));
      return true;
    } catch (error) {
      await recordFailure(site, item, error);
      return false;
    }
  };

  /** Records the original date of an item; its correlation leads to all that the item wrote. */
  const noteLaterDate = (caller: Caller, { kind, id, at }: DueItem): Promise<void> => {
    const changes = { dated: { from: isoTime(at), to: isoTime(caller.at) } };
    const entry = auditEntry(world, caller, 'due_work.dated_later', `${kind} ${id}`, changes);
    return storage.transaction(caller.site.id, ({ auditLog }) => auditLog.append(entry));
  };

  const recordFailure = (site: Site, item: DueItem, error: unknown): Promise<void> => {
    const now = world.clock.now();
    // Another operation is under way, or came first: the item has not failed, it only waits its turn.
    const isBusy = isSimultaneous(error);
    const failures = isBusy ? Math.max(1, item.failures) : item.failures + 1;
    const retry = error instanceof NeedsOperator ? undefined : nextAttempt(isBusy ? 1 : failures, now);
    return storage.transaction(site.id, ({ due }) =>
      due.fail({
        ...item,
        failures,
        status: retry === undefined ? 'parked' : 'waiting',
        error: describe(error),
        failed_at_ms: now,
        retry_at_ms: retry ?? null,
      }),
    );
  };

  const round = async (site: Site, already?: ReadonlySet<string>): Promise<Round & { readonly ran: Set<string> }> => {
    const items = await itemsUntil(site, await timeOf(site), BATCH);
    const due = oldestOfEach(items.filter(({ at }) => at < items[0]!.at + SPAN)).slice(0, BATCH);
    const [first] = due;
    if (!first) {
      await removeStale(site);
      await arrive(site);
      return { succeeded: 0, failed: 0, ran: new Set() };
    }
    const subjects = due.map(({ subject }) => subject);
    const until = world.clock.now() + LEASE_MS;
    const claimed = new Set(await storage.transaction(site.id, (records) => records.due.claim(subjects, until)));
    const mine = due.filter(({ subject }) => claimed.has(subject));
    let succeeded = 0;
    try {
      const outcomes = await inParallel(mine, PARALLEL, (item) =>
        // An item that succeeded in the last round and is due again at the same moment made no progress.
        already?.has(nameOf(item))
          ? recordFailure(site, item, new Error('The item is still due after it ran.')).then(() => false)
          : run(site, item),
      );
      succeeded = outcomes.filter((outcome) => outcome).length;
      return {
        succeeded,
        failed: outcomes.length - succeeded,
        ran: new Set(mine.filter((_, index) => outcomes[index]).map(nameOf)),
      };
    } finally {
      await storage.transaction(site.id, async ({ due }) => {
        await due.release([...claimed], until);
        if (site.clock_offset === 0) return;
        if (movesClock) await due.advanceClockMove(first.at, succeeded);
        // A worker that runs the other kinds does not complete the move while these items are claimed, and then sleeps.
        else if (claimed.size > 0) due.wake();
      });
    }
  };

  /**
   * Deletes the failures of items that something else has completed, for example a payment of the invoice that was to
   * be collected. They would be listed for ever, and a retry of theirs would always be due.
   */
  const removeStale = async (site: Site): Promise<void> => {
    const failed = await storage.of(site.id).due.failed(1);
    if (failed.length > 0) await storage.transaction(site.id, ({ due }) => due.removeStale());
  };

  /** Completes the move of the clock, unless another worker still runs claimed items. */
  const arrive = async (site: Site): Promise<void> => {
    if (!movesClock || site.clock_offset === 0) return;
    const progress = await storage.of(site.id).due.clockProgress();
    if (!progress || hasArrived(progress) || (await storage.of(site.id).due.busy())) return;
    await storage.transaction(site.id, ({ due }) => due.advanceClockMove(progress.target_at, 0));
  };

  const lastRan = new Map<string, ReadonlySet<string>>();
  const rounds = async (site: Site): Promise<Round> => {
    const { ran, ...outcome } = await round(site, lastRan.get(site.id));
    if (ran.size > 0) lastRan.set(site.id, ran);
    else lastRan.delete(site.id);
    return outcome;
  };

  return {
    round: rounds,
    async drain(site, goOn = () => true) {
      let total = 0;
      while (goOn()) {
        const { succeeded, failed } = await rounds(site);
        total += succeeded;
        // Requests are served between rounds.
        await world.pause(0);
        if (succeeded + failed > 0) continue;
        // Items that another worker has claimed may make more items due.
        if (!(await storage.of(site.id).due.busy())) {
          await arrive(site);
          break;
        }
        await world.pause(STEP_MS);
      }
      return total;
    },
    async nextAt(site) {
      const [items, retry] = await Promise.all([itemsUntil(site, LAST_MOMENT, 1), storage.of(site.id).due.nextRetry()]);
      const first = items[0] && (items[0].at - site.clock_offset) * 1000;
      const moments = [first, retry].filter((moment) => moment !== undefined);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
  };
};

const nameOf = ({ kind, id, at, failures }: DueItem): string => `${kind} ${id} ${at} ${failures}`;

/** Returns the first item of each subject; the others run in later rounds. */
const oldestOfEach = (items: readonly DueItem[]): DueItem[] => {
  const seen = new Set<string>();
  return items.filter(({ subject }) => !seen.has(subject) && seen.add(subject));
};

const inParallel = async <T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> => {
  const outcomes: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      outcomes[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return outcomes;
};

/** Returns what is recorded of an error. */
const describe = (error: unknown): string => {
  if (error instanceof Failure) return error.symbol;
  if (error instanceof NeedsOperator) return error.message;
  if (error instanceof Invalid && error.issues.some(({ count }) => count === MAX_CENTS))
    return `The invoice would exceed its limit: ${error.issues.map(({ field }) => field).join(', ')}`;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'An unknown error';
  return withoutLongDigits(text).slice(0, 500);
};
