import { describe, expect, it } from 'vitest';
import { textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { DECLINING, invoicing } from './invoicing.ts';

onBothEngines('a posted invoice', (service) => {
  const { api, get, put, open, add, post, manual, charge, credits, numberOf, balance, actions, summary, booksClose } =
    invoicing(service);

  describe('whose payment is declined', () => {
    it('stays past due, is collected manually at most once an hour, and is collected at once with a new card', async () => {
      const code = await open('short', DECLINING);
      await add(code, 2500);
      const posted = await post(code);
      expect(posted.status, posted.text).toBe(201);
      expect(textOf(charge(posted), 'state')).toBe('past_due');
      // Three days after the first decline.
      expect(textOf(charge(posted), 'attempt_next_collection_at')).toBe('2026-11-23T12:00:00Z');
      expect(actions(charge(posted))).toEqual(
        expect.arrayContaining(['mark_successful', 'mark_failed', 'force_collect']),
      );
      expect(textOf(await get(`/v2/accounts/${code}`), 'has_past_due_invoice')).toBe('true');

      const number = numberOf(posted);
      const forced = await put(number, 'collect');
      expect(forced.status).toBe(422);
      expect(textOf(forced.xml, 'transaction_error', 'error_code')).toBe('declined_saveable');
      const again = await put(number, 'collect');
      expect([again.status, textOf(again.xml, 'symbol')]).toEqual([400, 'too_many_collection_attempts']);
      service().clock.advance({ hours: 1 });
      expect(textOf((await put(number, 'collect')).xml, 'transaction_error', 'error_code')).toBe('declined_saveable');
      const attempts = (await get(`/v2/invoices/${number}/transactions`))?.children ?? [];
      expect(attempts.map((one) => textOf(one, 'status'))).toEqual(['failed', 'failed', 'failed']);

      const token = await service().token();
      const updated = await api(
        'PUT',
        `/v2/accounts/${code}/billing_info`,
        `<billing_info><token_id>${token}</token_id></billing_info>`,
      );
      expect(updated.status, updated.text).toBe(200);
      await service().dueWork();
      const paid = await get(`/v2/invoices/${number}`);
      expect([textOf(paid, 'state'), textOf(paid, 'recovery_reason')]).toEqual(['paid', 'billing_info_updated']);
      expect(textOf((await put(number, 'collect')).xml, 'symbol')).toBe('unable_to_collect');
      await booksClose(code);
    });

    it('is collected manually from credit first, then by card', async () => {
      const code = await open('debtor', DECLINING);
      await add(code, 2500);
      const number = numberOf(await post(code));
      await add(code, -1000);
      await post(code);
      const card = await service().token();
      // A new name alone does not verify the card, so only a manual collection charges it.
      await api('DELETE', `/v2/accounts/${code}/billing_info`);
      const without = await put(number, 'collect');
      expect(textOf(without.xml, 'transaction_error', 'error_code')).toBe('no_billing_information');
      expect(textOf(await get(`/v2/invoices/${number}`), 'balance_in_cents')).toBe('1500');
      const stored = await api(
        'POST',
        `/v2/accounts/${code}/billing_info`,
        `<billing_info><token_id>${card}</token_id></billing_info>`,
      );
      expect(stored.status, stored.text).toBe(201);
      await service().dueWork();
      expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('paid');
      expect(service().gatewayCalls.at(-1)).toMatchObject({ action: 'purchase', answer: { amount_in_cents: 1500 } });
      await booksClose(code);
    });

    it('is collected with the card of the next purchase', async () => {
      const code = await open('returning', DECLINING);
      await add(code, 600);
      const number = numberOf(await post(code));
      const bought = await api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${await service().token()}</token_id></billing_info></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`,
      );
      expect(bought.status, bought.text).toBe(200);
      await service().dueWork();
      expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('paid');
      await booksClose(code);
    });

    it('is past due without a payment when no card is on file, and is paid when the merchant records a payment', async () => {
      const code = await open('bare');
      await add(code, 800);
      const posted = await post(code);
      expect(textOf(charge(posted), 'state')).toBe('past_due');
      expect(within(charge(posted), 'transactions')?.children).toEqual([]);
      const marked = await put(numberOf(posted), 'mark_successful');
      expect(marked.status, marked.text).toBe(200);
      expect(marked.xml?.name).toBe('invoice');
      expect([textOf(marked.xml, 'state'), textOf(marked.xml, 'balance_in_cents')]).toEqual(['paid', '0']);
      for (const action of ['mark_successful', 'mark_failed', 'collect', 'void']) {
        expect((await put(numberOf(posted), action)).status, action).toBe(action === 'collect' ? 400 : 422);
      }
      await booksClose(code);
    });
  });

  it('is collected within two hours when the process died before collecting it', async () => {
    const code = await open('orphan', '4111111111111111');
    await add(code, 1300);
    service().whileAsked(() => Promise.reject(new Error('the process is gone')));
    expect((await post(code)).status).toBe(500);
    service().whileAsked(async () => {});
    const [left] = (await get(`/v2/accounts/${code}/invoices`))?.children ?? [];
    expect(textOf(left, 'state')).toBe('pending');
    service().clock.advance({ hours: 2 });
    await api('PUT', '/v2/sandbox/clock', '<clock><advance_in_seconds>0</advance_in_seconds></clock>');
    const paid = await get(`/v2/invoices/${textOf(left, 'invoice_number')}`);
    expect([textOf(paid, 'state'), textOf(paid, 'attempt_next_collection_at')]).toEqual(['paid', '']);
    expect(within(paid, 'transactions')?.children).toHaveLength(1);
    await booksClose(code);
  });

  describe('that is written off', () => {
    it('is closed by a credit invoice over the full amount, and payments received do not become credit', async () => {
      const code = await open('lost');
      await add(code, 9788);
      const number = numberOf(await post(code, manual));
      const paid = await api(
        'POST',
        `/v2/invoices/${number}/transactions`,
        '<transaction><payment_method>check</payment_method><amount_in_cents>3000</amount_in_cents></transaction>',
      );
      expect(paid.status, paid.text).toBe(201);
      const failed = await put(number, 'mark_failed');
      expect(failed.status, failed.text).toBe(200);
      expect(textOf(charge(failed), 'state')).toBe('failed');
      const [writeOff] = credits(failed);
      expect(summary(writeOff)).toMatchObject({ state: 'closed', origin: 'write_off', total_in_cents: '-9788' });
      const moved = (within(writeOff, 'credit_payments')?.children ?? []).map((one) => [
        textOf(one, 'action'),
        textOf(one, 'amount_in_cents'),
      ]);
      expect(moved).toEqual([
        ['write_off', '6788'],
        ['reduction', '3000'],
      ]);
      expect(await balance(code)).toBe(0);
      await booksClose(code);
      expect((await put(number, 'mark_successful')).status).toBe(422);
    });

    it('uses credit of the account first, and keeps what credit has paid', async () => {
      const code = await open('kept');
      await add(code, -2000);
      const credit = textOf(credits(await post(code))[0], 'invoice_number');
      await add(code, 5000);
      const number = numberOf(await post(code, manual));
      expect(await balance(code)).toBe(3000);
      await add(code, -500);
      await post(code);
      const failed = await put(number, 'mark_failed');
      expect(textOf(charge(failed), 'state')).toBe('failed');
      const [writeOff] = credits(failed);
      const moved = (within(writeOff, 'credit_payments')?.children ?? []).map((one) =>
        ['action', 'amount_in_cents'].map((name) => textOf(one, name)).join(' '),
      );
      expect(moved).toEqual(['write_off 2500', 'reduction 2500']);
      expect(await balance(code)).toBe(0);
      expect(textOf(await get(`/v2/invoices/${credit}`), 'state')).toBe('closed');
      await booksClose(code);
    });

    it('is paid instead where credit of the account suffices', async () => {
      const code = await open('covered');
      await add(code, 2000);
      const number = numberOf(await post(code, manual));
      await add(code, -3000);
      await post(code);
      const failed = await put(number, 'mark_failed', { 'X-Api-Version': '2.9' });
      expect([failed.status, failed.xml?.name, textOf(failed.xml, 'state')]).toEqual([200, 'invoice', 'collected']);
      expect(await balance(code)).toBe(-1000);
      await booksClose(code);
    });
  });

  describe('with a credit balance', () => {
    it('is voided while unused, and closed once part of it was used', async () => {
      const code = await open('generous');
      await add(code, -2000);
      const first = textOf(credits(await post(code))[0], 'invoice_number');
      const voided = await put(first, 'void');
      expect(voided.status, voided.text).toBe(200);
      expect([textOf(voided.xml, 'state'), textOf(voided.xml, 'balance_in_cents')]).toEqual(['voided', '0']);
      expect(textOf((await put(first, 'void')).xml, 'symbol')).toBe('invoice_not_voidable');

      await add(code, -2000);
      const second = textOf(credits(await post(code))[0], 'invoice_number');
      await add(code, 500);
      await post(code, manual);
      expect(await balance(code)).toBe(-1500);
      const closed = await put(second, 'void');
      expect(textOf(closed.xml, 'state')).toBe('closed');
      expect(await balance(code)).toBe(0);
      expect((await put(second, 'void', { 'X-Api-Version': '2.9' })).status).toBe(400);
      await booksClose(code);
    });
  });

  describe('of a closed account', () => {
    it('is written off, and the account’s subscriptions end', async () => {
      const code = await open('leaver', '4111111111111111');
      const bought = await api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code></account><currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription><subscription><plan_code>tideline-trial</plan_code><starts_at>2031-01-01</starts_at></subscription></subscriptions></purchase>`,
      );
      expect(bought.status, bought.text).toBe(200);
      await add(code, 3000);
      const number = numberOf(await post(code, manual));
      await add(code, 400);

      expect((await api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
      expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('failed');
      expect(await balance(code)).toBe(0);
      const subscriptions = (await get(`/v2/accounts/${code}/subscriptions`))?.children ?? [];
      expect(subscriptions.map((one) => textOf(one, 'state'))).toEqual(['canceled']);
      expect(textOf(subscriptions[0], 'expires_at')).toBe(textOf(subscriptions[0], 'current_period_ends_at'));
      const waiting = (await get(`/v2/accounts/${code}/adjustments?state=pending`))?.children ?? [];
      expect(waiting.map((one) => textOf(one, 'unit_amount_in_cents'))).toEqual(['400']);
      expect(textOf((await post(code)).xml, 'symbol')).toBe('account_closed');
      expect((await api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
      await booksClose(code);
    });
  });
});
