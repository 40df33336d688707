import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { aSite, NOON } from '../../src/adapters/storage/testing/samples.ts';
import { tokenKey } from '../../src/adapters/vault/cipher.ts';
import { endpointCipher } from '../../src/adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { openPoster } from '../../src/worker/webhooks/post.ts';
import { openSender, type SenderDeps } from '../../src/worker/webhooks/sender.ts';
import { testClock } from '../clock.ts';

/** Opens a sender for sites, each with an endpoint and an event in its queue. What it makes of events is the test's. */
export const openSenderOfSites = async (
  subdomains: readonly string[],
  { fanOut, log }: Pick<SenderDeps, 'fanOut' | 'log'>,
) => {
  const clock = testClock(new Date(NOON * 1000).toISOString());
  const world = openWorld(clock);
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  const random = pooledRandomness();
  const cipher = endpointCipher({ secretsKey: tokenKey(random), previousSecretsKey: null }, random);
  const terms = { types: null, legacy_invoices: false, basic_auth: null, headers: {}, url: 'https://example.com' };
  for (const [index, subdomain] of subdomains.entries()) {
    const site = aSite(index + 1, { subdomain });
    await opened.sites.add(site);
    await addEndpoint({ ...opened, world, cipher })({ actor: 'test', correlation: 'test' }, subdomain, terms);
    const event = { type: 'new_account' as const, account: sampleAccount };
    await opened.storage
      .of(site.id)
      .events.appendAll([
        { id: site.id, at: NOON, type: 'new_account', account_id: site.id, correlation: null, event },
      ]);
  }
  const poster = openPoster();
  const sender = openSender({
    ...{ sites: opened.sites, storage: opened.storage, cipher, poster, clock, holder: 'one', fanOut, log },
    record: async () => {},
    listen: () => () => {},
  });
  return {
    clock,
    sender,
    async close() {
      await sender.close();
      poster.close();
      await opened.close();
    },
  };
};
