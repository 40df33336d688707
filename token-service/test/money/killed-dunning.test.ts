import { methodUuid } from '@service/billing/domain/billing-info/wallet.ts';
import { endOf } from '@service/billing/domain/dunning/dunning.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { collections } from '@service/billing/engine/due/kinds/collections.ts';
import { dunningSteps } from '@service/billing/engine/due/kinds/dunning-steps.ts';
import type { DueEntry } from '@service/billing/engine/due/kinds/kind.ts';
import { subscriptionBoundaries } from '@service/billing/engine/due/kinds/subscription-boundaries.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import { createPurchase } from '@service/billing/usecases/purchases/create-purchase.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh } from '../service.ts';
import { audit } from './audit.ts';
import { ENGINES } from './ground.ts';
import { type Deployment, offering, openDeployment } from './life.ts';

const DAY = 86_400;
const SOFT = '4000000000000341';

/** One due item of a past-due invoice, which a worker that is killed began. */
interface Case {
  readonly kind: (deps: OrderDeps) => DueEntry;
  /** Changes the invoice or the card before, and returns when the item is due. */
  prepare(deployment: Deployment, invoice: ShownInvoice): Promise<number>;
  /** State of the invoice, state of the subscription, failed attempts, payments, dunning events, credit invoices. */
  readonly leaves: readonly [string, string, number, number, number, number];
}

const dueOf = (moment: number | null): number => {
  if (moment === null) throw new Error('nothing is due');
  return moment;
};

/** Adds a backup to the account of an invoice, which is charged by the next attempt. */
const withBackup = async ({ start, site }: Deployment, account: string, bank: 'approves' | 'declines') => {
  const { paymentMethods } = start().deps.storage.of(site.id);
  const held = await paymentMethods.primary(account);
  if (!held) throw new Error('no billing info');
  const id = crypto.randomUUID();
  const reference = bank === 'approves' ? held.reference.replace('test-saveable-', 'test-approved-') : held.reference;
  await paymentMethods.save({
    ...held,
    id,
    uuid: methodUuid(id),
    // Another card: the same one is no backup.
    year: Number(held.year) + 1,
    reference,
    primary_payment_method: false,
    backup_payment_method: true,
  });
};

const CASES: Readonly<Record<string, Case>> = {
  'an attempt that is declined': {
    kind: collections,
    prepare: async (_, { attempt_next_collection_at }) => dueOf(attempt_next_collection_at),
    leaves: ['past_due', 'active', 2, 0, 1, 0],
  },
  'an attempt that is approved': {
    kind: collections,
    async prepare({ start, site }, { account_id, attempt_next_collection_at }) {
      const { paymentMethods } = start().deps.storage.of(site.id);
      const held = await paymentMethods.primary(account_id);
      if (!held) throw new Error('no billing info');
      // The bank approves the same card now.
      await paymentMethods.save({ ...held, reference: held.reference.replace('test-saveable-', 'test-approved-') });
      return dueOf(attempt_next_collection_at);
    },
    leaves: ['paid', 'active', 1, 1, 1, 0],
  },
  'an attempt with the backup that is approved': {
    kind: collections,
    async prepare(deployment, { account_id, attempt_next_collection_at }) {
      await withBackup(deployment, account_id, 'approves');
      return dueOf(attempt_next_collection_at);
    },
    leaves: ['paid', 'active', 1, 1, 1, 0],
  },
  'an attempt with the backup that is declined': {
    kind: collections,
    async prepare(deployment, { account_id, attempt_next_collection_at }) {
      await withBackup(deployment, account_id, 'declines');
      return dueOf(attempt_next_collection_at);
    },
    leaves: ['past_due', 'active', 2, 0, 1, 0],
  },
  'a dunning event': {
    kind: dunningSteps,
    prepare: async (_, { dunning_due_at }) => dueOf(dunning_due_at),
    leaves: ['past_due', 'active', 1, 0, 2, 0],
  },
  'the final action': {
    kind: dunningSteps,
    async prepare({ start, site }, { uuid }) {
      const { invoices } = start().deps.storage.of(site.id);
      const found = await invoices.find(uuid);
      if (!found?.dunning) throw new Error('not in dunning');
      const end = endOf(found.dunning);
      await invoices.save({ ...found, dunning_due_at: end });
      return end;
    },
    leaves: ['failed', 'expired', 1, 0, 2, 1],
  },
};

