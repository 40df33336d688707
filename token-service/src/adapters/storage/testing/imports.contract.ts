import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, id, NOON } from './samples.ts';
import { anInvoice, aSubscription } from './selling-samples.ts';

const LATER = NOON + 86_400;

/** Records that were imported and are not started yet, on every engine. */
export const importsBehave = (ground: () => Ground): void => {
  describe('imported records', () => {
    test('are on hold until they are released, and no due work is done for them', async () => {
      const records = ground().of(3);
      const { accounts, subscriptions, invoices, imports } = records;
      const owner = anAccount(35_000);
      await accounts.add(owner);
      const running = {
        state: 'active',
        current_period_ends_at: NOON - 50,
        trial_ends_at: NOON - 50,
        interval_unit: 'months',
        interval_length: 12,
      } as const;
      const held = [35_001, 35_002].map((n) => aSubscription(n, owner, { ...running, on_hold: true }));
      for (const one of held) await subscriptions.add(one);
      const own = aSubscription(35_003, owner, running);
      await subscriptions.add(own);
      const open = { state: 'pending', type: 'charge', balance_in_cents: 700, on_hold: true } as const;
      const automatic = anInvoice(35_010, owner, {
        ...open,
        collection_method: 'automatic',
        due_on: NOON - 5,
        attempt_next_collection_at: NOON - 5,
      });
      const manual = anInvoice(35_011, owner, {
        ...open,
        collection_method: 'manual',
        due_on: LATER + 5,
        attempt_next_collection_at: null,
      });
      for (const one of [automatic, manual]) await invoices.add(one);

      const until = LATER + 3 * 86_400;
      const ofTest = (items: readonly { readonly id: string; readonly at: number }[]) =>
        items.filter((one) => one.id >= id(35_000) && one.id <= id(35_011));
      const idsOf = (items: Parameters<typeof ofTest>[0]) => ofTest(items).map((one) => one.id);
      const due = async () => ({
        boundaries: idsOf(await subscriptions.atBoundary(until, 100)),
        trials: idsOf(await subscriptions.trialsToRemind(until, 100)),
        renewals: idsOf(await subscriptions.renewalsToRemind(until, 100)),
        collections: ofTest(await invoices.dueForCollection(until, 100)).map(({ id: one, at }) => [one, at]),
        overdue: idsOf(await invoices.overdue(until, 100)),
      });
      expect(await due()).toEqual({
        boundaries: [own.uuid],
        trials: [own.uuid],
        renewals: [own.uuid],
        collections: [],
        overdue: [],
      });
      expect(await imports.held(NOON)).toEqual([
        {
          currency: 'USD',
          subscriptions: 2,
          invoices: 2,
          owed_in_cents: 1400,
          due_invoices: 1,
          due_in_cents: 700,
        },
      ]);
      const uuids = async (after: string | undefined, limit: number) =>
        (await imports.heldSubscriptions(after, limit)).map(({ uuid }) => uuid);
      expect(await uuids(undefined, 1)).toEqual([id(35_001)]);
      expect(await uuids(id(35_001), 10)).toEqual([id(35_002)]);
      expect(await ground().of(2).imports.held(NOON)).toEqual([]);

      // A change does not end the hold.
      const [first] = await imports.heldSubscriptions(undefined, 1);
      await subscriptions.save({ ...first!, on_hold: false, quantity: 7 });
      expect(await subscriptions.find(id(35_001))).toMatchObject({ on_hold: true, quantity: 7, revision: 2 });

      expect(await ground().of(2).imports.release(LATER)).toEqual({ subscriptions: 0, invoices: 0 });
      expect(await imports.release(LATER)).toEqual({ subscriptions: 2, invoices: 2 });
      expect(await due()).toEqual({
        boundaries: [id(35_001), id(35_002), own.uuid],
        trials: [id(35_001), id(35_002), own.uuid],
        renewals: [id(35_001), id(35_002), own.uuid],
        collections: [[automatic.uuid, LATER]],
        overdue: [manual.uuid],
      });
      expect(await subscriptions.find(id(35_001))).toMatchObject({ on_hold: false, revision: 3 });
      expect(await imports.release(LATER)).toEqual({ subscriptions: 0, invoices: 0 });
    });
  });
};
