import { FORGET_AFTER, type GatewayOutage, NO_GATEWAY } from '@service/billing/domain/gateway-outages/outage.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import { waitOf } from '@service/billing/domain/payments/unanswered.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aSite, id, NOON } from './samples.ts';
import { anInvoice } from './selling-samples.ts';

const LONG_AGO = NOON - 900_000_000;

const anOutage = (gateway_code: string, changes: Partial<GatewayOutage> = {}): GatewayOutage => ({
  gateway_code,
  since: LONG_AGO,
  error_code: 'gateway_unavailable',
  answered_at: null,
  check_at: LONG_AGO + FORGET_AFTER,
  collections_resumed: false,
  ...changes,
});

/** Outages of gateways, and the invoices that wait for them, on every engine. */
export const gatewayOutagesBehave = (ground: () => Ground): void => {
  describe('outages of gateways', () => {
    const check_at = LONG_AGO + FORGET_AFTER;
    const begun = { gateway_code: 'europe', since: LONG_AGO, error_code: 'gateway_unavailable', check_at };

    test('begin once, however many operations fail, at their own site only', async () => {
      const { gatewayOutages } = ground().of(1);
      expect(await gatewayOutages.open(begun)).toBe(true);
      expect(await gatewayOutages.open({ ...begun, since: LONG_AGO + 9, error_code: 'gateway_timeout' })).toBe(false);
      expect(await gatewayOutages.find('europe')).toEqual(anOutage('europe'));
      const elsewhere = ground().of(2).gatewayOutages;
      expect(await elsewhere.find('europe')).toBeUndefined();
      expect(await elsewhere.answered('europe', LONG_AGO + 1, LONG_AGO + 2)).toBe(false);
      await elsewhere.remove('europe');
      expect(await elsewhere.open({ ...begun, since: LONG_AGO + 3 })).toBe(true);
      await elsewhere.remove('europe');
      expect(await gatewayOutages.open({ ...begun, gateway_code: 'asia', since: LONG_AGO - 1 })).toBe(true);
      expect((await gatewayOutages.all()).map(({ gateway_code }) => gateway_code)).toEqual(['asia', 'europe']);
      await gatewayOutages.remove('asia');
      expect(await gatewayOutages.all()).toEqual([anOutage('europe')]);
    });

    test('are due for a check after the first answer, unless the gateway fails again before', async () => {
      const { gatewayOutages } = ground().of(1);
      expect(await gatewayOutages.dueForCheck(check_at - 1, 9)).toEqual([]);
      expect(await gatewayOutages.answered('europe', LONG_AGO + 10, LONG_AGO + 130)).toBe(true);
      expect(await gatewayOutages.answered('europe', LONG_AGO + 20, LONG_AGO + 140)).toBe(false);
      const answered = anOutage('europe', { answered_at: LONG_AGO + 10, check_at: LONG_AGO + 130 });
      expect(await gatewayOutages.find('europe')).toEqual(answered);
      expect(await gatewayOutages.dueForCheck(LONG_AGO + 129, 9)).toEqual([]);
      expect(await gatewayOutages.dueForCheck(LONG_AGO + 130, 9)).toEqual([
        { id: 'europe', subject: 'outage europe', at: LONG_AGO + 130, failures: 0 },
      ]);
      expect(await ground().of(2).gatewayOutages.dueForCheck(NOON, 9)).toEqual([]);

      await gatewayOutages.save({ ...answered, collections_resumed: true });
      expect(await gatewayOutages.open({ ...begun, since: LONG_AGO + 40 })).toBe(false);
      // It is the same outage: it keeps its beginning, and what waited has been made due once.
      expect(await gatewayOutages.find('europe')).toEqual(anOutage('europe', { collections_resumed: true }));
      expect(await gatewayOutages.dueForCheck(check_at - 1, 9)).toEqual([]);
      expect(await gatewayOutages.answered('europe', LONG_AGO + 50, LONG_AGO + 170)).toBe(true);
      await gatewayOutages.remove('europe');
      expect(await gatewayOutages.find('europe')).toBeUndefined();
      expect(await gatewayOutages.dueForCheck(NOON, 9)).toEqual([]);
      expect(await gatewayOutages.open(begun)).toBe(true);
      await gatewayOutages.remove('europe');
    });

    test('are due for a check four days after the last failure, to within an hour', async () => {
      const { gatewayOutages } = ground().of(1);
      const checkedAt = async () => (await gatewayOutages.find('europe'))?.check_at;
      await gatewayOutages.open(begun);
      await gatewayOutages.open({ ...begun, check_at: check_at + 3600 });
      expect(await checkedAt()).toBe(check_at);
      await gatewayOutages.open({ ...begun, check_at: check_at + 3601 });
      expect(await checkedAt()).toBe(check_at + 3601);
      await gatewayOutages.open(begun);
      expect(await checkedAt()).toBe(check_at + 3601);
      expect(await gatewayOutages.dueForCheck(check_at + 3601, 9)).toHaveLength(1);
      await gatewayOutages.remove('europe');
    });

    describe('the invoices that wait', () => {
      const account = anAccount(9700, { account_code: 'waiting' });
      const waiting = (n: number, unanswered_since: number, changes: Partial<InvoiceRecord> = {}): InvoiceRecord =>
        anInvoice(n, account, {
          state: 'pending',
          unanswered_since,
          unanswered_gateway: 'europe',
          attempt_next_collection_at: unanswered_since + 7200,
          ...changes,
        });
      const uuids = (found: readonly { readonly uuid: string }[]): string[] => found.map(({ uuid }) => uuid);

      beforeAll(async () => {
        const { accounts, invoices } = ground().of(1);
        await accounts.add(account);
        for (const one of [
          waiting(9701, LONG_AGO + 2),
          waiting(9702, LONG_AGO + 1, { state: 'past_due' }),
          waiting(9703, LONG_AGO + 3, { unanswered_gateway: 'asia' }),
          waiting(9704, LONG_AGO + 4, { unanswered_gateway: null }),
          // These wait no more: paid, without a further attempt, and answered.
          waiting(9705, LONG_AGO + 5, { state: 'paid' }),
          waiting(9706, LONG_AGO + 6, { attempt_next_collection_at: null }),
          waiting(9707, LONG_AGO, { unanswered_since: null, unanswered_gateway: null }),
        ])
          await invoices.add(one);
      });

      test('are found by their gateway, or for any, the longest first', async () => {
        const { invoices } = ground().of(1);
        const found = async (code: string | undefined, since = LONG_AGO, limit = 9) =>
          uuids(await invoices.waitingForGateway(code, since, limit));
        expect(await found('europe')).toEqual([id(9702), id(9701)]);
        expect(await found('asia')).toEqual([id(9703)]);
        expect(await found(NO_GATEWAY)).toEqual([id(9704)]);
        expect(await found(undefined)).toEqual([id(9702), id(9701), id(9703), id(9704)]);
        expect(await found(undefined, LONG_AGO, 2)).toEqual([id(9702), id(9701)]);
        expect(await found('europe', LONG_AGO + 1)).toEqual([id(9701)]);
        expect(await ground().of(2).invoices.waitingForGateway(undefined, LONG_AGO, 9)).toEqual([]);
      });

      test('are past due once they have waited as long as their site lets them, if they were pending', async () => {
        const { invoices } = ground().of(1);
        const until = LONG_AGO + waitOf(aSite(1));
        expect(await invoices.unanswered(until + 1, 9)).toEqual([]);
        expect((await invoices.unanswered(until + 3, 9)).map((item) => [item.id, item.at])).toEqual([
          [id(9701), until + 2],
          [id(9703), until + 3],
        ]);
        expect(await ground().of(2).invoices.unanswered(NOON, 9)).toEqual([]);
      });

      test('are attempted at once when their gateway answers, but never later than planned', async () => {
        const { invoices } = ground().of(1);
        const nextOf = async (n: number) => (await invoices.find(id(n)))?.attempt_next_collection_at;
        await ground()
          .of(2)
          .invoices.hastenWaiting('europe', LONG_AGO + 100);
        expect(await nextOf(9701)).toBe(LONG_AGO + 7202);
        await invoices.hastenWaiting('europe', LONG_AGO + 100);
        await invoices.hastenWaiting('europe', LONG_AGO + 200);
        expect(await Promise.all([9701, 9702, 9703, 9704, 9705, 9706].map(nextOf))).toEqual([
          LONG_AGO + 100,
          LONG_AGO + 100,
          LONG_AGO + 7203,
          LONG_AGO + 7204,
          LONG_AGO + 7205,
          null,
        ]);
      });
    });
  });
};
