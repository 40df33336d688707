import { setTimeout as delay } from 'node:timers/promises';
import { sampleEvent } from '@service/billing/domain/webhooks/samples/sample-event.ts';
import type { World } from '@service/billing/ports/world.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import pino from 'pino';
import { demoSite } from '../../seed/demo.ts';
import type { OpenStorage } from '../../src/adapters/storage/storage.ts';
import { tokenKey } from '../../src/adapters/vault/cipher.ts';
import { endpointCipher } from '../../src/adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openWebhooks } from '../../src/composition/open-webhooks.ts';
import { UNTRACED } from '../../src/composition/tracing/open-tracing.ts';
import { readConfig } from '../../src/config.ts';

export interface Subject {
  /** Starts the sender. */
  start(): void;
  /** Records so many events, eight at a time. */
  record(count: number): Promise<void>;
  /** Records events at a rate for some seconds; returns when each was committed, by id. */
  recordAt(perSecond: number, seconds: number): Promise<ReadonlyMap<string, number>>;
  /** Resolves once no event is queued and none is pending at an endpoint that answers. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A new site with these endpoints, and a sender of its own. */
export const openSubject = async (opened: OpenStorage, world: World, urls: readonly string[]): Promise<Subject> => {
  const random = pooledRandomness();
  const secretsKey = tokenKey(random);
  const id = world.ids.uuid();
  const site = { ...demoSite(id), subdomain: `bench-${world.ids.secret(8).toLowerCase()}` };
  await opened.sites.add(site);
  const cipher = endpointCipher({ secretsKey, previousSecretsKey: null }, random);
  const terms = { types: null, legacy_invoices: false, basic_auth: null, headers: {} };
  const operator = { actor: 'command line', correlation: 'bench' };
  for (const url of urls) {
    await addEndpoint({ ...opened, world, cipher })(operator, site.subdomain, { ...terms, url });
  }
  const records = opened.storage.of(id);
  const config = readConfig({ SECRETS_KEY: secretsKey.toString('base64') });
  let sender: ReturnType<typeof openWebhooks> | undefined;

  const recordOne = async (): Promise<string> => {
    const at = Math.floor(world.clock.now() / 1000);
    const event = sampleEvent('paid_charge_invoice', at);
    const one = { id: world.ids.uuid(), at, type: event.type, account_id: world.ids.uuid(), correlation: null, event };
    await opened.storage.transaction(id, ({ events }) => events.appendAll([one]));
    return one.id;
  };

  return {
    start() {
      const sites = { ...opened.sites, withWebhooks: async () => [site] };
      const measured = { webhooks: <R>(record: R) => record };
      sender = openWebhooks({
        config,
        opened,
        sites,
        world,
        measured,
        tracing: UNTRACED,
        log: pino({ level: 'silent' }),
      });
    },
    async record(count) {
      let left = count;
      const lane = async (): Promise<void> => {
        while (left-- > 0) await recordOne();
      };
      await Promise.all(Array.from({ length: 8 }, lane));
    },
    async recordAt(perSecond, seconds) {
      const committed = new Map<string, number>();
      const under: Promise<void>[] = [];
      const began = performance.now();
      for (let n = 0; n < perSecond * seconds; n += 1) {
        const wait = began + (n * 1000) / perSecond - performance.now();
        if (wait > 0) await delay(wait);
        under.push(recordOne().then((eventId) => void committed.set(eventId, Date.now())));
      }
      await Promise.all(under);
      return committed;
    },
    async settled() {
      const [first, second] = await records.webhookEndpoints.all();
      const live = [first, urls.length > 1 ? second : undefined].filter((endpoint) => endpoint !== undefined);
      for (;;) {
        const queue = await records.webhookDeliveries.waiting(1);
        const left = await Promise.all(live.map((endpoint) => records.webhookDeliveries.pending(endpoint.id, 0, 1)));
        if (queue.length === 0 && left.every((pending) => pending.length === 0)) return;
        await delay(20);
      }
    },
    async close() {
      await sender?.close();
    },
  };
};
