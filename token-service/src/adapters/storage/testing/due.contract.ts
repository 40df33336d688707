import type { Dunning } from '@service/billing/domain/dunning/dunning.ts';
import { DEFAULT_SCHEDULE } from '@service/billing/domain/dunning/schedule.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aBillingInfo, aGiftCard, anAccount, anIntent, aTransaction, id, NOON } from './samples.ts';
import { aCreditPayment, anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

/** Due items are returned oldest first, and only once their moment has come. */
export const dueBehaves = (ground: () => Ground): void => {
  describe('due work', () => {
    const account = anAccount(9300, { account_code: 'due' });
    // Long before anything else that the other samples make due.
    const LONG_AGO = NOON - 1_000_000_000;
    const byHand = { state: 'pending', collection_method: 'manual' } as const;

    beforeAll(async () => {
      await ground().of(1).accounts.add(account);
    });

    const ids = (items: readonly { readonly id: string }[]): string[] => items.map((item) => item.id);

    test('a payment whose gateway is to be asked', async () => {
      const { transactions } = ground().of(1);
      const scheduled = { status: 'scheduled', action: 'purchase' } as const;
      await transactions.add(aTransaction(9301, account, { ...scheduled, settlement_due_at: LONG_AGO + 2 }));
      const first = aTransaction(9302, account, { ...scheduled, settlement_due_at: LONG_AGO + 1 });
      await transactions.add(first);
      expect(await transactions.dueForSettlement(LONG_AGO, 9)).toEqual([]);
      expect(await transactions.dueForSettlement(LONG_AGO + 9, 9)).toEqual([
        { id: id(9302), subject: account.id, at: LONG_AGO + 1, failures: 0 },
        { id: id(9301), subject: account.id, at: LONG_AGO + 2, failures: 0 },
      ]);
      expect(ids(await transactions.dueForSettlement(LONG_AGO + 9, 1))).toEqual([id(9302)]);
      await transactions.save({ ...first, settlement_due_at: null });
      expect(ids(await transactions.dueForSettlement(LONG_AGO + 9, 9))).toEqual([id(9301)]);
      const elsewhere = ground().of(2).transactions;
      expect(await elsewhere.dueForSettlement(LONG_AGO + 9, 9)).toEqual([]);
    });

    test('an authorization that ends, as work of its account', async () => {
      const { transactions, intents } = ground().of(1);
      await transactions.add(aTransaction(9308, account));
      const lease = (LONG_AGO + 3) * 1000;
      const open = { ...anIntent(9309, `authorization:${id(9308)}`, lease), kind: 'authorization' } as const;
      await intents.open(open);
      const ended = await intents.abandoned(LONG_AGO + 9, 9);
      expect(ended).toEqual([{ id: open.id, subject: account.id, at: LONG_AGO + 3, failures: 0 }]);
      await intents.close(open);
    });

    test('an invoice that is paid by hand and was not, a day after its due date', async () => {
      const { invoices } = ground().of(1);
      await invoices.add(anInvoice(9311, account, { ...byHand, due_on: LONG_AGO + 2 }));
      await invoices.add(anInvoice(9312, account, { ...byHand, due_on: LONG_AGO + 1 }));
      for (const [n, changes] of [
        [9313, { state: 'paid' }],
        [9314, { collection_method: 'automatic' }],
        [9315, { type: 'credit', due_on: null }],
      ] as const) {
        await invoices.add(anInvoice(n, account, { ...byHand, due_on: LONG_AGO, ...changes }));
      }
      const DAY = 86_400;
      expect(await invoices.overdue(LONG_AGO + DAY, 9)).toEqual([]);
      expect((await invoices.overdue(LONG_AGO + DAY + 9, 9)).map(({ id, at }) => [id, at])).toEqual([
        [id(9312), LONG_AGO + DAY + 1],
        [id(9311), LONG_AGO + DAY + 2],
      ]);
      expect(
        await ground()
          .of(2)
          .invoices.overdue(LONG_AGO + DAY + 9, 9),
      ).toEqual([]);
    });

    test('an invoice that is to be collected', async () => {
      const { invoices } = ground().of(1);
      const first = anInvoice(9321, account, { state: 'pending', attempt_next_collection_at: LONG_AGO });
      await invoices.add(first);
      expect(await invoices.dueForCollection(LONG_AGO - 1, 9)).toEqual([]);
      expect(ids(await invoices.dueForCollection(LONG_AGO, 9))).toEqual([id(9321)]);
      expect(await ground().of(2).invoices.dueForCollection(LONG_AGO, 9)).toEqual([]);
      await invoices.save({ ...first, attempt_next_collection_at: null });
      expect(await invoices.dueForCollection(LONG_AGO, 9)).toEqual([]);
    });

    test('an invoice with a dunning step', async () => {
      const { invoices } = ground().of(1);
      const dunning: Dunning = {
        campaign: 'default',
        version: 2,
        schedule: DEFAULT_SCHEDULE,
        started_at: LONG_AGO,
        events_count: 1,
        final: false,
        ended_at: null,
      };
      const dunned = anInvoice(9331, account, { state: 'past_due', dunning, dunning_due_at: LONG_AGO });
      await invoices.add(dunned);
      expect((await invoices.find(dunned.uuid))?.dunning).toEqual(dunning);
      expect(await invoices.dueForDunning(LONG_AGO - 1, 9)).toEqual([]);
      expect(ids(await invoices.dueForDunning(LONG_AGO, 9))).toEqual([dunned.uuid]);
      expect(await ground().of(2).invoices.dueForDunning(LONG_AGO, 9)).toEqual([]);
      await invoices.save({ ...dunned, dunning_due_at: null });
      expect(await invoices.dueForDunning(LONG_AGO, 9)).toEqual([]);
    });

    test('is left out while its subject is claimed, by one worker at a time', async () => {
      const { invoices, due } = ground().of(1);
      const invoice = anInvoice(9351, account, { state: 'pending', attempt_next_collection_at: LONG_AGO });
      await invoices.add(invoice);
      const until = ground().clock.at + 60_000;
      expect(await due.claim([account.id, 'another'], until)).toEqual([account.id, 'another'].sort());
      expect(await due.claim([account.id], until + 1)).toEqual([]);
      expect(await due.busy()).toBe(true);
      expect(await invoices.dueForCollection(LONG_AGO, 9)).toEqual([]);
      // Another worker's claim is not given up by mistake.
      await due.release([account.id], until - 1);
      expect(await invoices.dueForCollection(LONG_AGO, 9)).toEqual([]);
      await due.release([account.id, 'another'], until);
      expect(await due.busy()).toBe(false);
      expect(ids(await invoices.dueForCollection(LONG_AGO, 9))).toEqual([id(9351)]);
      await invoices.save({ ...invoice, attempt_next_collection_at: null });
    });

    test('is claimed again once the lease of a dead worker is out', async () => {
      const { due } = ground().of(1);
      const past = ground().clock.at - 1;
      expect(await due.claim(['dead'], past)).toEqual(['dead']);
      expect(await due.busy()).toBe(false);
      expect(await due.expiredClaims()).toEqual(['dead']);
      expect(await ground().of(2).due.expiredClaims()).toEqual([]);
      expect(await due.claim(['dead'], past + 60_000)).toEqual(['dead']);
      expect(await due.expiredClaims()).toEqual([]);
      await due.release(['dead'], past + 60_000);
    });

    test('that failed waits for its next attempt, or for an operator, while its record is due at that moment', async () => {
      const { invoices, due } = ground().of(1);
      const invoice = anInvoice(9361, account, { state: 'pending', attempt_next_collection_at: LONG_AGO });
      await invoices.add(invoice);
      const now = ground().clock.at;
      const failed = { kind: 'collection', id: id(9361), subject: account.id, at: LONG_AGO, failures: 1 } as const;
      const waiting = {
        ...failed,
        status: 'waiting',
        error: 'Error: no',
        failed_at_ms: now,
        retry_at_ms: now + 1,
      } as const;
      await due.fail(waiting);
      expect(await due.find('collection', id(9361))).toEqual(waiting);
      expect(await due.nextRetry()).toBe(now + 1);
      expect(await invoices.dueForCollection(LONG_AGO, 9)).toEqual([]);
      await due.fail({ ...waiting, retry_at_ms: now });
      expect(await invoices.dueForCollection(LONG_AGO, 9)).toEqual([
        { id: id(9361), subject: account.id, at: LONG_AGO, failures: 1 },
      ]);
      await due.fail({ ...waiting, status: 'parked', retry_at_ms: null });
      expect(await due.nextRetry()).toBeUndefined();
      expect(await invoices.dueForCollection(LONG_AGO, 9)).toEqual([]);
      expect(ids(await due.failed(9))).toEqual([id(9361)]);
      expect(await ground().of(2).due.failed(9)).toEqual([]);
      expect(ids(await due.failed(9, ['waiting', 'parked']))).toEqual([id(9361)]);
      expect(await due.failed(9, ['dismissed'])).toEqual([]);
      await due.fail({ ...waiting, kind: 'unknown' });
      await due.removeStale();
      expect((await due.failed(9)).map(({ kind }) => kind)).toEqual(['collection', 'unknown']);
      await due.clear('unknown', id(9361));
      // Due at another moment, it is another attempt.
      await invoices.save({ ...invoice, attempt_next_collection_at: LONG_AGO + 1 });
      expect(ids(await invoices.dueForCollection(LONG_AGO + 1, 9))).toEqual([id(9361)]);
      await ground().of(2).due.removeStale();
      expect(ids(await due.failed(9))).toEqual([id(9361)]);
      await due.removeStale();
      expect(await due.failed(9)).toEqual([]);
      await due.fail({ ...waiting, at: LONG_AGO + 1 });
      expect(await due.clear('collection', id(9361))).toBe(true);
      expect(await due.clear('collection', id(9361))).toBe(false);
      await invoices.save({ ...invoice, attempt_next_collection_at: null });
    });

    test('a manual collection, not sooner than allowed', async () => {
      const { invoices } = ground().of(1);
      expect(await invoices.forceCollection(account.id, NOON, NOON - 60)).toBe(true);
      expect(await invoices.forceCollection(account.id, NOON + 59, NOON - 1)).toBe(false);
      expect(await invoices.forceCollection(account.id, NOON + 60, NOON)).toBe(true);
      expect(await invoices.forceCollection(account.id, NOON + 119, NOON + 59)).toBe(false);
    });

    test('a gift card whose e-mail is scheduled', async () => {
      const { giftCards } = ground().of(1);
      const card = aGiftCard(9351, account, { delivery_due_at: LONG_AGO });
      await giftCards.add(card);
      expect(await giftCards.dueForDelivery(LONG_AGO - 1, 9)).toEqual([]);
      expect(await giftCards.dueForDelivery(LONG_AGO, 9)).toEqual([
        { id: card.key, subject: account.id, at: LONG_AGO, failures: 0 },
      ]);
      expect(await ground().of(2).giftCards.dueForDelivery(LONG_AGO, 9)).toEqual([]);
      await giftCards.save({ ...card, delivery_due_at: null, delivered_at: LONG_AGO });
      expect(await giftCards.dueForDelivery(LONG_AGO, 9)).toEqual([]);
      expect(await giftCards.byKey(card.key)).toMatchObject({ delivered_at: LONG_AGO });
    });

    test('a gift card once its purchase is paid', async () => {
      const { giftCards, invoices } = ground().of(1);
      const invoice = anInvoice(9352, account, { state: 'processing', closed_at: null });
      await invoices.add(invoice);
      const unpaid = { delivery_due_at: LONG_AGO, purchase_invoice_id: invoice.uuid };
      const [waiting, early] = [false, true].map((before_settlement, n) =>
        aGiftCard(9353 + n, account, { ...unpaid, before_settlement }),
      );
      for (const card of [waiting!, early!]) await giftCards.add(card);
      const due = async () => (await giftCards.dueForDelivery(NOON, 9)).map(({ id, at }) => [id, at]);
      expect(await due()).toEqual([[early!.key, LONG_AGO]]);
      expect(await giftCards.redeem(waiting!.key, NOON)).toBe(false);
      expect(await giftCards.redeem(early!.key, NOON)).toBe(true);
      await invoices.save({ ...invoice, state: 'past_due' });
      expect(await due()).toEqual([]);
      await invoices.save({ ...invoice, state: 'paid', closed_at: LONG_AGO + 5 });
      expect(await due()).toEqual([
        [waiting!.key, LONG_AGO + 5],
        [early!.key, LONG_AGO + 5],
      ]);
      expect([await giftCards.byKey(waiting!.key), await giftCards.redeem(waiting!.key, NOON)]).toMatchObject([
        { paid: true },
        true,
      ]);
      for (const card of [waiting!, early!]) await giftCards.save({ ...card, delivery_due_at: null });
    });

    test('a gift card after the days of its site, unless it was redeemed, canceled or earned', async () => {
      const { giftCards } = ground().of(1);
      const days = 30 * 86_400;
      const card = aGiftCard(9355, account, { created_at: LONG_AGO });
      await giftCards.add(card);
      for (const [n, changes] of [{ redeemed_at: NOON }, { canceled_at: NOON }, { breakage_at: NOON }].entries()) {
        await giftCards.add(aGiftCard(9356 + n, account, { created_at: LONG_AGO, ...changes }));
      }
      const due = async (until: number) => (await giftCards.dueForBreakage(until, 9)).map(({ id, at }) => [id, at]);
      expect(await due(LONG_AGO + days - 1)).toEqual([]);
      expect(await due(LONG_AGO + days)).toEqual([[card.key, LONG_AGO + days]]);
      expect(
        await ground()
          .of(2)
          .giftCards.dueForBreakage(LONG_AGO + days, 9),
      ).toEqual([]);
      await giftCards.save({ ...card, breakage_at: LONG_AGO + days });
      expect(await due(LONG_AGO + days)).toEqual([]);
    });

    test('boundaries of subscriptions, estimated by the lengths of their periods', async () => {
      const { accounts, subscriptions } = ground().of(1);
      const holder = anAccount(9383, { account_code: 'boundaries' });
      await accounts.add(holder);
      const before = await subscriptions.boundariesUntil(LONG_AGO + 70 * 86_400);
      const monthly = aSubscription(9384, holder, { current_period_ends_at: LONG_AGO });
      await subscriptions.add(monthly);
      expect(await subscriptions.boundariesUntil(LONG_AGO - 1)).toBe(0);
      expect(await subscriptions.boundariesUntil(LONG_AGO)).toBe(1);
      // Months count as the shortest, 28 days, so that the estimate is never too low.
      expect(await subscriptions.boundariesUntil(LONG_AGO + 70 * 86_400)).toBe(before + 3);
      expect(await ground().of(2).subscriptions.boundariesUntil(LONG_AGO)).toBe(0);
      await subscriptions.remove(monthly.uuid);
    });

    test('what customers are to be told of by mail, until they were told', async () => {
      const { accounts, subscriptions, paymentMethods } = ground().of(1);
      const holder = anAccount(9380, { account_code: 'told' });
      await accounts.add(holder);
      const trial = aSubscription(9381, holder, { trial_ends_at: LONG_AGO });
      const yearly = aSubscription(9382, holder, { interval_length: 12, current_period_ends_at: LONG_AGO });
      const rising = aSubscription(9383, holder, {
        current_period_ends_at: LONG_AGO,
        ramp_intervals: [1, 2].map((cycle) => ({ starting_billing_cycle: cycle, unit_amount_in_cents: cycle })),
      });
      for (const subscription of [trial, yearly, rising]) await subscriptions.add(subscription);
      await paymentMethods.save({ ...aBillingInfo(holder), year: 1990, month: 1 });
      const toTell = async () =>
        (
          await Promise.all(
            [
              subscriptions.trialsToRemind,
              subscriptions.renewalsToRemind,
              paymentMethods.cardsToRemind,
              subscriptions.pricesToRemind,
            ].map((due) => due(LONG_AGO, 9)),
          )
        ).map(ids);
      expect(await toTell()).toEqual([[trial.uuid], [yearly.uuid], [aBillingInfo(holder).id], [rising.uuid]]);
      const elsewhere = ground().of(2);
      await elsewhere.subscriptions.markReminded(trial.uuid, 'trial');
      await elsewhere.paymentMethods.markReminded(aBillingInfo(holder).id);
      await subscriptions.markReminded(yearly.uuid, 'renewal');
      await subscriptions.markReminded(rising.uuid, 'price');
      expect(await toTell()).toEqual([[trial.uuid], [], [aBillingInfo(holder).id], []]);
      await subscriptions.markReminded(trial.uuid, 'trial');
      await paymentMethods.markReminded(aBillingInfo(holder).id);
      expect(await toTell()).toEqual([[], [], [], []]);
      for (const { uuid } of [trial, yearly, rising]) await subscriptions.remove(uuid);
    });

    test('of several kinds, asked for at the same time', async () => {
      const { invoices, giftCards, subscriptions, paymentMethods, intents } = ground().of(1);
      const invoice = anInvoice(9371, account, { state: 'pending', attempt_next_collection_at: LONG_AGO + 1 });
      await invoices.add(invoice);
      const card = aGiftCard(9372, account, { delivery_due_at: LONG_AGO });
      await giftCards.add(card);
      const [collections, deliveries, first, later, ...others] = await Promise.all([
        invoices.dueForCollection(LONG_AGO + 9, 9),
        giftCards.dueForDelivery(LONG_AGO + 9, 9),
        giftCards.dueForDelivery(LONG_AGO + 9, 1),
        invoices.dueForCollection(LONG_AGO, 9),
        subscriptions.atBoundary(LONG_AGO + 9, 9),
        subscriptions.trialsToRemind(LONG_AGO + 9, 9),
        subscriptions.renewalsToRemind(LONG_AGO + 9, 9),
        paymentMethods.cardsToRemind(LONG_AGO + 9, 9),
        intents.abandoned(LONG_AGO + 9, 9),
      ]);
      expect(collections).toEqual([{ id: invoice.uuid, subject: account.id, at: LONG_AGO + 1, failures: 0 }]);
      expect(deliveries).toEqual([{ id: card.key, subject: account.id, at: LONG_AGO, failures: 0 }]);
      expect(ids(first)).toEqual([card.key]);
      expect(later).toEqual([]);
      expect(others).toEqual([[], [], [], [], []]);
      await invoices.save({ ...invoice, attempt_next_collection_at: null });
      await giftCards.save({ ...card, delivery_due_at: null });
    });

    test('how far a move of the clock has come: never back, never further than its end', async () => {
      const { due } = ground().of(1);
      expect(await due.clockProgress()).toBeUndefined();
      await due.advanceClockMove(NOON, 1);
      await due.startClockMove(NOON, NOON + 100, 100);
      expect(await due.clockProgress()).toEqual({
        target_at: NOON + 100,
        reached_at: NOON,
        items: 0,
        clock_offset: 100,
      });
      await due.advanceClockMove(NOON + 20, 3);
      await due.advanceClockMove(NOON + 10, 2);
      expect(await due.clockProgress()).toEqual({
        target_at: NOON + 100,
        reached_at: NOON + 20,
        items: 5,
        clock_offset: 100,
      });
      // Moved again while it is under way: it goes on from where it is.
      await due.startClockMove(NOON + 100, NOON + 200, 200);
      expect(await due.clockProgress()).toEqual({
        target_at: NOON + 200,
        reached_at: NOON + 20,
        items: 5,
        clock_offset: 200,
      });
      await due.advanceClockMove(NOON + 900, 1);
      expect(await due.clockProgress()).toEqual({
        target_at: NOON + 200,
        reached_at: NOON + 200,
        items: 6,
        clock_offset: 200,
      });
      await due.advanceClockMove(NOON + 900, 1);
      expect(await due.clockProgress()).toMatchObject({ items: 6 });
      await due.startClockMove(NOON + 250, NOON + 300, 300);
      expect(await due.clockProgress()).toEqual({
        target_at: NOON + 300,
        reached_at: NOON + 250,
        items: 0,
        clock_offset: 300,
      });
      await due.cutClockMove(NOON + 270, 270);
      expect(await due.clockProgress()).toMatchObject({
        target_at: NOON + 270,
        reached_at: NOON + 250,
        clock_offset: 270,
      });
      await due.advanceClockMove(NOON + 300, 1);
      expect(await due.clockProgress()).toMatchObject({ target_at: NOON + 270, reached_at: NOON + 270 });
      expect(await ground().of(2).due.clockProgress()).toBeUndefined();
    });

    test('the currencies of pending charges, longest waiting first', async () => {
      const { adjustments } = ground().of(1);
      expect(await adjustments.pendingCurrencies(account)).toEqual([]);
      await adjustments.add(anAdjustment(9331, account, { currency: 'USD', created_at: NOON + 1 }));
      await adjustments.add(anAdjustment(9332, account, { currency: 'EUR', created_at: NOON }));
      expect(await adjustments.pendingCurrencies(account)).toEqual(['EUR', 'USD']);
      await adjustments.remove(id(9332));
      expect(await adjustments.pendingCurrencies(account)).toEqual(['USD']);
    });

    test('credit by the refund it became, and a subscription that never began', async () => {
      const { creditPayments, invoices, subscriptions } = ground().of(1);
      await invoices.add(anInvoice(9341, account, { type: 'credit', state: 'closed', due_on: null }));
      const payment = { original_invoice_id: id(9341), action: 'refund', refund_transaction_uuid: id(9342) } as const;
      await creditPayments.add(aCreditPayment(9343, account, payment));
      expect((await creditPayments.ofRefund(id(9342)))?.uuid).toBe(id(9343));
      expect(await creditPayments.ofRefund(id(9341))).toBeUndefined();
      await subscriptions.add(aSubscription(9344, account, { state: 'future' }));
      await ground().of(2).subscriptions.remove(id(9344));
      expect((await subscriptions.find(id(9344)))?.state).toBe('future');
      await subscriptions.remove(id(9344));
      expect(await subscriptions.find(id(9344))).toBeUndefined();
    });
  });
};
