import type { DueWork } from '@service/billing/engine/due/run-due-work.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Worker } from './worker.ts';

export interface WaitDeps {
  readonly due: Pick<DueWork, 'drain'>;
  /** The worker of this process; undefined where others run due work. */
  readonly worker: () => Pick<Worker, 'idle'> | undefined;
  readonly milliseconds: Millis;
}

/** Runs the due work of a site, as long as its caller waits for it. */
export type RunDueWork = (site: Site) => Promise<void>;

/**
 * Resolves once everything that is due at a site has run, also what another worker is at, or after so many
 * milliseconds. What is left then goes on in the worker.
 */
export const waitForDueWork =
  ({ due, worker, milliseconds }: WaitDeps): RunDueWork =>
  async (site) => {
    let inTime = true;
    let stop = (): void => {};
    const late = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const timer = setTimeout(() => {
      inTime = false;
      stop();
    }, milliseconds);
    try {
      await Promise.race([worker()?.idle(site), late]);
      await due.drain(site, () => inTime);
    } finally {
      clearTimeout(timer);
    }
  };
