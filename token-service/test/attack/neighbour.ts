import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { counted, merged } from './crowd.ts';
import { type EventLoopDelay, takeEventLoopDelay } from './metrics.ts';
import type { Target } from './target.ts';

/**
 * Measured alternately alone and under attack, because other work on the machine varies; the median of the rounds
 * counts.
 */
const ROUNDS = 5;
const SECONDS = 3;
/** Milliseconds that the machine itself may add to the p99: a slow disk, or a core used by another process. */
const NOISE = 30;

/** Sends an attacker’s requests until `over` returns true; resolves with how often each outcome occurred. */
export type Attack<Outcome> = (over: () => boolean) => Promise<ReadonlyMap<Outcome, number>>;

/** Another site of the service, whose customers keep buying. */
export interface Neighbour {
  /**
   * Measures purchases alone and under an attack. Prints p50, p99 and the event-loop delay of both; fails if the p99
   * more than doubles or a purchase is refused. Returns how often each outcome of the attack occurred.
   */
  under<Outcome>(name: string, attack: Attack<Outcome>): Promise<Map<Outcome, number>>;
  close(): void;
}

interface Measured {
  /** Milliseconds of each purchase, sorted ascending. */
  readonly times: readonly number[];
  readonly refused: readonly number[];
  readonly delay: EventLoopDelay;
}

export const openNeighbour = async (target: Target): Promise<Neighbour> => {
  const { privateKey } = await target.openSite('neighbour');
  const { apiUrl } = target.service;
  const child = fork(new URL('./buyer.ts', import.meta.url), [apiUrl, privateKey]);
  await once(child, 'message');

  const measure = async (): Promise<Measured> => {
    await takeEventLoopDelay(apiUrl);
    child.send({ measure: SECONDS });
    const [{ times, refused }] = (await once(child, 'message')) as [Omit<Measured, 'delay'>];
    return { times: times.toSorted((one, other) => one - other), refused, delay: await takeEventLoopDelay(apiUrl) };
  };

  return {
    async under(name, attack) {
      const [alone, attacked]: [Measured[], Measured[]] = [[], []];
      const outcomes: Awaited<ReturnType<typeof attack>>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        alone.push(await measure());
        let over = false;
        const attacking = attack(() => over);
        attacked.push(await measure());
        over = true;
        outcomes.push(await attacking);
      }
      const seen = merged(outcomes);
      const ratios = alone.map((before, round) => p99(attacked[round]) / p99(before));
      console.log(
        `${name}: answers ${counted(seen)}\n  purchases alone:        ${shown(alone)}\n  purchases under attack: ${shown(attacked)}\n` +
          `  p99 of the rounds x ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}`,
      );
      expect([...alone, ...attacked].flatMap(({ refused }) => refused)).toEqual([]);
      const excess = alone.map((before, round) => p99(attacked[round]) - 2 * p99(before));
      expect(median(excess), 'milliseconds of p99 beyond twice that of purchases alone').toBeLessThanOrEqual(NOISE);
      return seen;
    },
    close: () => child.disconnect(),
  };
};

const quantile = (times: readonly number[], q: number): number => times[Math.floor(times.length * q)] ?? 0;

const p99 = (measured: Measured | undefined): number => quantile(measured?.times ?? [], 0.99);

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

const shown = (rounds: readonly Measured[]): string => {
  const times = rounds.flatMap((round) => round.times).toSorted((one, other) => one - other);
  const [held, longest] = [
    Math.max(...rounds.map(({ delay }) => delay.p99)),
    Math.max(...rounds.map(({ delay }) => delay.longest)),
  ];
  const loop = `event loop held p99 ${ms(held)}, longest ${ms(longest)}`;
  return `${times.length}, p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}; ${loop}`;
};
