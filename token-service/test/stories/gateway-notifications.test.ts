import { beforeAll, describe, expect, it } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { type NotifiedShop, openNotifiedShop, WITH_CREDENTIALS } from './notified-shop.ts';
import { cardInfo } from './subscription-shop.ts';

const bank = (accountNumber: string) =>
  '<billing_info><name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number>' +
  `<account_number>${accountNumber}</account_number><account_type>checking</account_type></billing_info>`;

onBothEngines(
  'notifications of gateways',
  (service) => {
    let shop: NotifiedShop;
    beforeAll(async () => {
      shop = await openNotifiedShop(service());
    });
    const refundOf = async (number: string): Promise<string> => {
      const refunded = await shop.api(
        'POST',
        `/v2/invoices/${number}/refund`,
        '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>1200</amount_in_cents></invoice>',
      );
      expect(refunded.status, refunded.text).toBe(201);
      return textOf(within(refunded.xml, 'transactions', 'transaction'), 'reference') ?? '';
    };

    describe('the address', () => {
      it('does not tell an unknown site from an unknown account', async () => {
        const texts = [];
        for (const address of [`${shop.site.subdomain}/none`, 'nowhere/main', 'nowhere/none']) {
          const answer = await shop.post('{}', {}, address);
          expect(answer.status).toBe(404);
          texts.push((await answer.text()).replaceAll(address, ''));
        }
        expect(new Set(texts).size).toBe(1);
      });

      it('refuses a message that is not signed with the secret of the account, and stores nothing', async () => {
        const message = JSON.stringify({
          kind: 'settlement_changed',
          id: '1',
          at: 1,
          reference: 'r',
          settlement: 'settled',
        });
        for (const headers of [{}, { 'test-gateway-signature': 'a'.repeat(64) }]) {
          const answer = await shop.post(message, headers);
          expect(answer.status).toBe(400);
          expect(await answer.text()).toContain('webhook secret');
        }
        expect(await shop.records().gatewayNotifications.due(9_999_999_999, 10)).toEqual([]);
      });

      it('refuses a message of more than 256 kB, and other methods', async () => {
        expect((await shop.post('x'.repeat(262_145), {})).status).toBe(413);
        const address = new URL(`/gateways/${shop.site.subdomain}/main`, service().apiUrl);
        const got = await fetch(address);
        expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
      });

      it('acknowledges an authentic message of no interest', async () => {
        const signed = await shop.notify({ kind: 'weather_changed' } as never);
        expect(signed).toBe(200);
      });

      it('never logs a message', async () => {
        const bought = await shop.buy();
        await shop.report({ kind: 'refund_failed', reference: bought.reference, reason: 'only-in-the-message' });
        const lines = service().logged.join('');
        expect(lines).toContain('gateway notification');
        expect(lines).not.toContain('only-in-the-message');
      });
    });

    it('settle a bank debit when the bank does, before the look-up of the day', async () => {
      const bought = await shop.buy(bank('111111111'));
      expect(await shop.states(bought)).toBe('scheduled processing');
      const settled = { kind: 'settlement_changed', reference: bought.reference, settlement: 'settled' } as const;
      // Too early: the gateway itself says that the debit is only scheduled.
      await shop.report(settled);
      expect(await shop.states(bought)).toBe('scheduled processing');
      // Half a day after it has settled, and half a day before it is looked up again.
      await shop.travel(new Date(((await shop.now()) + 2.6 * 86_400) * 1000).toISOString());
      expect(await shop.states(bought)).toBe('processing processing');
      service().clock.advance({ hours: 10 });
      await shop.report(settled);
      expect(await shop.states(bought)).toBe('success paid');
      await shop.report(settled);
      expect(await shop.states(bought)).toBe('success paid');
      await shop.expectBooksToClose(bought.account);
    });

    it('turn a refund that fails later into credit, once', async () => {
      const bought = await shop.buy();
      const reference = await refundOf(bought.number);
      await shop.events();
      const failed = { kind: 'refund_failed', id: bought.number, reference, reason: 'lost_or_stolen_card' } as const;
      for (let sent = 0; sent < 3; sent += 1) await shop.report(failed);
      await shop.report({ ...failed, id: `${bought.number} again` });
      expect(await shop.balance(bought.account)).toBe(-1200);
      expect(await shop.events()).toEqual(['reopened_credit_invoice', 'transaction_status_updated']);
      const credits = await shop.api('GET', `/v2/invoices/${bought.number}/credit_invoices`);
      const [credit] = credits.xml?.children ?? [];
      const refund = within(credit, 'transactions', 'transaction');
      expect([textOf(credit, 'state'), textOf(credit, 'balance_in_cents'), textOf(refund, 'status')]).toEqual([
        'open',
        '-1200',
        'failed',
      ]);
      expect(textOf(refund, 'transaction_error', 'error_code')).toBe('transaction_failed_to_settle');
      expect(textOf(refund, 'transaction_error', 'gateway_error_code')).toBe('lost_or_stolen_card');
      await shop.expectBooksToClose(bought.account);
    });

    it('turn a refund that the bank returns into credit, once, however many messages say so', async () => {
      const bought = await shop.buy(bank('111111116'));
      await shop.travel(new Date(((await shop.now()) + 3.1 * 86_400) * 1000).toISOString());
      expect(await shop.states(bought)).toBe('success paid');
      const reference = await refundOf(bought.number);
      await shop.travel(new Date(((await shop.now()) + 2.5 * 86_400) * 1000).toISOString());
      service().clock.advance({ hours: 13 });
      const returned = { kind: 'settlement_changed', reference, settlement: 'returned' } as const;
      const failed = { kind: 'refund_failed', reference, reason: 'declined' } as const;
      const statuses = await Promise.all([returned, failed, returned, failed].map((message) => shop.notify(message)));
      expect(statuses).toEqual([200, 200, 200, 200]);
      await shop.processed();
      expect(await shop.balance(bought.account)).toBe(-1200);
      await shop.expectBooksToClose(bought.account);
    });

    it('end an authorization that the gateway has canceled, and release what its order reserved', async () => {
      const once =
        '<coupon_code>ONCE</coupon_code><name>Once</name><discount_type>percent</discount_type><discount_percent>10</discount_percent><max_redemptions>1</max_redemptions><applies_to_non_plan_charges>true</applies_to_non_plan_charges>';
      expect((await shop.api('POST', '/v2/coupons', `<coupon>${once}</coupon>`)).status).toBe(201);
      const authorize = (account: string) =>
        shop.api(
          'POST',
          '/v2/purchases/authorize',
          `<purchase><account><account_code>${account}</account_code>${cardInfo()}</account><currency>USD</currency><coupon_codes><coupon_code>ONCE</coupon_code></coupon_codes>` +
            '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments></purchase>',
        );
      const authorized = await authorize(fresh('careful'));
      expect(authorized.status, authorized.text).toBe(200);
      const transaction = within(authorized.xml, 'charge_invoice', 'transactions', 'transaction');
      const uuid = textOf(transaction, 'uuid') ?? '';
      expect((await authorize(fresh('second'))).status).toBe(422);
      await shop.events();
      const canceled = {
        kind: 'payment_canceled',
        reference: textOf(transaction, 'reference') ?? '',
        cause: 'expired',
      } as const;
      await shop.report(canceled);
      expect(await shop.events()).toEqual(['void_payment']);
      expect(textOf((await shop.api('GET', `/v2/transactions/${uuid}`)).xml, 'status')).toBe('void');
      const captured = await shop.api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`);
      expect(textOf(captured.xml, 'transaction_error', 'error_code')).toBe('authorization_expired');
      expect((await authorize(fresh('second'))).status).toBe(200);
      await shop.report(canceled);
      expect(await shop.events()).not.toContain('void_payment');
    });

    it('about unknown payments wait a quarter of an hour for them, and are left then', async () => {
      await shop.report({ kind: 'refund_failed', id: 'about nothing', reference: 'unknown', reason: null });
      const waiting = await shop.records().gatewayNotifications.due(9_999_999_999, 10);
      expect(waiting).toHaveLength(1);
      for (let minutes = 0; minutes < 20; minutes += 1) {
        service().clock.advance({ minutes: 1 });
        await service().dueWork();
      }
      expect(await shop.records().gatewayNotifications.due(9_999_999_999, 10)).toEqual([]);
      expect(await shop.records().gatewayNotifications.find(waiting[0]?.id ?? '')).toMatchObject({
        outcome: 'unmatched',
        attempts: 5,
      });
      expect(await shop.records().due.failed(10)).toEqual([]);
    });
  },
  { env: WITH_CREDENTIALS },
);
