import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import { fanOut } from '@service/billing/engine/webhooks/fan-out.ts';
import { recordOutcomes } from '@service/billing/engine/webhooks/record-outcomes.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { aSite, id, NOON } from '../../src/adapters/storage/testing/samples.ts';
import { tokenKey } from '../../src/adapters/vault/cipher.ts';
import { endpointCipher } from '../../src/adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { renderNotification } from '../../src/documents/webhooks/document.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { openPoster } from '../../src/worker/webhooks/post.ts';
import { openSender, type SenderDeps } from '../../src/worker/webhooks/sender.ts';
import { testClock } from '../clock.ts';
import { openReceiver } from './receiver.ts';

const random = pooledRandomness();

test('a process that dies after it sent, before it recorded that, is followed by one that sends again with the same ids', async () => {
  const clock = testClock(new Date(NOON * 1000).toISOString());
  const world = openWorld(clock);
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  const receiver = await openReceiver();
  const cipher = endpointCipher({ secretsKey: tokenKey(random), previousSecretsKey: null }, random);
  const site = aSite(1, { subdomain: 'acme' });
  await opened.sites.add(site);
  const terms = { url: receiver.url, types: null, legacy_invoices: false, basic_auth: null, headers: {} };
  await addEndpoint({ ...opened, world, cipher })({ actor: 'test', correlation: 'test' }, 'acme', terms);
  const records = opened.storage.of(site.id);
  const event = (n: number) => ({
    id: id(n),
    at: NOON,
    type: 'new_account' as const,
    account_id: id(n),
    correlation: null,
    event: { type: 'new_account' as const, account: sampleAccount },
  });
  await opened.storage.transaction(site.id, ({ events }) => events.appendAll([event(1), event(2), event(3)]));
  const undone = opened.storage.transaction(site.id, async ({ events }) => {
    await events.appendAll([event(4)]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');

  const poster = openPoster();
  const sender = (holder: string, more: Partial<SenderDeps> = {}) =>
    openSender({
      sites: opened.sites,
      storage: opened.storage,
      cipher,
      poster,
      clock,
      holder,
      fanOut: (site) => fanOut({ storage: opened.storage, world, render: renderNotification }, site),
      record: (site, id, outcomes) => recordOutcomes({ storage: opened.storage, world }, site, id, outcomes),
      listen: opened.webhookSignal.listen,
      log: pino({ level: 'silent' }),
      ...more,
    });
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']).toSorted();

  // It never learns that its recording was written, and closes nothing.
  sender('killed', { record: () => new Promise(() => {}) });
  await expect.poll(ids).toEqual([1, 2, 3].map(id));

  const next = sender('next');
  await next.idle();
  // The dead process still holds the endpoint.
  expect(ids()).toHaveLength(3);
  clock.advance({ seconds: 10 });
  await next.idle();
  expect(ids()).toEqual([1, 1, 2, 2, 3, 3].map(id));
  const states = (await records.webhookDeliveries.list({}, 10)).map(({ state, attempts }) => [state, attempts]);
  expect(states).toEqual([1, 2, 3].map(() => ['delivered', 1]));
  await next.close();
  poster.close();
  await receiver.close();
});
