import type { Millis } from '@service/billing/values/time.ts';
import { REST_AFTER_ERROR, type UnreadableSites } from './unreadable-sites.ts';

export interface LoopDeps {
  /** Wakes the loop because something is due at once, at a site or at any; returns what ends that. */
  readonly listen: (woken: (siteId?: string) => void) => () => void;
  /** Called with every signal, before the next turn. */
  readonly onSignal?: (siteId: string | undefined) => void;
  /**
   * Does due work. Returns how long the loop sleeps unless it is woken, in milliseconds; undefined: it does not sleep.
   * If it throws, the loop rests.
   */
  readonly turn: (waiters: Waiters) => Promise<number | undefined>;
  readonly unreadable: Pick<UnreadableSites, 'passedAll' | 'failedAll'>;
}

/** Callers of `idle` that wait. */
export interface Waiters {
  /** Whether there are any. */
  readonly present: boolean;
  /**
   * Resolves their calls, because everything that is due now has run, except at these sites: callers that wait for one
   * of them, or for every site, wait for the next turn.
   */
  release(busy?: readonly string[]): void;
}

/** A caller of `idle`, and the site that it waits for; without one, it waits for every site. */
interface Waiter {
  readonly siteId: string | undefined;
  readonly done: () => void;
}

export interface Loop {
  /** Begins the first turn. */
  start(): void;
  /** Resolves once everything that is due now has run, at this site or at every site. */
  idle(siteId?: string): Promise<void>;
  isClosing(): boolean;
  /** Ends after the turn under way. */
  close(): Promise<void>;
}

/**
 * Runs turns, one after the other, each woken by a signal or by the time that the turn before named. A signal during a
 * turn causes another one.
 */
export const openLoop = ({ listen, onSignal = () => {}, turn, unreadable }: LoopDeps): Loop => {
  let closing = false;
  let isWoken = true;
  let wake = (): void => {};
  let running: Promise<void> | undefined;
  /** Callers that came since the turn began. */
  const waiting: Waiter[] = [];

  const wakeUp = (siteId?: string): void => {
    onSignal(siteId);
    isWoken = true;
    wake();
  };
  const stopListening = listen(wakeUp);

  const sleep = (milliseconds: Millis): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isWoken || closing) wake();
    });

  const run = async (): Promise<void> => {
    const waited: Waiter[] = [];
    const release = (busy: readonly string[] = []): void => {
      for (const waiter of waited.splice(0)) {
        if (isBusy(waiter, busy)) waited.push(waiter);
        else waiter.done();
      }
    };
    while (!closing) {
      try {
        waited.push(...waiting.splice(0));
        isWoken = false;
        const milliseconds = await turn({ present: waited.length > 0, release });
        unreadable.passedAll();
        if (milliseconds !== undefined) await sleep(milliseconds);
      } catch (error) {
        unreadable.failedAll(error);
        await sleep(REST_AFTER_ERROR);
      }
    }
    for (const { done } of [...waited, ...waiting]) done();
  };

  return {
    start() {
      running ??= run();
    },
    idle: (siteId) =>
      new Promise((done) => {
        waiting.push({ siteId, done });
        wakeUp(siteId);
      }),
    isClosing: () => closing,
    async close() {
      closing = true;
      stopListening();
      wake();
      await running;
    },
  };
};

const isBusy = ({ siteId }: Waiter, busy: readonly string[]): boolean =>
  siteId === undefined ? busy.length > 0 : busy.includes(siteId);
