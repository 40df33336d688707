import type { UsageSelection } from '@service/billing/domain/subscriptions/usage-selection.ts';
import { amountOf } from '@service/billing/domain/usages/amount.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, id, NOON } from './samples.ts';
import { anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

const DAY = 86_400;

/** The contract of usage of add-ons: sums are exact, and each record is billed once. */
export const usagesBehave = (ground: () => Ground): void => {
  describe('usage', () => {
    const account = anAccount(8600, { account_code: 'reader' });
    const subscription = aSubscription(8601, account);
    const other = aSubscription(8602, account);
    const period = { startedAt: NOON, endsAt: NOON + 30 * DAY };
    const before = { startedAt: NOON - 30 * DAY, endsAt: NOON };
    let made = 8700;

    const used = (amount: string, changes: Partial<UsageRecord> = {}): UsageRecord => {
      made += 1;
      return {
        ...amountOf(amount),
        key: id(made),
        account_id: account.id,
        subscription_id: subscription.uuid,
        add_on_code: 'archive',
        id: made,
        merchant_tag: null,
        recording_timestamp: NOON,
        usage_timestamp: NOON + DAY,
        created_at: NOON + made,
        updated_at: null,
        changed_at: NOON + made,
        billed_at: null,
        billed_line: null,
        usage_type: 'price',
        unit_amount_in_cents: 5,
        usage_percentage: null,
        tier_type: 'flat',
        tiers: [],
        percentage_tiers: [],
        usage_calculation_type: null,
        measured_unit_id: null,
        origin: 'client',
        late_started_at: null,
        late_ends_at: null,
        ...changes,
      };
    };
    const selection = (changes: Partial<UsageSelection> = {}): UsageSelection => ({
      subscription_id: subscription.uuid,
      add_on_code: 'archive',
      late: false,
      ...period,
      ...changes,
    });
    const late = { late_started_at: before.startedAt, late_ends_at: before.endsAt, usage_timestamp: NOON - DAY };
    const all = { filter: { subscription_id: subscription.uuid, add_on_code: 'archive' }, limit: 50 } as const;

    const first = used('10.57874', { merchant_tag: 'a' });
    const fraction = used('-0.578740001');
    const next = used('7', { usage_timestamp: period.endsAt, recording_timestamp: NOON + 9 });
    const missed = used('4.5', late);
    const tiered = used('0', { add_on_code: 'tiers', tier_type: 'tiered', tiers: [{ ending: 10, unit: 5 }] });
    const foreign = used('99', { subscription_id: other.uuid });

    beforeAll(async () => {
      const records = ground().of(1);
      await records.accounts.add(account);
      for (const one of [subscription, other]) await records.subscriptions.add(one);
      for (const one of [first, fraction, next, missed, tiered, foreign]) await records.usages.add(one);
      await records.invoices.add(anInvoice(8690, account));
      const line = { invoice_id: id(8690), subscription_id: subscription.uuid, ...dates(before) };
      await records.adjustments.add(anAdjustment(8691, account, { ...line, origin: 'plan', product_code: 'tideline' }));
      const cut = dates({ startedAt: before.startedAt + DAY, endsAt: NOON + DAY });
      await records.adjustments.add(
        anAdjustment(8692, account, { ...line, ...cut, origin: 'add_on', product_code: 'archive' }),
      );
    });

    test('is found by its number, in its subscription and add-on', async () => {
      const { usages } = ground().of(1);
      expect(await usages.find(subscription.uuid, 'archive', first.id)).toEqual(first);
      expect(await usages.find(subscription.uuid, 'tiers', tiered.id)).toEqual(tiered);
      expect(await usages.find(subscription.uuid, 'tiers', first.id)).toBeUndefined();
      expect(await usages.find(other.uuid, 'archive', first.id)).toBeUndefined();
      expect(await ground().of(2).usages.find(subscription.uuid, 'archive', first.id)).toBeUndefined();
      expect([await usages.has(other.uuid, 'archive'), await usages.has(other.uuid, 'tiers')]).toEqual([true, false]);
    });

    test('is listed in both orders, and narrowed by status and by either date', async () => {
      const { usages } = ground().of(1);
      const numbers = async (filter = {}, sort: 'created_at' | 'updated_at' = 'created_at') =>
        (await usages.list({ ...all, order: 'asc', sort, filter: { ...all.filter, ...filter } })).records.map(
          (record) => record.id,
        );
      expect(await numbers()).toEqual([first.id, fraction.id, next.id, missed.id]);
      expect(await numbers({ billed: true })).toEqual([]);
      expect(await numbers({ dated: { by: 'usage_timestamp', from: NOON, to: NOON + DAY } })).toEqual([
        first.id,
        fraction.id,
      ]);
      expect(await numbers({ dated: { by: 'recording_timestamp', from: NOON + 1 } })).toEqual([next.id]);
      await usages.save({ ...first, merchant_tag: 'b', updated_at: NOON + 9999, changed_at: NOON + 9999 });
      expect(await numbers({}, 'updated_at')).toEqual([fraction.id, next.id, missed.id, first.id]);
      expect(await usages.count({ ...all, sort: 'created_at', order: 'asc' })).toBe(4);
    });

    test('is summed exactly, by period', async () => {
      const { usages } = ground().of(1);
      expect(await usages.unbilled(selection())).toEqual({ count: 2, amount: '9.999999999', last: fraction.id });
      expect(await usages.unbilled(selection({ endsAt: null }))).toEqual({
        count: 3,
        amount: '16.999999999',
        last: next.id,
      });
      expect(await usages.unbilled(selection({ late: true, ...before }))).toEqual({
        count: 1,
        amount: '4.5',
        last: missed.id,
      });
      expect(await usages.lastUnbilled(selection({ endsAt: null }))).toBe('7');
      expect(await usages.lastUnbilled(selection({ late: true, ...before }))).toBe('4.5');
      expect(await usages.lastUnbilled(selection({ add_on_code: 'none' }))).toBe('0');
      expect(await usages.unbilled(selection({ add_on_code: 'none' }))).toEqual({ count: 0, amount: '0', last: 0 });
      expect(await usages.latePeriods(subscription.uuid, 'archive')).toEqual([before]);
      expect(await ground().of(2).usages.unbilled(selection())).toEqual({ count: 0, amount: '0', last: 0 });
    });

    test('is late for the period that its add-on, or else its plan, was billed for', async () => {
      const { adjustments } = ground().of(1);
      const billed = (code: string, at: number) => adjustments.billedPeriod(subscription.uuid, code, at);
      expect(await billed('tiers', NOON - DAY)).toEqual(before);
      expect(await billed('archive', NOON - DAY)).toEqual({ startedAt: before.startedAt + DAY, endsAt: NOON + DAY });
      expect(await billed('archive', before.startedAt)).toEqual(before);
      expect(await billed('tiers', NOON)).toBeUndefined();
      expect(
        await ground()
          .of(2)
          .adjustments.billedPeriod(subscription.uuid, 'archive', NOON - DAY),
      ).toBeUndefined();
    });

    test('is billed once, and only what a selection names', async () => {
      const { usages } = ground().of(1);
      await ground()
        .of(2)
        .usages.bill(selection(), next.id, id(1), NOON + 50_000);
      await usages.bill(selection(), fraction.id, id(8692), NOON + 50_000);
      expect(await usages.find(subscription.uuid, 'archive', fraction.id)).toEqual({
        ...fraction,
        billed_at: NOON + 50_000,
        billed_line: id(8692),
      });
      expect(await usages.unbilled(selection({ endsAt: null }))).toEqual({ count: 1, amount: '7', last: next.id });
      expect(await usages.billed(subscription.uuid, 'archive', period)).toEqual({
        count: 2,
        amount: '9.999999999',
        last: fraction.id,
      });
      await usages.bill(selection({ late: true, ...before }), missed.id, null, NOON + 60_000);
      expect(await usages.latePeriods(subscription.uuid, 'archive')).toEqual([]);
      expect(await usages.find(subscription.uuid, 'archive', missed.id)).toMatchObject({ billed_line: null });
      expect(await usages.find(other.uuid, 'archive', foreign.id)).toEqual(foreign);
    });

    test('is billed up to an id, and the rest of its period is late', async () => {
      const { usages } = ground().of(1);
      const [early, meanwhile] = ['1', '2'].map((amount) => used(amount, { add_on_code: 'meanwhile' }));
      if (!early || !meanwhile) throw new Error('Two are made');
      for (const one of [early, meanwhile]) await usages.add(one);
      const selected = selection({ add_on_code: 'meanwhile' });
      await usages.bill(selected, early.id, id(8692), NOON + 50_000);
      expect(await usages.unbilled(selected)).toEqual({ count: 1, amount: '2', last: meanwhile.id });
      await ground().of(2).usages.defer(selected, period);
      await usages.defer(selected, period);
      expect(await usages.unbilled(selected)).toEqual({ count: 0, amount: '0', last: 0 });
      expect(await usages.latePeriods(subscription.uuid, 'meanwhile')).toEqual([period]);
      expect(await usages.find(subscription.uuid, 'meanwhile', early.id)).toMatchObject({ late_started_at: null });
    });

    test('is billed however much there is', async () => {
      const { usages } = ground().of(1);
      const selected = selection({ add_on_code: 'many' });
      await ground().open.storage.transaction(ground().siteId(1), async (records) => {
        for (let n = 0; n < 1000; n++) await records.usages.add(used('0.5', { add_on_code: 'many' }));
      });
      const total = await usages.unbilled(selected);
      expect(total).toMatchObject({ count: 1000, amount: '500' });
      await ground().open.storage.transaction(ground().siteId(1), (records) =>
        records.usages.bill(selected, total.last, id(8692), NOON + 50_000),
      );
      expect(await usages.unbilled(selected)).toMatchObject({ count: 0 });
      expect(await usages.billed(subscription.uuid, 'many', period)).toMatchObject({ count: 1000, amount: '500' });
    });

    test('is gone when it is removed', async () => {
      const { usages } = ground().of(1);
      await ground().of(2).usages.remove(next.key);
      expect(await usages.find(subscription.uuid, 'archive', next.id)).toEqual(next);
      await usages.remove(next.key);
      expect(await usages.find(subscription.uuid, 'archive', next.id)).toBeUndefined();
    });
  });
};

const dates = ({ startedAt, endsAt }: { readonly startedAt: number; readonly endsAt: number }) => ({
  start_date: startedAt,
  end_date: endsAt,
});
