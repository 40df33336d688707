import type { PlacedOrder } from '@service/billing/engine/orders/place-order.ts';
import type { PurchaseRequest } from '@service/billing/engine/orders/reading/read-purchase.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { createAdjustment } from '@service/billing/usecases/adjustments/create-adjustment.ts';
import { storeBillingInfo } from '@service/billing/usecases/billing-info/store-billing-info.ts';
import { collectInvoice } from '@service/billing/usecases/invoices/collect-invoice.ts';
import { postCharges } from '@service/billing/usecases/invoices/post-charges.ts';
import { authorizePurchase } from '@service/billing/usecases/purchases/authorize-purchase.ts';
import { cancelPurchase } from '@service/billing/usecases/purchases/cancel-purchase.ts';
import { capturePurchase } from '@service/billing/usecases/purchases/capture-purchase.ts';
import { createPurchase } from '@service/billing/usecases/purchases/create-purchase.ts';
import { refundInvoice } from '@service/billing/usecases/refunds/refund-invoice.ts';
import { refundTransaction } from '@service/billing/usecases/refunds/refund-transaction.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '../service.ts';
import { audit } from './audit.ts';
import { ENGINES } from './ground.ts';
import { type Deployment, offering, openDeployment } from './life.ts';

const GOOD = '4111111111111111';
const DECLINED = '4000000000000002';
/** Can be stored, and is declined at each payment. */
const DECLINED_LATER = '4000000000000341';
const PRICE = 2000;
const SOLD = 'charge purchase, credit gift_card';

/** Storage of which the first transaction fails, as during a short outage. */
const unavailableAtFirst = (storage: Storage): Storage => {
  let isBack = false;
  return {
    ...storage,
    async transaction(...all) {
      if (isBack) return storage.transaction(...all);
      isBack = true;
      throw new Failure('service_unavailable');
    },
  };
};

/** A client request, repeated until it is answered. */
type Act = (deps: OrderDeps, caller: Caller) => Promise<unknown>;

interface Story {
  /** Prepares the records that the request needs. */
  prepare(deployment: Deployment, code: string): Promise<Act>;
  /** The expected invoices of the account at the end, each with kind and origin. */
  readonly leaves: readonly string[];
  /** The payment is declined: one transaction records that, however often the process was killed. */
  readonly declined?: boolean;
  /** The storage of the process that is killed. */
  readonly storage?: (storage: Storage) => Storage;
}

/**
 * Kills a deployment at every step between an intent and its outcome, restarts it, and kills it again during recovery.
 */
describe.each(ENGINES)('a process on $name that is killed at any step', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(engine);
  });
  afterAll(() => deployment?.close());

  test.each(Object.entries(STORIES))(
    '%s',
    { timeout: 120_000 },
    async (_name, { prepare, leaves, storage, declined }) => {
      for (let step = 0; ; step += 1) {
        const { clock, database } = deployment;
        const [code, key] = [fresh('killed'), fresh('key')];
        const act = await prepare(deployment, code);
        const caller = await deployment.caller(key);
        const survived = await deployment.start(step, storage).survives((deps) => act(deps, caller));

        // The leases of the payment intent and of the key expire 60 seconds after the kill.
        clock.advance({ seconds: 60 });
        for (let again = 0; !(await deployment.recover(deployment.start(again))); again += 1);
        expect(await audit(database), `killed at step ${step}`).toEqual([]);

        const retried = await deployment.caller(key);
        await deployment.start().survives((deps) => act(deps, retried));
        expect(await audit(database), `retried after step ${step}`).toEqual([]);
        const rows = await database.all(
          'SELECT i.type, i.origin FROM invoices i JOIN accounts a ON a.site_id = i.site_id AND a.id = i.account_id WHERE a.account_code = $1 ORDER BY i.type, i.origin',
          [code],
        );
        const left = rows.map(({ type, origin }) => `${type} ${origin}`).join(', ');
        expect(leaves, `invoices after step ${step}`).toContain(left);
        const failed = await database.all("SELECT details FROM transactions WHERE status = 'failed'");
        const declines = failed.filter(({ details }) => String(details).includes(code)).length;
        expect(declines, `declined transactions after step ${step}`).toBe(declined ? 1 : 0);
        if (survived) {
          expect(step).toBeGreaterThan(1);
          return;
        }
      }
    },
  );
});

