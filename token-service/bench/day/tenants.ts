import type { Administrator } from '@service/billing/engine/sites/on-site.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { addGatewayAccount } from '@service/billing/usecases/gateway-accounts/add-gateway-account.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { DEMO_KEYS, DEMO_SUBDOMAIN, demoSite, seedDemo } from '../../seed/demo.ts';
import { ADAPTERS } from '../../src/adapters/gateway/adapters.ts';
import type { Database } from '../../src/adapters/storage/database.ts';
import type { OpenStorage } from '../../src/adapters/storage/storage.ts';
import { credentialCipher } from '../../src/adapters/vault/credential-cipher.ts';
import { endpointCipher } from '../../src/adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { digest } from '../../src/runtime/digest.ts';
import { openDue } from '../renewals/due.ts';

/** The merchant whose day it is, a small shop that should not notice, or a site with the trouble in its name. */
export type TenantPart = 'merchant' | 'shop' | 'dead gateway' | 'dead endpoint';

export interface Tenant {
  readonly part: TenantPart;
  readonly siteId: string;
  readonly subdomain: string;
  readonly privateKey: string;
}

/** Addresses of webhooks: receivers that answer, and one that never does, which stands in for a gateway too. */
export interface Receivers {
  readonly merchant: string;
  readonly shops: string;
  readonly dead: string;
}

const SMALL_SHOPS = 3;
const BY: Administrator = { actor: 'command line', correlation: 'bench' };

/** Creates the sites of the day, with their keys and webhook endpoints. */
export const openTenants = async (
  opened: OpenStorage,
  world: World,
  receivers: Receivers,
  secretsKey: Buffer,
): Promise<readonly Tenant[]> => {
  const cipher = endpointCipher({ secretsKey, previousSecretsKey: null }, pooledRandomness());
  const addSite = async (part: TenantPart, subdomain: string): Promise<Tenant> => {
    const siteId = world.ids.uuid();
    const privateKey = world.ids.secret(32);
    await opened.administration.transaction(siteId, async (sites) => {
      await sites.add({ ...demoSite(siteId), subdomain });
      await sites.addKey({
        ...{ id: world.ids.uuid(), site_id: siteId, kind: 'private', name: 'Bench', read_only: false, value: null },
        ...{ hash: digest(privateKey), created_at_ms: world.clock.now(), valid_until_ms: null },
      });
    });
    return { part, siteId, subdomain, privateKey };
  };
  await seedDemo(opened.administration, world);
  const merchant = (await opened.sites.find(DEMO_SUBDOMAIN)) as Site;
  const tenants: Tenant[] = [
    { part: 'merchant', siteId: merchant.id, subdomain: DEMO_SUBDOMAIN, privateKey: DEMO_KEYS.private },
    await addSite('dead gateway', 'dead-gateway'),
    await addSite('dead endpoint', 'dead-endpoint'),
  ];
  for (let shop = 1; shop <= SMALL_SHOPS; shop += 1) tenants.push(await addSite('shop', `shop-${shop}`));
  for (const { part, subdomain } of tenants) {
    const url = {
      merchant: receivers.merchant,
      shop: receivers.shops,
      'dead gateway': null,
      'dead endpoint': receivers.dead,
    };
    const to = url[part];
    if (to === null) continue;
    const terms = { url: to, types: null, legacy_invoices: false, basic_auth: null, headers: {} };
    await addEndpoint({ ...opened, world, cipher })(BY, subdomain, terms);
  }
  return tenants;
};

/** Makes a site's payments go to a gateway that takes requests and never answers. */
export const loseGateway = async (
  opened: OpenStorage,
  database: Database,
  world: World,
  { siteId, subdomain }: Tenant,
  endpoint: string,
  secretsKey: Buffer,
): Promise<void> => {
  const cipher = credentialCipher({ secretsKey, previousSecretsKey: null }, pooledRandomness());
  await addGatewayAccount({ ...opened, world, adapters: ADAPTERS, cipher })(BY, subdomain, {
    ...{ code: 'dead', adapter: 'stripe', endpoint },
    credentials: { secret_key: new Secret('sk_test_neveranswers'), webhook_secret: new Secret('whsec_neveranswers') },
  });
  await database.run(
    "UPDATE payment_methods SET gateway_code = 'dead', reference = 'cus_dead/pm_dead' WHERE site_id = $1",
    [siteId],
  );
};

/** So many subscriptions of a site, due at a moment in seconds, which may be SQL of the number `n` from `from` on. */
export interface Falling {
  readonly siteId: string;
  readonly count: number;
  readonly at: (from: number) => number | string;
}

/** Returns SQL that spreads so many moments evenly over seconds. */
export const spreadOver =
  (seconds: number, began: number, count: number) =>
  (from: number): string =>
    `${began} + ((n - ${from}) * ${Math.max(1, Math.floor(seconds))}) / ${count}`;

/** Copies the subscription of each site as often as its renewals need it. */
export const fillDue = async (database: Database, falling: readonly Falling[], first: number): Promise<number> => {
  let next = first;
  for (const { siteId, count, at } of falling) {
    const copy = await openDue(database, siteId);
    await copy(next, count, at(next));
    next += count;
  }
  return next;
};
