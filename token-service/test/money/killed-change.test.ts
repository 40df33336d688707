import { collections } from '@service/billing/engine/due/kinds/collections.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import { createPurchase } from '@service/billing/usecases/purchases/create-purchase.ts';
import { changeSubscription } from '@service/billing/usecases/subscriptions/change-subscription.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '../service.ts';
import { audit } from './audit.ts';
import { ENGINES } from './ground.ts';
import { type Deployment, offering, openDeployment } from './life.ts';

const TEN_DAYS = 864_000;
const DOUBLED = { value: { quantity: 2 }, issues: [] };

/** Kills the process at every step of a change that bills; the client then repeats its request. */
describe.each(ENGINES)('a process on $name that is killed during a change', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(engine);
  });
  afterAll(() => deployment?.close());

  test.each([
    ['that stands whatever becomes of its payment', false],
    ['whose payment is required', true],
  ])('%s, changes and charges once', { timeout: 120_000 }, async (_, upgrade_requires_payment) => {
    for (let step = 0; ; step += 1) {
      const { clock, database, site } = deployment;
      const { account_id, uuid } = await sell(deployment);
      clock.advance({ seconds: TEN_DAYS });
      const caller: Caller = {
        ...(await deployment.caller(fresh('key'))),
        site: { ...site, upgrade_requires_payment },
      };
      const survived = await deployment.start(step).survives((deps) => changeSubscription(deps)(caller, uuid, DOUBLED));

      // The leases of the payment intent and of the key expire 60 seconds after the kill.
      clock.advance({ seconds: 60 });
      for (let again = 0; !(await deployment.recover(deployment.start(again))); again += 1);
      expect(await audit(database), `killed at step ${step}`).toEqual([]);

      const { deps } = deployment.start();
      const repeated = await changeSubscription(deps)(caller, uuid, DOUBLED);
      expect(repeated.outcome, `repeated after step ${step}`).toBe('changed');
      const records = deps.storage.of(site.id);
      const waiting = (await records.invoices.openCharges(account_id)).filter(
        ({ attempt_next_collection_at }) => attempt_next_collection_at !== null,
      );
      for (const { uuid: id, attempt_next_collection_at } of waiting) {
        const at = attempt_next_collection_at ?? 0;
        const worker: Caller = { site, at, actor: 'worker', correlation: 'test' };
        await collections(deps).run(worker, { kind: 'any', id, subject: account_id, at, failures: 0 });
      }
      expect(await audit(database), `repeated after step ${step}`).toEqual([]);
      const invoices = await database.all(
        "SELECT uuid, state FROM invoices WHERE account_id = $1 AND origin = 'immediate_change'",
        [account_id],
      );
      expect(
        invoices.map(({ state }) => state),
        `after step ${step}`,
      ).toEqual(['paid']);
      const payments = await records.transactions.ofInvoice(String(invoices[0]?.uuid));
      expect(payments.map(({ status }) => status)).toEqual(['success']);
      expect((await records.subscriptions.find(uuid))?.quantity).toBe(2);
      if (survived) {
        expect(step).toBeGreaterThan(2);
        return;
      }
    }
  });
});

const sell = async ({ start, site, caller }: Deployment): Promise<{ account_id: string; uuid: string }> => {
  const { deps } = start();
  const sold = await createPurchase(deps)(await caller(fresh('key')), {
    account: { account_code: fresh('changing') },
    offered: offering(deps, site, '4111111111111111'),
    purchase: { currency: 'USD', subscriptions: [{ plan_code: 'tideline' }] },
    issues: [],
    version: '2.19',
  });
  if (sold.outcome !== 'placed') throw new Error(sold.error_code);
  const [uuid = ''] = sold.recorded.subscriptions;
  return { account_id: sold.recorded.account_id, uuid };
};