describe.each(ENGINES)('a coupon and a gift card on $name', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(engine);
  });
  afterAll(() => deployment?.close());

  test('are available to a retry although a call of the dead process reserved them', { timeout: 120_000 }, async () => {
    for (let step = 0; ; step += 1) {
      const code = fresh('again');
      const buy = await byCard(deployment, code);
      const caller = await deployment.caller(fresh('key'));
      const survived = await deployment.start(step).survives((deps) => buy(deps, caller));
      // The next process receives the request before it has recovered the calls of the previous one.
      deployment.clock.advance({ seconds: 60 });
      const sold = (await buy(deployment.start().deps, caller)) as PlacedOrder;
      expect(sold.outcome, `asked again after step ${step}`).toBe('placed');
      expect(await audit(deployment.database), `asked again after step ${step}`).toEqual([]);
      if (survived) return;
    }
  });
});

describe.each(ENGINES)('a capture on $name', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(engine);
  });
  afterAll(() => deployment?.close());

  test('is answered to a retry with what the dead process has captured', { timeout: 120_000 }, async () => {
    for (let step = 0; ; step += 1) {
      const uuid = await authorized(deployment, fresh('again'));
      const caller = await deployment.caller(fresh('key'));
      const survived = await deployment.start(step).survives((deps) => capturePurchase(deps)(caller, uuid));
      deployment.clock.advance({ seconds: 60 });
      const captured = await capturePurchase(deployment.start().deps)(caller, uuid);
      expect(captured.outcome, `asked again after step ${step}`).toBe('captured');
      expect(await audit(deployment.database), `asked again after step ${step}`).toEqual([]);
      if (survived) return;
    }
  });

  test('is not reversed because storage is out of reach while it is completed', { timeout: 120_000 }, async () => {
    for (let step = 0; ; step += 1) {
      const uuid = await authorized(deployment, fresh('outage'));
      const caller = await deployment.caller(fresh('key'));
      const survived = await deployment.start(step).survives((deps) => capturePurchase(deps)(caller, uuid));
      deployment.clock.advance({ seconds: 60 });
      await deployment.recover(deployment.start(undefined, unavailableAtFirst));
      deployment.clock.advance({ seconds: 60 });
      await deployment.recover(deployment.start());
      const captured = await capturePurchase(deployment.start().deps)(caller, uuid);
      expect(captured.outcome, `asked again after step ${step}`).toBe('captured');
      expect(await audit(deployment.database), `asked again after step ${step}`).toEqual([]);
      if (survived) return;
    }
  });
});

describe.each(ENGINES)('a forced collection on $name', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(engine);
  });
  afterAll(() => deployment?.close());

  test.each([
    ['collected', GOOD],
    ['declined', DECLINED_LATER],
  ])('is answered to a retry with what the dead process came to: %s', { timeout: 120_000 }, async (outcome, card) => {
    for (let step = 0; ; step += 1) {
      const { clock, database } = deployment;
      const uuid = await pastDue(deployment, fresh('again'), card);
      const key = fresh('key');
      const caller = await deployment.caller(key);
      const payments = async () =>
        (await database.all('SELECT status FROM transactions WHERE invoice_id = $1 ORDER BY status', [uuid])).map(
          ({ status }) => status,
        );
      const before = await payments();
      const survived = await deployment.start(step).survives((deps) => collectInvoice(deps)(caller, uuid));
      clock.advance({ seconds: 60 });
      const again = await deployment.caller(key);
      const { deps } = deployment.start();
      const retried = await collectInvoice(deps)(again, uuid).catch((error: unknown) => error);
      const limited = retried instanceof Failure && retried.symbol === 'too_many_collection_attempts';
      const made = (await payments()).slice(before.length);
      if (limited) {
        // The attempt was counted, and the gateway never received it.
        expect(made, `retried after step ${step}`).toEqual([]);
      } else {
        expect(retried, `retried after step ${step}`).toMatchObject({ outcome });
        expect(made, `retried after step ${step}`).toHaveLength(1);
      }
      expect(await audit(database), `retried after step ${step}`).toEqual([]);
      if (survived) return;
    }
  });
});

