import type { DueWork, Round } from '@service/billing/engine/due/run-due-work.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { openLoop, type Waiters } from './loop.ts';
import { roundsBeside } from './rounds-beside.ts';
import { type ReadLines, unreadableSites } from './unreadable-sites.ts';

/** Milliseconds between checks of every site: a signal can be lost, and a system clock can be set forward. */
const EVERY_SITE = 60_000;

/** The messages that a worker logs. */
export interface WorkerLines extends ReadLines {
  readonly succeeded: string;
  readonly failed: string;
}

const NOTHING: Round = { succeeded: 0, failed: 0 };

/**
 * Milliseconds that the rotation waits for a round. One that takes longer, for example because a gateway does not
 * answer, goes on beside the rounds of other sites.
 */
const PATIENCE_MS = 250;

const DUE_WORK: WorkerLines = {
  succeeded: 'ran due work',
  failed: 'due work failed: npm run due -- list',
  unreadable: 'the worker could not read due work',
  readable: 'the worker reads due work again',
};

export interface WorkerDeps {
  readonly sites: Pick<SiteRecords, 'all' | 'find'>;
  readonly due: Pick<DueWork, 'round' | 'nextAt'>;
  readonly clock: SystemClock;
  /** Wakes the worker because something is due at once, at a site or at any; returns what ends that. */
  readonly listen: (woken: (siteId?: string) => void) => () => void;
  readonly log: Logger;
  readonly lines?: WorkerLines;
  /** Milliseconds that the rotation waits for a round that may go on beside it. */
  readonly patience?: Millis;
  /**
   * Rounds that may go on beside the rotation; none unless it is given: what rounds share, such as the connections of
   * the mail server, would be shared by more of them, and leases would end.
   */
  readonly beside?: number;
}

export interface Worker {
  /** Resolves once everything that is due now has run, at this site or at every site. */
  idle(site?: Site): Promise<void>;
  /** Whether the work of every site could be read when it was last attempted. */
  isReadable(): boolean;
  /** Ends after the rounds under way. */
  close(): Promise<void>;
}

/**
 * Runs due work: one round in rotation at each site that has some until none has any left, then sleeps until the next
 * moment at which something is due, or until it is woken. The backlog of a site keeps no other one waiting longer than
 * a round; a round that takes long does so for a quarter of a second, while a place beside the rotation is free.
 * Between two checks of every site, only sites are read that a signal named or whose next moment has come. A site whose
 * work cannot be read rests, while the others go on.
 */
export const openWorker = (deps: WorkerDeps): Worker => {
  const { sites, due, clock, log, lines = DUE_WORK, patience = PATIENCE_MS, beside = 0 } = deps;
  /** Sites that a signal named; undefined: every site is checked. */
  let named: Set<string> | undefined;
  /** Sites that had work in the last turn. */
  let busy: readonly Site[] = [];
  let everySiteAt = clock.now();
  /** The time of the next due item of each site, in milliseconds of the system clock; infinite for never. */
  const nextAt = new Map<string, number>();
  const unreadable = unreadableSites({ clock, log, lines });
  let wake = (_siteId: string): void => {};
  const aside = roundsBeside({ most: beside, wake: (siteId) => wake(siteId), failed: unreadable.failedAll });

  const listen: WorkerDeps['listen'] = (woken) => {
    wake = woken;
    return deps.listen(woken);
  };

  const onSignal = (siteId: string | undefined): void => {
    if (siteId === undefined) named = undefined;
    else named?.add(siteId);
    aside.signal(siteId);
  };

  /** Returns the sites to check, as they are now, and starts to collect the next signals. */
  const sitesToCheck = async (): Promise<readonly Site[]> => {
    const now = clock.now();
    if (Math.abs(now - everySiteAt) >= EVERY_SITE) named = undefined;
    const before = named;
    named = new Set();
    if (!before) {
      everySiteAt = now;
      nextAt.clear();
      const all = await sites.all();
      unreadable.keep(all);
      return all;
    }
    for (const [id, at] of nextAt) if (at <= now) before.add(id);
    // Settings and gateway accounts may change while a backlog runs.
    if (before.size === 0) return reread();
    for (const { id } of busy) before.add(id);
    return (await sites.all()).filter(({ id }) => before.has(id));
  };

  /** Runs one round at a site, and returns whether it found work. */
  const runRound = async (site: Site): Promise<boolean> => {
    const { succeeded, failed } = (await unreadable.attempt(site, () => due.round(site))) ?? NOTHING;
    if (succeeded > 0) log.info({ site: site.subdomain, succeeded }, lines.succeeded);
    if (failed > 0) log.warn({ site: site.subdomain, failed }, lines.failed);
    return succeeded + failed > 0;
  };

  /** Runs one round at each site that has work, and returns those that may have more. */
  const rotate = async (among: readonly Site[]): Promise<readonly Site[]> => {
    const rotated: Site[] = [];
    aside.beginTurn();
    for (const site of among) {
      if (loop.isClosing()) break;
      if (aside.leavesOut(site.id) || unreadable.restsUntil(site.id)) continue;
      const running = runRound(site);
      const foundWork = aside.hasRoom() ? await unlessSlow(running, patience) : await running;
      if (foundWork === undefined) {
        nextAt.delete(site.id);
        aside.add(site.id, running);
      } else if (foundWork) rotated.push(site);
    }
    return rotated;
  };

  const reread = async (): Promise<Site[]> =>
    (await Promise.all(busy.map(({ subdomain }) => sites.find(subdomain)))).filter((site) => site !== undefined);

  const readNext = async (among: readonly Site[]): Promise<void> => {
    await Promise.all(
      among.map(async (site) => {
        const moment = unreadable.restsUntil(site.id)
          ? undefined
          : await unreadable.attempt(site, () => momentOf(site));
        if (moment !== undefined) unreadable.passed(site);
        nextAt.set(site.id, moment ?? unreadable.restsUntil(site.id) ?? clock.now());
      }),
    );
  };

  const momentOf = async (site: Site): Promise<Millis> => (await due.nextAt(site)) ?? Number.POSITIVE_INFINITY;

  const untilNext = (): Millis => {
    let next = everySiteAt + EVERY_SITE;
    for (const moment of nextAt.values()) next = Math.min(next, moment);
    return Math.min(next - clock.now(), EVERY_SITE);
  };

  const turn = async (waiters: Waiters): Promise<Millis | undefined> => {
    try {
      const among = await sitesToCheck();
      const rotated = await rotate(among);
      waiters.release([...rotated.map(({ id }) => id), ...aside.ofTurn()]);
      await readNext(among.filter((site) => !rotated.includes(site) && !aside.has(site.id)));
      busy = rotated;
      return busy.length === 0 ? untilNext() : undefined;
    } catch (error) {
      named = undefined;
      busy = [];
      throw error;
    }
  };

  const loop = openLoop({ listen, onSignal, turn, unreadable });
  loop.start();
  return {
    idle: (site) => loop.idle(site?.id),
    isReadable: unreadable.isEmpty,
    async close() {
      await loop.close();
      await aside.ended();
    },
  };
};

/** Returns the result of work, or undefined if it takes longer than so many milliseconds. */
const unlessSlow = async <T>(work: Promise<T>, milliseconds: Millis): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
