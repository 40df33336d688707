import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Receivers } from './tenants.ts';

const PROGRAM = fileURLToPath(new URL('../webhooks/receivers.ts', import.meta.url));

/** Milliseconds at which each notification came first, by its id. */
export type Arrivals = Readonly<Record<string, number>>;

export interface OpenReceivers {
  readonly at: Receivers;
  /** Returns what came to the merchant, and to small shops. */
  arrived(): Promise<{ readonly merchant: Arrivals; readonly shops: Arrivals }>;
  close(): void;
}

/** Starts receivers of webhooks in a process of their own, so that they measure another one. */
export const openReceivers = async (): Promise<OpenReceivers> => {
  const child = fork(PROGRAM);
  const [{ urls, dead }] = (await once(child, 'message')) as [{ urls: readonly [string, string]; dead: string }];
  return {
    at: { merchant: urls[0], shops: urls[1], dead },
    async arrived() {
      child.send({ what: 'report' });
      const [{ one = {}, two = {} }] = (await once(child, 'message')) as [Readonly<Record<string, Arrivals>>];
      return { merchant: one, shops: two };
    },
    close: () => void child.kill(),
  };
};