type Purchase = PurchaseRequest['purchase'];

const request = (code: string, more: Purchase = {}, offered?: PurchaseRequest['offered']): PurchaseRequest => ({
  account: { account_code: code },
  offered,
  purchase: { currency: 'USD', adjustments: [{ unit_amount_in_cents: PRICE }], ...more },
  issues: [],
  version: '2.19',
});

const withScarce = async (deployment: Deployment, amounts: { coupon: number; gift: number }): Promise<Purchase> => {
  const { coupon, gift } = await deployment.scarce(amounts);
  return { coupon_codes: [coupon], gift_card: { redemption_code: gift } };
};

/** Opens an account with a card on file, through a subscription that starts later and charges nothing yet. */
const withCard = async ({ start, site, caller }: Deployment, code: string, card = GOOD): Promise<void> => {
  const { deps } = start();
  const offered = offering(deps, site, card);
  const subscriptions = [{ plan_code: 'tideline', starts_at: 2_000_000_000 }];
  const purchase = request(code, { adjustments: null, subscriptions }, offered);
  const sold = await createPurchase(deps)(await caller(fresh('key')), purchase);
  if (sold.outcome !== 'placed') throw new Error(sold.error_code);
};

/** Simulates a full disk while an outcome is recorded, so that the payment is reversed. */
const failingSecond = (storage: Storage): Storage => {
  let count = 0;
  return {
    ...storage,
    transaction: (siteId, work) => {
      const fails = ++count === 2;
      return storage.transaction(siteId, async (records) => {
        const done = await work(records);
        if (fails) throw new Error('The disk is full.');
        return done;
      });
    },
  };
};

const byCard = async (deployment: Deployment, code: string): Promise<Act> => {
  await withCard(deployment, code);
  const scarce = await withScarce(deployment, { coupon: 300, gift: 500 });
  return (deps, caller) => createPurchase(deps)(caller, request(code, scarce));
};

const authorized = async (deployment: Deployment, code: string): Promise<string> => {
  await withCard(deployment, code);
  const { deps } = deployment.start();
  const scarce = await withScarce(deployment, { coupon: 300, gift: 500 });
  const kept = await authorizePurchase(deps)(await deployment.caller(fresh('key')), request(code, scarce));
  if (kept.outcome !== 'authorized') throw new Error(kept.error_code);
  return kept.transaction.uuid;
};

const invoiced = async (deployment: Deployment, code: string): Promise<string> => {
  const buy = await byCard(deployment, code);
  const sold = (await buy(deployment.start().deps, await deployment.caller(fresh('key')))) as PlacedOrder;
  if (sold.outcome !== 'placed') throw new Error(sold.error_code);
  return sold.recorded.charge ?? '';
};

/** Returns the uuid of an invoice that the account's first card did not pay, and puts another card on file. */
const pastDue = async (deployment: Deployment, code: string, card: string): Promise<string> => {
  await withCard(deployment, code, DECLINED_LATER);
  const { deps } = deployment.start();
  const caller = async () => deployment.caller(fresh('key'));
  const charge = { currency: 'USD', unit_amount_in_cents: PRICE };
  await createAdjustment(deps)(await caller(), code, { value: charge, issues: [] });
  const { charge: uuid } = await postCharges(deps)(await caller(), code, { value: {}, issues: [] });
  const offered = offering(deps, deployment.site, card);
  const stored = await storeBillingInfo(deps)(await caller(), { account_code: code, offered, issues: [] });
  if (!uuid || stored.outcome === 'declined') throw new Error('There is nothing to collect.');
  return uuid;
};

