import pino from 'pino';
import { expect, test } from 'vitest';
import { openSenderOfSites } from './sites-with-events.ts';

test('a backlog of events of one site does not keep those of another waiting', async () => {
  const batches: Record<string, number> = { heavy: 50, small: 1 };
  const taken: string[] = [];
  const { sender, close } = await openSenderOfSites(['heavy', 'small'], {
    async fanOut({ subdomain }) {
      const left = batches[subdomain] ?? 0;
      if (left === 0) return 0;
      batches[subdomain] = left - 1;
      taken.push(subdomain);
      return 100;
    },
    log: pino({ level: 'silent' }),
  });
  await sender.idle();
  // Every batch is taken once `idle` resolves, and the small site had its batch after some of the heavy one.
  expect(taken).toHaveLength(51);
  expect(taken.indexOf('small')).toBeLessThanOrEqual(5);
  await close();
});
