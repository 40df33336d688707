import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { onBothEngines } from './engines.ts';

/** A card that may be stored, and is then declined each time. */
const DECLINING = '4000000000000341';

onBothEngines('an invoice that was posted', (service) => {
  const api = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
    service().api(method, path, body, headers);
  const get = async (path: string) => (await api('GET', path)).xml;
  const put = (number: string | undefined, action: string, headers?: Record<string, string>) =>
    api('PUT', `/v2/invoices/${number}/${action}`, undefined, headers);

  const open = async (name: string, card?: string, inner = ''): Promise<string> => {
    const code = fresh(name);
    const billing = card
      ? `<billing_info><token_id>${await service().token({ number: card })}</token_id></billing_info>`
      : '';
    const opened = await api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code>${inner}${billing}</account>`,
    );
    expect(opened.status, opened.text).toBe(201);
    return code;
  };
  const add = async (code: string, cents: number, currency = 'USD'): Promise<void> => {
    const body = `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><currency>${currency}</currency></adjustment>`;
    expect((await api('POST', `/v2/accounts/${code}/adjustments`, body)).status).toBe(201);
  };
  const post = (code: string, inner?: string, headers?: Record<string, string>) =>
    api(
      'POST',
      `/v2/accounts/${code}/invoices`,
      inner === undefined ? undefined : `<invoice>${inner}</invoice>`,
      headers,
    );
  const manual = '<collection_method>manual</collection_method>';

  type Answer = Awaited<ReturnType<typeof post>>;
  const charge = (answer: Answer) => within(answer.xml, 'charge_invoice');
  const credits = (answer: Answer) => within(answer.xml, 'credit_invoices')?.children ?? [];
  const numberOf = (answer: Answer) => textOf(charge(answer), 'invoice_number');
  const balance = async (code: string) =>
    Number(textOf(within(await get(`/v2/accounts/${code}/balance`), 'balance_in_cents', 'USD')));
  const actions = (invoice: ReturnType<typeof charge>) =>
    (invoice?.children ?? []).filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('name'));
  const summary = (invoice: ReturnType<typeof charge>) =>
    Object.fromEntries(
      ['state', 'subtotal_in_cents', 'discount_in_cents', 'tax_in_cents', 'total_in_cents', 'origin'].map((name) => [
        name,
        textOf(invoice, name),
      ]),
    );

  describe('from what waited on an account', () => {
    it('takes charges and credits apart, pays from credit, then by card, and equals its preview', async () => {
      const place =
        '<address><address1>1 Pier</address1><city>San Francisco</city><state>CA</state><zip>94105</zip><country>US</country></address>';
      const code = await open('poster', '4111111111111111', place);
      await add(code, 5000);
      await add(code, 999);
      await add(code, -1000);
      const preview = await api('POST', `/v2/accounts/${code}/invoices/preview`);
      expect(preview.status, preview.text).toBe(200);
      expect(textOf(charge(preview), 'invoice_number')).toBe('');
      expect(await get(`/v2/accounts/${code}/invoices`)).toMatchObject({ children: [] });

      const posted = await post(code);
      expect(posted.status, posted.text).toBe(201);
      expect(posted.headers.get('location')).toBe(charge(posted)?.attributes.get('href'));
      // 8.75 % of 59.99, less 10.00 of credit.
      expect(summary(charge(posted))).toMatchObject({ state: 'paid', total_in_cents: '6524', tax_in_cents: '525' });
      expect({ ...summary(charge(preview)), state: 'paid' }).toEqual(summary(charge(posted)));
      expect(credits(posted).map(summary)).toEqual(credits(preview).map(summary));
      expect(credits(posted).map((one) => textOf(one, 'state'))).toEqual(['closed']);
      const [payment] = within(charge(posted), 'transactions')?.children ?? [];
      expect(textOf(payment, 'amount_in_cents')).toBe('5524');
      expect(await balance(code)).toBe(0);
      await expectBooksToClose(service(), code);
      expect(textOf((await post(code)).xml, 'symbol')).toBe('will_not_invoice');
    });

    it('does not come about when nothing waits', async () => {
      const code = await open('idle');
      for (const path of ['invoices', 'invoices/preview']) {
        const refused = await api('POST', `/v2/accounts/${code}/${path}`);
        expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'will_not_invoice']);
      }
      expect((await post(fresh('nobody'))).status).toBe(404);
    });

    it('is of one currency, the one that waited longest', async () => {
      const code = await open('traveller', '4111111111111111');
      await add(code, 700, 'EUR');
      await add(code, 300);
      const first = await post(code);
      expect(textOf(charge(first), 'currency')).toBe('EUR');
      expect(textOf(charge(await post(code)), 'currency')).toBe('USD');
      expect((await post(code)).status).toBe(422);
    });

    it('stands on the terms that were sent, and keeps credit alone as credit', async () => {
      const code = await open('guild');
      await add(code, 4000);
      const posted = await post(
        code,
        `${manual}<net_terms>30</net_terms><po_number>PO 9</po_number><customer_notes>Thank you.</customer_notes>`,
      );
      expect(posted.status, posted.text).toBe(201);
      const invoice = charge(posted);
      expect(textOf(invoice, 'state')).toBe('pending');
      expect(textOf(invoice, 'po_number')).toBe('PO 9');
      expect(textOf(invoice, 'customer_notes')).toBe('Thank you.');
      expect(Date.parse(textOf(invoice, 'due_on') ?? '') - Date.parse(textOf(invoice, 'created_at') ?? '')).toBe(
        30 * 86_400_000,
      );

      await add(code, -1500);
      const given = await post(code, '<credit_customer_notes>With our apologies.</credit_customer_notes>');
      expect(charge(given)).toBeUndefined();
      expect(textOf(credits(given)[0], 'customer_notes')).toBe('With our apologies.');
      expect(given.headers.get('location')).toBe(credits(given)[0]?.attributes.get('href'));
      expect(await balance(code)).toBe(2500);
      await expectBooksToClose(service(), code);
      await add(code, 100);
      expect(findings((await post(code, '<collection_method>barter</collection_method>')).xml)).toEqual([
        'invoice.collection_method inclusion',
      ]);
    });

    it('comes about once, however often it is asked for at once or again', async () => {
      const code = await open('eager', '4111111111111111');
      await add(code, 1100);
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(code)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
      await add(code, 1100);
      const key = { 'Idempotency-Key': fresh('posting') };
      const [first, second] = [await post(code, '', key), await post(code, '', key)];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(numberOf(second)).toBe(numberOf(first));
      expect((await get(`/v2/accounts/${code}/invoices`))?.children).toHaveLength(2);
      await expectBooksToClose(service(), code);
    });

    it('is shown to versions before 2.10 as one invoice', async () => {
      const code = await open('old-timer', '4111111111111111');
      await add(code, 1200);
      const old = { 'X-Api-Version': '2.9' };
      const preview = await api('POST', `/v2/accounts/${code}/invoices/preview`, undefined, old);
      expect([preview.xml?.name, textOf(preview.xml, 'state')]).toEqual(['invoice', 'open']);
      const posted = await post(code, undefined, old);
      expect([posted.xml?.name, textOf(posted.xml, 'state')]).toEqual(['invoice', 'collected']);
      expect((await post(code, '<credit_customer_notes/>', old)).status).toBe(400);
    });
  });

  describe('and declined', () => {
    it('stays past due, is collected by force once an hour, and by a new card at once', async () => {
      const code = await open('short', DECLINING);
      await add(code, 2500);
      const posted = await post(code);
      expect(posted.status, posted.text).toBe(201);
      expect(textOf(charge(posted), 'state')).toBe('past_due');
      expect(textOf(charge(posted), 'attempt_next_collection_at')).toBe('');
      expect(actions(charge(posted))).toEqual(
        expect.arrayContaining(['mark_successful', 'mark_failed', 'force_collect']),
      );
      expect(textOf(await get(`/v2/accounts/${code}`), 'has_past_due_invoice')).toBe('true');

      const number = numberOf(posted);
      const forced = await put(number, 'collect');
      expect(forced.status).toBe(422);
      expect(textOf(forced.xml, 'transaction_error', 'error_code')).toBe('declined_saveable');
      const again = await put(number, 'collect');
      expect([again.status, textOf(again.xml, 'symbol')]).toEqual([422, 'collection_rate_limited']);
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
      const paid = await get(`/v2/invoices/${number}`);
      expect([textOf(paid, 'state'), textOf(paid, 'recovery_reason')]).toEqual(['paid', 'billing_info_updated']);
      expect(textOf((await put(number, 'collect')).xml, 'symbol')).toBe('invoice_not_collectible');
      await expectBooksToClose(service(), code);
    });

    it('is collected by force from credit first, then by card', async () => {
      const code = await open('debtor', DECLINING);
      await add(code, 2500);
      const number = numberOf(await post(code));
      await add(code, -1000);
      await post(code);
      const card = await service().token();
      // A name alone does not have the card confirmed, so nothing is collected but by force.
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
      expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('paid');
      expect(service().gatewayCalls.at(-1)).toMatchObject({ action: 'charge', answer: { amount_in_cents: 1500 } });
      await expectBooksToClose(service(), code);
    });

    it('is collected by the card that comes with the next purchase', async () => {
      const code = await open('returning', DECLINING);
      await add(code, 600);
      const number = numberOf(await post(code));
      const bought = await api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${await service().token()}</token_id></billing_info></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`,
      );
      expect(bought.status, bought.text).toBe(200);
      expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('paid');
      await expectBooksToClose(service(), code);
    });

    it('for want of a card is past due without a payment, and paid when the merchant says so', async () => {
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
        expect((await put(numberOf(posted), action)).status, action).toBe(422);
      }
      await expectBooksToClose(service(), code);
    });
  });

  it('that was not collected because the process died is collected within two hours', async () => {
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
    await expectBooksToClose(service(), code);
  });

  describe('that is given up', () => {
    it('is closed by a credit invoice over all of it, and what was paid does not become credit', async () => {
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
      await expectBooksToClose(service(), code);
      expect((await put(number, 'mark_successful')).status).toBe(422);
    });

    it('gives the credit back that paid for it', async () => {
      const code = await open('restored');
      await add(code, -2000);
      const credit = credits(await post(code))[0];
      await add(code, 5000);
      const number = numberOf(await post(code, manual));
      expect(await balance(code)).toBe(3000);
      const failed = await put(number, 'mark_failed', { 'X-Api-Version': '2.9' });
      expect([failed.xml?.name, textOf(failed.xml, 'state')]).toEqual(['invoice', 'failed']);
      expect(await balance(code)).toBe(-2000);
      const source = await get(`/v2/invoices/${textOf(credit, 'invoice_number')}`);
      expect([textOf(source, 'state'), textOf(source, 'balance_in_cents')]).toEqual(['open', '-2000']);
      const [applied] = within(source, 'credit_payments')?.children ?? [];
      expect(textOf(applied, 'voided_at')).not.toBe('');
      await expectBooksToClose(service(), code);
    });
  });

  describe('of credit', () => {
    it('is voided while it is untouched, and closed once part of it was used', async () => {
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
      expect((await put(second, 'void', { 'X-Api-Version': '2.9' })).status).toBe(404);
      await expectBooksToClose(service(), code);
    });
  });

  describe('that is paid by hand', () => {
    const enter = (number: string | undefined, inner: string) =>
      api('POST', `/v2/invoices/${number}/transactions`, `<transaction>${inner}</transaction>`);
    const check = '<payment_method>check</payment_method>';

    it('takes payments until nothing is open, and never more', async () => {
      const code = await open('guild');
      await add(code, 5000);
      const number = numberOf(await post(code, manual));
      const part = await enter(
        number,
        `${check}<amount_in_cents>2000</amount_in_cents><description>Check 17</description><collected_at>2026-11-19</collected_at>`,
      );
      expect(part.status, part.text).toBe(201);
      expect(part.headers.get('location')).toBe(part.xml?.attributes.get('href'));
      expect(textOf(part.xml, 'description')).toBe('Check 17');
      expect(textOf(part.xml, 'collected_at')).toBe('2026-11-19T00:00:00Z');
      expect(textOf(await get(`/v2/invoices/${number}`), 'balance_in_cents')).toBe('3000');
      expect(findings((await enter(number, `${check}<amount_in_cents>3001</amount_in_cents>`)).xml)).toEqual([
        'transaction.amount_in_cents less_than_or_equal_to',
      ]);
      expect(findings((await enter(number, '<payment_method>barter</payment_method>')).xml)).toEqual([
        'transaction.payment_method inclusion',
      ]);
      expect((await enter(number, check)).status).toBe(201);
      const paid = await get(`/v2/invoices/${number}`);
      expect([textOf(paid, 'state'), textOf(paid, 'balance_in_cents')]).toEqual(['paid', '0']);
      expect(textOf((await enter(number, check)).xml, 'symbol')).toBe('invoice_not_pending');
      expect(textOf((await put(number, 'collect')).xml, 'symbol')).toBe('invoice_not_collectible');
      await expectBooksToClose(service(), code);
    });

    it('is not entered for one that is collected automatically', async () => {
      const code = await open('modern', DECLINING);
      await add(code, 700);
      const number = numberOf(await post(code));
      expect(textOf((await enter(number, check)).xml, 'symbol')).toBe('invoice_not_pending');
    });

    it('is past due a day after it was due, unless its terms are changed', async () => {
      const code = await open('slow');
      await add(code, 5000);
      const number = numberOf(await post(code, `${manual}<net_terms>10</net_terms>`));
      const travel = (days: number) =>
        api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);
      await travel(10);
      expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('pending');
      await travel(3);
      const late = await get(`/v2/invoices/${number}`);
      expect(textOf(late, 'state')).toBe('past_due');
      // It happened at its own time, not when the clock arrived.
      expect(Date.parse(textOf(late, 'updated_at') ?? '') - Date.parse(textOf(late, 'due_on') ?? '')).toBe(86_400_000);
      expect(textOf(await get(`/v2/accounts/${code}/balance`), 'past_due')).toBe('true');

      const edited = await api(
        'PUT',
        `/v2/invoices/${number}`,
        '<invoice><net_terms>30</net_terms><po_number>PO 2</po_number><address><address1>2 Quay</address1><country>GB</country></address></invoice>',
      );
      expect(edited.status, edited.text).toBe(200);
      expect([textOf(edited.xml, 'state'), textOf(edited.xml, 'po_number')]).toEqual(['pending', 'PO 2']);
      expect(textOf(edited.xml, 'address', 'address1')).toBe('2 Quay');
      const refused = await api(
        'PUT',
        `/v2/invoices/${number}`,
        '<invoice><total_in_cents>1</total_in_cents></invoice>',
      );
      expect(refused.status).toBe(400);
    });
  });

  describe('when its account is closed', () => {
    it('is given up, with what the account subscribed to', async () => {
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
      await expectBooksToClose(service(), code);
    });
  });

  it('has its own number, without gaps, however many are posted at once', async () => {
    const rich = await Promise.all(Array.from({ length: 25 }, () => open('crowd', '4111111111111111')));
    for (const code of rich) await add(code, 900);
    const before = Number(textOf((await get('/v2/invoices?per_page=1'))?.children[0], 'invoice_number'));
    const purchases = await Promise.all(
      Array.from({ length: 25 }, async (_, n) => ({
        code: fresh('crowd-buyer'),
        // Some of them are declined, and must not take a number.
        token: await service().token({ number: n % 5 === 0 ? '4000000000000002' : '4111111111111111' }),
      })),
    );
    const answers = await Promise.all([
      ...rich.map((code) => post(code)),
      ...purchases.map(({ code, token }) =>
        api(
          'POST',
          '/v2/purchases',
          `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>700</unit_amount_in_cents></adjustment></adjustments></purchase>`,
        ),
      ),
    ]);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    const numbers = answers.flatMap((answer) => numberOf(answer) ?? []).map(Number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, n) => before + 1 + n));
  });
});
