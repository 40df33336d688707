import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf, CALIFORNIA, charges, hrefOf, listed, shopOf } from './refund-shop.ts';

onBothEngines('refunds', (service) => {
  const { api, get, buy, again, nextDay, booksClose } = shopOf(service);

  describe('of a transaction', () => {
    it('void an unsettled transaction in full', async () => {
      const code = fresh('undone');
      const invoice = await buy(code, charges([4000]));
      const payment = listed(invoice, 'transactions')[0];
      expect(actionsOf(payment)).toEqual(['refund']);
      const answer = await api('DELETE', hrefOf(payment));
      expect(answer.status, answer.text).toBe(202);
      expect(answer.headers.get('location')).toBe(payment?.attributes.get('href'));
      expect([answer.xml?.name, textOf(answer.xml, 'status')]).toEqual(['transaction', 'void']);
      expect(textOf((await api('DELETE', hrefOf(payment))).xml, 'symbol')).toBe('invalid_transaction');
      await booksClose(code);
    });

    it('refund a settled transaction in parts up to its amount, and then remove the refund link', async () => {
      const code = fresh('parts');
      const invoice = await buy(code, charges([4000]), CALIFORNIA);
      const payment = listed(invoice, 'transactions')[0];
      const part = (of: number | string) => api('DELETE', `${hrefOf(payment)}?amount_in_cents=${of}`);
      const first = await part(1000);
      expect(first.status, first.text).toBe(202);
      expect(['action', 'amount_in_cents', 'tax_in_cents'].map((name) => textOf(first.xml, name))).toEqual([
        'refund',
        '1000',
        // 8.75 % in 10.00: 80.46.
        '80',
      ]);
      expect(first.headers.get('location')).toBe(first.xml?.attributes.get('href'));
      const now = await get(hrefOf(payment));
      expect(['voidable', 'refundable'].map((name) => textOf(now, name))).toEqual(['false', 'true']);
      expect(findings((await part(3351)).xml)).toEqual(['transaction.amount_in_cents less_than_or_equal_to']);
      expect(findings((await part('all')).xml)).toEqual(['transaction.amount_in_cents not_a_number']);
      expect((await part(3350)).status).toBe(202);
      expect(actionsOf(await get(hrefOf(payment)))).toEqual([]);
      expect(actionsOf(await again(invoice))).not.toContain('refund');
      await booksClose(code);
    });

    it('void an authorization', async () => {
      const code = fresh('aside');
      const account = `<account><account_code>${code}</account_code><billing_info><token_id>${await service().token()}</token_id></billing_info></account>`;
      const wanted = `<purchase>${account}<currency>USD</currency>${charges([4000])}</purchase>`;
      expect((await api('POST', '/v2/purchases/authorize', wanted)).status).toBe(200);
      const listing = '/v2/transactions?type=authorization&per_page=1';
      const aside = (await get(listing))?.children[0];
      nextDay();
      expect(actionsOf(await get(hrefOf(aside)))).toEqual(['refund']);
      const answer = await api('DELETE', hrefOf(aside));
      expect([answer.status, textOf(answer.xml, 'status')], answer.text).toEqual([202, 'void']);
      expect(actionsOf(answer.xml)).toEqual([]);
      expect(textOf((await api('DELETE', hrefOf(aside))).xml, 'symbol')).toBe('invalid_transaction');
    });

    it('are rejected for an unknown transaction or one that moved no money', async () => {
      const code = fresh('verify');
      await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
      const info = `<billing_info><token_id>${await service().token()}</token_id></billing_info>`;
      await api('PUT', `/v2/accounts/${code}/billing_info`, info);
      const check = (await get(`/v2/accounts/${code}/transactions`))?.children[0];
      expect(actionsOf(check)).toEqual([]);
      expect(textOf((await api('DELETE', hrefOf(check))).xml, 'symbol')).toBe('invalid_transaction');
      expect((await api('DELETE', '/v2/transactions/0123456789abcdef0123456789abcdef')).status).toBe(404);
    });
  });
});
