import pino from 'pino';
import { expect, test } from 'vitest';
import { openSenderOfSites } from './sites-with-events.ts';

test('a site whose events cannot be read rests and is logged once, and those of other sites go on', async () => {
  let isBroken = true;
  const asked: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const { clock, sender, close } = await openSenderOfSites(['broken', 'sound'], {
    async fanOut({ subdomain }) {
      asked.push(subdomain);
      if (subdomain === 'broken' && isBroken) throw new Error('It cannot be parsed.');
      return 0;
    },
    log: pino({ base: null, timestamp: false }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  });
  await sender.idle();
  await sender.idle();
  expect(asked.filter((site) => site === 'broken')).toHaveLength(1);
  expect(asked.filter((site) => site === 'sound').length).toBeGreaterThan(1);
  clock.advance({ seconds: 5 });
  await sender.idle();
  expect(asked.filter((site) => site === 'broken')).toHaveLength(2);
  expect(sender.isReadable()).toBe(false);
  const unreadable = { level: 50, site: 'broken', error: 'It cannot be parsed.', msg: 'webhooks could not be read' };
  expect(logged).toEqual([unreadable]);

  isBroken = false;
  clock.advance({ seconds: 5 });
  for (let times = 0; times < 2; times += 1) await sender.idle();
  expect(sender.isReadable()).toBe(true);
  expect(logged.slice(1)).toEqual([{ level: 30, site: 'broken', msg: 'webhooks are read again' }]);
  await close();
});
