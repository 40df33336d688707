import { dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { closeAccount } from '@service/billing/usecases/accounts/close-account.ts';
import { createPurchase } from '@service/billing/usecases/purchases/create-purchase.ts';
import { terminateSubscription } from '@service/billing/usecases/subscriptions/terminate-subscription.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExporter } from '../../src/composition/open-exporter.ts';
import { reportFiles } from '../../src/documents/csv/report-files.ts';
import { fresh } from '../service.ts';
import { audit } from './audit.ts';
import { ENGINES } from './ground.ts';
import { type Deployment, offering, openDeployment } from './life.ts';

interface Story {
  readonly plan: string;
  /** Days until its first renewal, at most. */
  readonly days: number;
  readonly card?: string;
  /** Every invoice of the account and every payment for it at the end. */
  readonly leaves: readonly string[];
}

/** Longer than the lease of a worker and of a payment intent. */
const LEASES = 121;

const STORIES: Readonly<Record<string, Story>> = {
  'that a card pays': {
    plan: 'tideline',
    days: 31,
    leaves: ['purchase paid', 'renewal paid', 'success', 'success'],
  },
  'that converts a trial': {
    plan: 'tideline-trial',
    days: 7,
    leaves: ['purchase paid', 'renewal paid', 'verify', 'success'],
  },
  'that a card declines': {
    plan: 'tideline-trial',
    days: 7,
    card: '4000000000000341',
    leaves: ['purchase paid', 'renewal past_due', 'verify', 'failed'],
  },
};

/** Kills the worker at every step of a renewal, and the one after it as well; a third finishes the work. */
describe.each(ENGINES)('a worker on $name that is killed during a renewal', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(engine);
  });
  afterAll(() => deployment?.close());

  const exporter = openExporter({ dataDir: ':memory:', databaseUrl: null }, undefined);
  const drain = (deps: OrderDeps) =>
    dueWork(deps, dueKinds({ ...deps, reportFiles, exporter, isEnding: () => false })).drain(deployment.site);

  // The steps are the same on each engine, so one story shows what the other makes of them.
  const stories = Object.entries(STORIES).slice(0, engine.name === 'SQLite' ? undefined : 1);
  test.each(stories)('%s, bills and charges the period once', { timeout: 120_000 }, async (_, story) => {
    for (let step = 0; ; step += 1) {
      const { clock, start } = deployment;
      const { code, account_id, uuid } = await sell(deployment, story);
      // The purchase settles, so that the steps are those of the renewal.
      clock.advance({ days: 2 });
      await start().survives(drain);
      clock.advance({ days: story.days - 2 });

      const survived = await start(step).survives(drain);
      clock.advance({ seconds: LEASES });
      if (!survived) {
        await start(Math.floor(step / 2)).survives(drain);
        clock.advance({ seconds: LEASES });
      }
      await start().survives(drain);

      expect(await audit(deployment.database), `killed at step ${step}`).toEqual([]);
      expect(await left(deployment, account_id), `killed at step ${step}`).toEqual(story.leaves.toSorted());
      if (survived) {
        expect(step).toBeGreaterThan(6);
        return;
      }
      // It takes no part in the next steps.
      const { deps } = start();
      const caller = () => deployment.caller(fresh('key'));
      await terminateSubscription(deps)(await caller(), uuid, { refund: 'none', charge: false });
      await closeAccount(deps)(await caller(), code);
    }
  });
});

const sell = async (
  { start, site, caller }: Deployment,
  { plan, card = '4111111111111111' }: Story,
): Promise<{ code: string; account_id: string; uuid: string }> => {
  const { deps } = start();
  const code = fresh('renewing');
  const sold = await createPurchase(deps)(await caller(fresh('key')), {
    account: { account_code: code },
    offered: offering(deps, site, card),
    purchase: { currency: 'USD', subscriptions: [{ plan_code: plan }] },
    issues: [],
    version: '2.19',
  });
  if (sold.outcome !== 'placed') throw new Error(sold.error_code);
  const [uuid = ''] = sold.recorded.subscriptions;
  return { code, account_id: sold.recorded.account_id, uuid };
};

const left = async ({ database }: Deployment, account: string): Promise<string[]> => {
  const invoices = await database.all('SELECT origin, state FROM invoices WHERE account_id = $1', [account]);
  const payments = await database.all('SELECT action, status FROM transactions WHERE account_id = $1', [account]);
  return [
    ...invoices.map(({ origin, state }) => `${origin} ${state}`),
    ...payments.map(({ action, status }) => String(action === 'verify' ? action : status)),
  ].toSorted();
};
