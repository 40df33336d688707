import type { Site } from '@service/billing/resources/site.ts';
import { expect, it, vi } from 'vitest';
import { waitForDueWork } from './wait-for-due-work.ts';

const site = { id: 'site' } as Site;

it('waits for the worker, then for what is left', async () => {
  const order: string[] = [];
  const wait = waitForDueWork({
    due: { drain: async (_, goOn) => order.push(`drained ${goOn?.()}`) },
    worker: () => ({ idle: async () => void order.push('idle') }),
    milliseconds: 60_000,
  });
  await wait(site);
  expect(order).toEqual(['idle', 'drained true']);
});

it('gives no more time than it was told to', async () => {
  vi.useFakeTimers();
  try {
    const drain = vi.fn(async (_: Site, goOn?: () => boolean) => Number(goOn?.()));
    const wait = waitForDueWork({
      due: { drain },
      worker: () => ({ idle: () => new Promise<void>(() => {}) }),
      milliseconds: 1000,
    });
    const waited = wait(site);
    await vi.advanceTimersByTimeAsync(999);
    expect(drain).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waited;
    expect(await drain.mock.results[0]?.value).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
