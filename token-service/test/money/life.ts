import type { RawCard } from '@service/billing/domain/billing-info/payment-method.ts';
import type { OfferedBillingInfo } from '@service/billing/engine/accounts/offered-billing-info.ts';
import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { createCoupon } from '@service/billing/usecases/coupons/create-coupon.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { seedCatalogue } from '../../seed/catalogue.ts';
import { seedDemo } from '../../seed/demo.ts';
import { openAttempts } from '../../src/adapters/attempts/attempts.ts';
import { memoryAttempts } from '../../src/adapters/attempts/memory-attempts.ts';
import { openGateways, sharedGateways } from '../../src/adapters/gateway/gateways.ts';
import { testGateway } from '../../src/adapters/gateway/test/test-gateway.ts';
import type { Database } from '../../src/adapters/storage/database.ts';
import { type OpenStorage, openDatabase, openStorage } from '../../src/adapters/storage/storage.ts';
import { aGiftCard, anAccount } from '../../src/adapters/storage/testing/samples.ts';
import { openTaxRates } from '../../src/adapters/tax/rates-file.ts';
import { tableTaxProvider } from '../../src/adapters/tax/table-provider.ts';
import { aesGcm, tokenKey } from '../../src/adapters/vault/cipher.ts';
import { lruTokenStore } from '../../src/adapters/vault/lru-token-store.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openVault } from '../../src/adapters/vault/vault.ts';
import { KEY_LEASE, RESPONSES_KEPT_FOR } from '../../src/http/idempotency.ts';
import { fingerprints } from '../../src/runtime/fingerprint.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { type TestClock, testClock } from '../clock.ts';
import { fresh } from '../service.ts';
import type { ENGINES } from './ground.ts';
import { killableProcess } from './killable-process.ts';

/** One process: its memory is lost when it ends. */
export interface Process {
  readonly deps: OrderDeps;
  /** Runs the work, whether it succeeds or fails; false when the process was killed during it. */
  survives(work: (deps: OrderDeps) => Promise<unknown>): Promise<boolean>;
}

/** A deployment whose processes are killed and restarted. */
export interface Deployment {
  readonly site: Site;
  readonly database: Database;
  readonly clock: TestClock;
  /** Starts a process that is killed at a step, or runs on. */
  start(killedAt?: number, storage?: (storage: Storage) => Storage): Process;
  /** Recovers the calls of dead processes. */
  recover(life: Process): Promise<boolean>;
  /** Returns the caller of a request; its key is begun as in the XML API. */
  caller(key: string): Promise<Caller>;
  /** Creates a coupon for charges with a single redemption, and a gift card, in USD. */
  scarce(amounts: { readonly coupon: number; readonly gift: number }): Promise<{ coupon: string; gift: string }>;
  close(): Promise<void>;
}

const CARD = { type: 'credit_card', month: '12', year: '2040' } as const;

/** A client’s payment method with a card number; each process receives it anew. */
export const offering = ({ vault }: Pick<OrderDeps, 'vault'>, site: Site, number: string): OfferedBillingInfo => {
  const raw: RawCard = { ...CARD, number: new Secret(number) };
  const judged = vault.present(site, raw);
  if (!('accepted' in judged)) throw new Error(`${number} is no card`);
  return { input: { first_name: 'Ada', last_name: 'Lovelace', month: 12, year: 2040 }, presented: judged.accepted };
};

/** The payment dependencies of a process: its own vault, and the gateway, whose log is shared. */
export const openPayments = (
  { gatewayLog }: Pick<OpenStorage, 'gatewayLog'>,
  { clock, ids }: Pick<World, 'clock' | 'ids'>,
): Pick<OrderDeps, 'vault' | 'gateways' | 'attempts'> => {
  const random = pooledRandomness();
  const fingerprint = fingerprints(tokenKey(random));
  const cipher = aesGcm(tokenKey(random), random);
  const vault = openVault({ store: lruTokenStore({ clock }), cipher, random, fingerprint, clock });
  const shared = sharedGateways({ test: testGateway({ vault, log: gatewayLog(), clock, ids }) });
  const gateways = openGateways(
    async () => shared,
    () => 'http://127.0.0.1:3001',
  );
  const attempts = openAttempts({ store: memoryAttempts(clock), fingerprint, ids, alert: async () => {} });
  return { vault, gateways, attempts };
};

export const openDeployment = async (engine: (typeof ENGINES)[number]): Promise<Deployment> => {
  const place = await engine.prepare();
  const clock = testClock('2026-11-20T12:00:00Z');
  const first = openWorld(clock);
  const opened = await openStorage(place, first);
  const database = await openDatabase(place);
  await seedDemo(opened.administration, first);
  await seedCatalogue({ ...opened, world: first });
  const site = (await opened.sites.find('demo')) as Site;
  const tax = tableTaxProvider(await openTaxRates(null));
  const keys = opened.idempotency({ keptFor: RESPONSES_KEPT_FOR, lease: KEY_LEASE });
  const gifter = anAccount(0);
  let cards = 0;

  const start: Deployment['start'] = (killedAt, wrap = (storage) => storage) => {
    const { vault, gateways, attempts } = openPayments(opened, first);
    const { survives, ...effects } = killableProcess({ storage: wrap(opened.storage), gateways }, killedAt);
    const world = openWorld(clock);
    const paying = { ...effects, storage: withEvents(effects.storage, world), world };
    const deps = { ...paying, intents: intentsOf(paying), vault, attempts, tax };
    return { deps, survives: (work) => survives(() => work(deps).catch(() => {})) };
  };

  const merchant = () => ({ site, actor: 'a merchant', at: siteTime(site, clock), correlation: '' });

  return {
    site,
    database,
    clock,
    start,
    recover: ({ deps, survives }) => survives(() => deps.intents.endAbandoned(merchant())),
    async caller(idempotency_key) {
      const taken = await keys.begin(site.id, idempotency_key, 'the same', clock.now());
      if (typeof taken === 'string' || !('takenAt' in taken)) throw new Error(`The key ${idempotency_key} is not free`);
      return { ...merchant(), correlation: first.ids.uuid(), idempotency_key };
    },
    async scarce({ coupon, gift }) {
      const codes = { coupon: fresh('ONCE').toUpperCase(), gift: first.ids.secret(16).toUpperCase() };
      const caller = merchant();
      await createCoupon({ ...opened, world: first })(caller, {
        value: {
          coupon_code: codes.coupon,
          name: 'Once',
          discount_type: 'dollars',
          discount_in_cents: { USD: coupon },
          duration: 'single_use',
          max_redemptions: 1,
          applies_to_non_plan_charges: true,
        },
        issues: [],
      });
      await opened.storage.transaction(site.id, async ({ accounts, giftCards }) => {
        if (cards === 0) await accounts.add(gifter);
        await giftCards.add(
          aGiftCard(++cards, gifter, {
            key: first.ids.uuid(),
            redemption_code: codes.gift,
            unit_amount_in_cents: gift,
            currency: 'USD',
          }),
        );
      });
      return codes;
    },
    async close() {
      await database.close();
      await opened.close();
      await place.clear();
    },
  };
};
