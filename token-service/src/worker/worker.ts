import type { DueWork } from '@service/billing/engine/due/run-due-work.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/site.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Logger } from 'pino';

/** The longest sleep: a signal can be lost, and a system clock can be set forward. Milliseconds. */
const LONGEST_SLEEP = 60_000;
/** How long the worker rests after the database failed it. Milliseconds. */
const REST_AFTER_ERROR = 5_000;

/** What a worker writes to the log. */
export interface WorkerLines {
  readonly succeeded: string;
  readonly failed: string;
  readonly unreadable: string;
}

const DUE_WORK: WorkerLines = {
  succeeded: 'ran due work',
  failed: 'due work failed: npm run due -- list',
  unreadable: 'the worker could not read due work',
};

export interface WorkerDeps {
  readonly sites: Pick<SiteRecords, 'all' | 'find'>;
  readonly due: Pick<DueWork, 'round' | 'nextAt'>;
  readonly clock: SystemClock;
  /** Wakes the worker because something is due at once; returns what ends that. */
  readonly listen: (woken: () => void) => () => void;
  readonly log: Logger;
  readonly lines?: WorkerLines;
}

export interface Worker {
  /** Resolves once everything that is due now has run, at every site. */
  idle(): Promise<void>;
  /** Ends after the rounds under way. */
  close(): Promise<void>;
}

/**
 * Runs due work: one round at each site in rotation until no site has any left, then sleeps until the next moment at
 * which something is due, or until it is woken. One site's backlog never keeps another waiting longer than a round.
 */
export const openWorker = ({ sites, due, clock, listen, log, lines = DUE_WORK }: WorkerDeps): Worker => {
  let closing = false;
  let woken = true;
  let wake = (): void => {};
  const waiting: (() => void)[] = [];

  const wakeUp = (): void => {
    woken = true;
    wake();
  };
  const stopListening = listen(wakeUp);

  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken || closing) wake();
    });

  /** Runs one round at each site that has work, and answers those that may have more. */
  const rotate = async (among: readonly Site[]): Promise<Site[]> => {
    const busy: Site[] = [];
    for (const site of among) {
      if (closing) break;
      const { succeeded, failed } = await due.round(site);
      if (succeeded > 0) log.info({ site: site.subdomain, succeeded }, lines.succeeded);
      if (failed > 0) log.warn({ site: site.subdomain, failed }, lines.failed);
      if (succeeded + failed > 0) busy.push(site);
    }
    return busy;
  };

  /** Returns sites as they are now: settings and gateway accounts may change while a backlog runs. */
  const reread = async (busy: readonly Site[]): Promise<Site[]> =>
    (await Promise.all(busy.map(({ subdomain }) => sites.find(subdomain)))).filter((site) => site !== undefined);

  const untilNext = async (): Promise<number> => {
    const moments = await Promise.all((await sites.all()).map((site) => due.nextAt(site)));
    const next = Math.min(...moments.filter((moment) => moment !== undefined));
    return Math.min(next - clock.now(), LONGEST_SLEEP);
  };

  const run = async (): Promise<void> => {
    let waited: (() => void)[] = [];
    while (!closing) {
      try {
        woken = false;
        waited = waiting.splice(0);
        let busy = await rotate(await sites.all());
        while (busy.length > 0 && !closing) busy = await rotate(await reread(busy));
        for (const done of waited.splice(0)) done();
        await sleep(await untilNext());
      } catch (error) {
        log.error({ error: (error as Error).message }, lines.unreadable);
        waiting.push(...waited);
        await sleep(REST_AFTER_ERROR);
      }
    }
    for (const done of [...waited, ...waiting]) done();
  };
  const running = run();

  return {
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        wakeUp();
      }),
    async close() {
      closing = true;
      stopListening();
      wake();
      await running;
    },
  };
};
