import type { DueWork, Round } from '@service/billing/engine/due/run-due-work.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { openLoop, type Waiters } from './loop.ts';
import { type ReadLines, unreadableSites } from './unreadable-sites.ts';

/** Milliseconds between checks of every site: a signal can be lost, and a system clock can be set forward. */
const EVERY_SITE = 60_000;

/** The messages that a worker logs. */
export interface WorkerLines extends ReadLines {
  readonly succeeded: string;
  readonly failed: string;
}

const NOTHING: Round = { succeeded: 0, failed: 0 };

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
 * moment at which something is due, or until it is woken. One site's backlog never keeps another waiting longer than a
 * round. Between two checks of every site, only sites are read that a signal named or whose next moment has come. A
 * site whose work cannot be read rests, while the others go on.
 */
export const openWorker = ({ sites, due, clock, listen, log, lines = DUE_WORK }: WorkerDeps): Worker => {
  /** Sites that a signal named; undefined: every site is checked. */
  let named: Set<string> | undefined;
  /** Sites that had work in the last turn. */
  let busy: readonly Site[] = [];
  let everySiteAt = clock.now();
  /** The time of the next due item of each site, in milliseconds of the system clock; infinite for never. */
  const nextAt = new Map<string, number>();
  const unreadable = unreadableSites({ clock, log, lines });

  const onSignal = (siteId: string | undefined): void => {
    if (siteId === undefined) named = undefined;
    else named?.add(siteId);
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

  /** Runs one round at each site that has work, and returns those that may have more. */
  const rotate = async (among: readonly Site[]): Promise<readonly Site[]> => {
    const rotated: Site[] = [];
    for (const site of among) {
      if (loop.isClosing()) break;
      if (unreadable.restsUntil(site.id)) continue;
      const { succeeded, failed } = (await unreadable.attempt(site, () => due.round(site))) ?? NOTHING;
      if (succeeded > 0) log.info({ site: site.subdomain, succeeded }, lines.succeeded);
      if (failed > 0) log.warn({ site: site.subdomain, failed }, lines.failed);
      if (succeeded + failed > 0) rotated.push(site);
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
      waiters.release(rotated.map(({ id }) => id));
      await readNext(among.filter((site) => !rotated.includes(site)));
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
    close: loop.close,
  };
};
