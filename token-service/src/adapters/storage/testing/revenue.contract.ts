import type { MrrMovement } from '@service/billing/domain/revenue/movement.ts';
import type { SubscriptionMrr } from '@service/billing/domain/subscriptions/subscription-mrr.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, id, NOON } from './samples.ts';
import { anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

/** A time with no records of other parts of the contract. */
const THEN = NOON + 950_000_000;

/** The recurring revenue of subscriptions, on every engine. */
export const revenueBehaves = (ground: () => Ground): void => {
  describe('recurring revenue', () => {
    const owner = anAccount(9850);
    const mrr: SubscriptionMrr = {
      in_cents: 900,
      plan_code: 'gold',
      live: true,
      began: true,
      past_due: false,
      terms: 'gold',
    };
    const sold = (n: number, changes = {}) => aSubscription(n, owner, { currency: 'CHF', mrr, ...changes });
    const aMovement = (n: number, changes: Partial<MrrMovement> = {}): MrrMovement => ({
      id: id(n),
      subscription_id: id(9851),
      account_id: owner.id,
      plan_code: 'gold',
      currency: 'CHF',
      at: THEN,
      kind: 'new',
      amount_in_cents: 900,
      past_due_in_cents: 0,
      mrr_in_cents: 900,
      reason: null,
      country: 'CH',
      ...changes,
    });

    test('is stored with a subscription, and changed by nothing else', async () => {
      const { accounts, subscriptions, revenue } = ground().of(1);
      await accounts.add(owner);
      await subscriptions.add(sold(9851));
      await subscriptions.add(sold(9852, { mrr: { ...mrr, past_due: true } }));
      await subscriptions.add(sold(9853, { mrr: null, updated_at: THEN - 20, state: 'active' }));
      await subscriptions.save(sold(9851, { mrr: { ...mrr, in_cents: 1 }, cancel_reason: 'too_expensive' }));
      const totals = async () => (await revenue.totals()).filter(({ currency }) => currency === 'CHF');
      expect(await totals()).toEqual([{ currency: 'CHF', mrr_in_cents: 900, subscriptions: 1 }]);
      expect((await subscriptions.find(id(9851)))?.mrr).toEqual(mrr);
      const before = await subscriptions.find(id(9851));
      await revenue.keep(id(9851), { ...mrr, in_cents: 1100 });
      expect(await totals()).toEqual([{ currency: 'CHF', mrr_in_cents: 1100, subscriptions: 1 }]);
      expect((await subscriptions.find(id(9851)))?.revision).toBe((before?.revision ?? 0) + 1);
      expect(await ground().of(2).revenue.totals()).toEqual([]);
    });

    test('of a subscription of an earlier release is due to be recorded', async () => {
      const { revenue } = ground().of(1);
      const due = async () => (await revenue.unrecorded(THEN, 99)).map((item) => item.id);
      expect(await due()).toContain(id(9853));
      expect(await ground().of(2).revenue.unrecorded(THEN, 99)).toEqual([]);
      await revenue.keep(id(9853), mrr);
      expect(await due()).not.toContain(id(9853));
    });

    test('has movements, which are read a page at a time', async () => {
      const { revenue } = ground().of(1);
      const later = aMovement(9856, {
        at: THEN + 9,
        kind: 'past_due',
        amount_in_cents: 0,
        past_due_in_cents: 900,
        reason: 'paused',
      });
      const twelve = Array.from({ length: 10 }, (_, n) => aMovement(9860 + n));
      await revenue.append([later, aMovement(9855), ...twelve]);
      const own = (await revenue.movements(THEN + 10, { at: THEN - 1, id: '' }, 99)).map(({ id: uuid }) => uuid);
      expect(own).toEqual([id(9855), ...twelve.map(({ id: uuid }) => uuid), later.id]);
      expect(await revenue.movements(THEN + 10, { at: THEN, id: id(9868) }, 2)).toEqual([twelve.at(-1), later]);
      expect(await revenue.movements(THEN + 9, { at: THEN, id: id(9868) }, 2)).toHaveLength(1);
      expect((await revenue.changesSince(THEN)).get('CHF')).toBe(11 * 900 - 900);
      expect(
        await ground()
          .of(2)
          .revenue.movements(THEN + 10, undefined, 9),
      ).toEqual([]);
      expect(await ground().of(2).revenue.changesSince(THEN)).toEqual(new Map());
    });

    test('is not paid while a charge invoice of its lines is past due', async () => {
      const { invoices, adjustments, revenue } = ground().of(1);
      const invoice = anInvoice(9857, owner, { state: 'pending' });
      await invoices.add(invoice);
      await adjustments.add(anAdjustment(9858, owner, { invoice_id: invoice.uuid, subscription_id: id(9851) }));
      expect(await revenue.isPastDue(id(9851))).toBe(false);
      await invoices.save({ ...invoice, state: 'past_due' });
      expect(await revenue.isPastDue(id(9851))).toBe(true);
      expect(await ground().of(2).revenue.isPastDue(id(9851))).toBe(false);
    });

    test('begins for the trials of a period that were converted', async () => {
      const { subscriptions, revenue } = ground().of(1);
      for (const [n, trial_ends_at] of [THEN, THEN + 5, THEN + 10].entries())
        await subscriptions.add(sold(9870 + n, { trial_started_at: THEN - 9, trial_ends_at }));
      await revenue.append([
        aMovement(9875, { subscription_id: id(9871), at: THEN + 5 }),
        // Declined in the moment in which it was charged first, and paid after the period.
        aMovement(9876, { subscription_id: id(9870), at: THEN }),
        aMovement(9877, {
          subscription_id: id(9870),
          at: THEN,
          kind: 'past_due',
          amount_in_cents: 0,
          past_due_in_cents: 900,
        }),
        aMovement(9878, {
          subscription_id: id(9870),
          at: THEN + 10,
          kind: 'recovered',
          amount_in_cents: 0,
          past_due_in_cents: -900,
        }),
      ]);
      const ended = await revenue.endedTrials({ from: THEN, to: THEN + 10 }, undefined, 9);
      expect(ended.map(({ subscription_id, ended_at, converted }) => [subscription_id, ended_at, converted])).toEqual([
        [id(9870), THEN, false],
        [id(9871), THEN + 5, true],
      ]);
      expect(ended[0]).toMatchObject({ account_code: owner.account_code, currency: 'CHF' });
      expect(await revenue.endedTrials({ from: THEN, to: THEN + 10 }, ended[0], 9)).toEqual(ended.slice(1));
      expect(
        await ground()
          .of(2)
          .revenue.endedTrials({ from: THEN, to: THEN + 10 }, undefined, 9),
      ).toEqual([]);
    });

    test('is in the country of the last movement', async () => {
      const { revenue } = ground().of(1);
      const subscription_id = id(9895);
      expect(await revenue.countryOf(subscription_id)).toBeNull();
      await revenue.append([aMovement(9896, { subscription_id }), aMovement(9897, { subscription_id, country: 'AT' })]);
      expect(await revenue.countryOf(subscription_id)).toBe('AT');
      await revenue.append([aMovement(9898, { subscription_id, country: null })]);
      expect(await revenue.countryOf(subscription_id)).toBeNull();
    });

    test('has customers, each in the country of the address', async () => {
      const { accounts, revenue } = ground().of(1);
      const elsewhere = anAccount(9879, { address: { ...owner.address, country: null } });
      await accounts.add(elsewhere);
      const found = await revenue.customers([owner.id, elsewhere.id, owner.id]);
      expect([...found].toSorted()).toEqual([
        [owner.id, { account_code: owner.account_code, country: owner.address?.country }],
        [elsewhere.id, { account_code: elsewhere.account_code, country: null }],
      ]);
      expect(await revenue.customers([])).toEqual(new Map());
      expect(await ground().of(2).revenue.customers([owner.id])).toEqual(new Map());
    });

    test('is discounted in the order of coupons of the site', async () => {
      expect(await ground().of(1).revenue.discountOrder()).toEqual({ first: 'amount', percents: 'full' });
    });
  });
};