const STORIES: Readonly<Record<string, Story>> = {
  'of a purchase by the card on file': { prepare: byCard, leaves: [SOLD] },
  'of a purchase whose outcome cannot be written': { prepare: byCard, leaves: [SOLD], storage: failingSecond },
  'of a purchase by a new customer': {
    prepare: async (deployment, code) => {
      const scarce = await withScarce(deployment, { coupon: 300, gift: 500 });
      return (deps, caller) => {
        const offered = offering(deps, deployment.site, GOOD);
        return createPurchase(deps)(caller, request(code, scarce, offered));
      };
    },
    leaves: [SOLD],
  },
  'of a purchase that a gift card pays': {
    prepare: async (deployment, code) => {
      const scarce = await withScarce(deployment, { coupon: 300, gift: PRICE });
      return (deps, caller) => createPurchase(deps)(caller, request(code, scarce));
    },
    leaves: [SOLD],
  },
  'of a purchase that a gift card pays and that puts a card on file': {
    prepare: async (deployment, code) => {
      const scarce = await withScarce(deployment, { coupon: 300, gift: PRICE });
      return (deps, caller) => {
        const offered = offering(deps, deployment.site, GOOD);
        return createPurchase(deps)(caller, request(code, scarce, offered));
      };
    },
    leaves: [SOLD],
  },
  'of a purchase that is declined': {
    prepare: async (deployment, code) => {
      const scarce = await withScarce(deployment, { coupon: 300, gift: 500 });
      return (deps, caller) => {
        const offered = offering(deps, deployment.site, DECLINED);
        return createPurchase(deps)(caller, request(code, scarce, offered));
      };
    },
    leaves: [''],
    declined: true,
  },
  'of an authorization': {
    prepare: async (deployment, code) => {
      await withCard(deployment, code);
      const scarce = await withScarce(deployment, { coupon: 300, gift: 500 });
      return (deps, caller) => authorizePurchase(deps)(caller, request(code, scarce));
    },
    leaves: [''],
  },
  'of a capture': {
    prepare: async (deployment, code) => {
      const uuid = await authorized(deployment, code);
      return (deps, caller) => capturePurchase(deps)(caller, uuid);
    },
    leaves: [SOLD],
  },
  'of a refund of an amount': {
    prepare: async (deployment, code) => {
      const invoice = await invoiced(deployment, code);
      return (deps, caller) => refundInvoice(deps)(caller, invoice, { value: { amount_in_cents: 400 }, issues: [] });
    },
    leaves: [`${SOLD}, credit refund`],
  },
  'of a refund of all of it, before it has settled': {
    prepare: async (deployment, code) => {
      const invoice = await invoiced(deployment, code);
      return (deps, caller) => refundInvoice(deps)(caller, invoice, { value: {}, issues: [] });
    },
    leaves: [`${SOLD}, credit refund`],
  },
  'of a refund of an amount of one payment': {
    prepare: async (deployment, code) => {
      const invoice = await invoiced(deployment, code);
      const sql = "SELECT uuid FROM transactions WHERE invoice_id = $1 AND action = 'purchase'";
      const payment = String((await deployment.database.get(sql, [invoice]))?.uuid);
      return (deps, caller) => refundTransaction(deps)(caller, payment, 400);
    },
    leaves: [`${SOLD}, credit refund`],
  },
  'of a cancellation': {
    prepare: async (deployment, code) => {
      const uuid = await authorized(deployment, code);
      return (deps, caller) => cancelPurchase(deps)(caller, uuid);
    },
    leaves: [''],
  },
};
