import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { aSite, NOON } from '../../src/adapters/storage/testing/samples.ts';
import { tokenKey } from '../../src/adapters/vault/cipher.ts';
import { endpointCipher } from '../../src/adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { openPoster } from '../../src/worker/webhooks/post.ts';
import { openSender } from '../../src/worker/webhooks/sender.ts';
import { testClock } from '../clock.ts';

const random = pooledRandomness();

test('a site whose events cannot be read rests and is logged once, and those of other sites go on', async () => {
  const clock = testClock(new Date(NOON * 1000).toISOString());
  const world = openWorld(clock);
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  const cipher = endpointCipher({ secretsKey: tokenKey(random), previousSecretsKey: null }, random);
  const terms = { types: null, legacy_invoices: false, basic_auth: null, headers: {} };
  for (const [n, subdomain] of [
    [1, 'broken'],
    [2, 'sound'],
  ] as const) {
    const site = aSite(n, { subdomain });
    await opened.sites.add(site);
    const caller = { actor: 'test', correlation: 'test' };
    await addEndpoint({ ...opened, world, cipher })(caller, subdomain, { ...terms, url: 'https://example.com' });
    const event = { type: 'new_account' as const, account: sampleAccount };
    await opened.storage
      .of(site.id)
      .events.appendAll([
        { id: site.id, at: NOON, type: 'new_account', account_id: site.id, correlation: null, event },
      ]);
  }
  let isBroken = true;
  const asked: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const poster = openPoster();
  const sender = openSender({
    sites: opened.sites,
    storage: opened.storage,
    cipher,
    poster,
    clock,
    holder: 'one',
    async fanOut({ subdomain }: Site) {
      asked.push(subdomain);
      if (subdomain === 'broken' && isBroken) throw new Error('It cannot be parsed.');
      return 0;
    },
    record: async () => {},
    listen: () => () => {},
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
  await sender.close();
  poster.close();
  await opened.close();
});