/** Kills a worker at every step of a due item of dunning; another worker recovers and takes the item again. */
describe.each(ENGINES)('a worker on $name that is killed during', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    const opened = await openDeployment(engine);
    // As the service does: events are recorded in the transaction that causes them.
    const { ids } = openWorld(opened.clock);
    deployment = { ...opened, start: (killedAt) => opened.start(killedAt, (storage) => withEvents(storage, { ids })) };
  });
  afterAll(() => deployment?.close());

  test.each(Object.entries(CASES))(
    '%s loses and repeats nothing',
    { timeout: 120_000 },
    async (_name, { kind, prepare, leaves }) => {
      for (let step = 0; ; step += 1) {
        const { clock, database, site } = deployment;
        const { invoice, subscription, worker } = await pastDueStart(deployment);
        const at = await prepare(deployment, invoice);
        const item = { kind: 'any', id: invoice.uuid, subject: invoice.account_id, at, failures: 0 };
        const survived = await deployment.start(step).survives((deps) => kind(deps).run({ ...worker, at }, item));

        // The leases of the payment intent and of the key expire 60 seconds after the kill.
        clock.advance({ seconds: 60 });
        for (let again = 0; !(await deployment.recover(deployment.start(again))); again += 1);
        expect(await audit(database), `killed at step ${step}`).toEqual([]);
        await kind(deployment.start().deps).run({ ...worker, at }, item);
        expect(await audit(database), `taken again after step ${step}`).toEqual([]);

        const records = deployment.start().deps.storage.of(site.id);
        const attempts = await records.transactions.ofInvoice(invoice.uuid);
        const events = await database.all('SELECT type FROM events WHERE account_id = $1', [invoice.account_id]);
        const credits = await database.all('SELECT 1 FROM invoice_originals WHERE charge_id = $1', [invoice.uuid]);
        const calls = (await database.all('SELECT entry FROM gateway_log')).map(({ entry }) =>
          JSON.parse(String(entry)),
        );
        const purchases = calls.filter(
          ({ action, correlation }) => action !== 'verify' && correlation === worker.correlation,
        );
        // The bank was asked once for each attempt, and nothing was voided.
        expect(purchases.map(({ action }) => action)).toEqual(attempts.map(() => 'purchase'));
        expect(
          [
            (await records.invoices.find(invoice.uuid))?.state,
            (await records.subscriptions.find(subscription))?.state,
            attempts.filter(({ status }) => status === 'failed').length,
            attempts.filter(({ status }) => status === 'success').length,
            events.filter(({ type }) => type === 'new_dunning_event').length,
            credits.length,
          ],
          `after step ${step}`,
        ).toEqual(leaves);
        if (survived) {
          expect(step).toBeGreaterThan(1);
          return;
        }
      }
    },
  );
});

/** Sells a subscription that starts later, with a declined payment. */
const pastDueStart = async (deployment: Deployment) => {
  const { start, site } = deployment;
  const { deps } = start();
  const code = fresh('dunned');
  const caller = await deployment.caller(fresh('key'));
  const starts_at = caller.at + 10 * DAY;
  const sold = await createPurchase(deps)(caller, {
    account: { account_code: code },
    offered: offering(deps, site, SOFT),
    purchase: { currency: 'USD', subscriptions: [{ plan_code: 'tideline', starts_at }] },
    issues: [],
    version: '2.19',
  });
  if (sold.outcome !== 'placed') throw new Error(sold.error_code);
  const [subscription = ''] = sold.recorded.subscriptions;
  const worker: Caller = { site, at: starts_at, actor: 'worker', correlation: fresh('work') };
  const boundary = { kind: 'any', id: subscription, subject: '', at: starts_at, failures: 0 };
  await subscriptionBoundaries(deps).run(worker, boundary);
  const records = deps.storage.of(site.id);
  const [invoice] = await records.invoices.openCharges(sold.recorded.account_id);
  if (invoice?.state !== 'past_due') throw new Error(`The invoice is ${invoice?.state}`);
  return { invoice, subscription, worker };
};
