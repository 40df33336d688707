import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('authorizations', (service) => {
  const post = (path: string, inner?: string) =>
    service().api('POST', path, inner === undefined ? undefined : `<purchase>${inner}</purchase>`);
  const get = async (path: string) => (await service().api('GET', path)).xml;
  const card = async (fields = {}) =>
    `<billing_info><token_id>${await service().token(fields)}</token_id></billing_info>`;
  const wanted = (code: string, inner = '', more = '') =>
    `<account><account_code>${code}</account_code>${inner}</account><currency>USD</currency>` +
    '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>' +
    `<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments>${more}`;
  const authorize = async (code: string, more = '') => {
    const answer = await post('/v2/purchases/authorize', wanted(code, await card(), more));
    expect(answer.status, answer.text).toBe(200);
    const transaction = within(answer.xml, 'charge_invoice', 'transactions')?.children[0];
    return { answer, uuid: textOf(transaction, 'uuid') ?? '', transaction };
  };
  const statusOf = async (uuid: string) => textOf(await get(`/v2/transactions/${uuid}`), 'status');
  const reason = (answer: { readonly xml: Parameters<typeof textOf>[0] }) =>
    textOf(answer.xml, 'transaction_error', 'error_code');

  it('authorizes the amount without creating an account or an invoice', async () => {
    const code = fresh('careful');
    const { answer, transaction } = await authorize(code);
    expect(textOf(answer.xml, 'charge_invoice', 'invoice_number')).toBe('');
    expect(textOf(answer.xml, 'charge_invoice', 'total_in_cents')).toBe('3499');
    expect(['action', 'status', 'amount_in_cents'].map((name) => textOf(transaction, name))).toEqual([
      'authorization',
      'success',
      '3499',
    ]);
    expect((await service().api('GET', `/v2/accounts/${code}`)).status).toBe(404);
  });

  it('are rejected when nothing is due now: a trial is purchased directly', async () => {
    const trial = `<account><account_code>${fresh('trier')}</account_code><email>ada@example.com</email>`;
    const inner = `${await card()}</account><currency>USD</currency><subscriptions><subscription><plan_code>tideline-trial</plan_code></subscription></subscriptions>`;
    for (const path of ['/v2/purchases/authorize', '/v2/purchases/pending']) {
      const answer = await post(path, trial + inner);
      expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([422, 'nothing_due']);
    }
    expect((await post('/v2/purchases', trial + inner)).status).toBe(200);
  });

  it('are captured once, at the authorized price', async () => {
    const code = fresh('capturer');
    const { uuid } = await authorize(code, '<coupon_codes><coupon_code>WELCOME5</coupon_code></coupon_codes>');
    const captured = await post(`/v2/purchases/transaction-uuid-${uuid}/capture`);
    expect(captured.status, captured.text).toBe(200);
    const invoice = within(captured.xml, 'charge_invoice');
    expect(['state', 'total_in_cents'].map((name) => textOf(invoice, name))).toEqual(['paid', '2999']);
    expect(textOf(within(invoice, 'transactions')?.children[0], 'uuid')).toBe(uuid);
    expect(textOf(await get(`/v2/accounts/${code}/billing_info`), 'last_four')).toBe('1111');
    expect(textOf(await get(`/v2/accounts/${code}`), 'has_active_subscription')).toBe('true');
    const again = await post(`/v2/purchases/${uuid}/capture`);
    expect([again.status, reason(again)]).toEqual([422, 'authorization_already_captured']);
    expect(service().gatewayCalls.filter(({ action }) => action === 'capture')).toHaveLength(1);
  });

  it('are captured for an account created in the meantime', async () => {
    const code = fresh('meanwhile');
    const { uuid } = await authorize(code);
    await service().api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    const captured = await post(`/v2/purchases/${uuid}/capture`);
    expect(captured.status, captured.text).toBe(200);
    expect((await get(`/v2/accounts/${code}/invoices`))?.children).toHaveLength(1);
  });

  it('release reserved coupons and gift cards when canceled, and can no longer be captured', async () => {
    const gift = '<gift_card><redemption_code>DEMOGIFTUSD00020</redemption_code></gift_card>';
    const { uuid } = await authorize(fresh('fickle'), gift);
    const taken = await post('/v2/purchases/preview', wanted(fresh('other'), '', gift));
    expect(findings(taken.xml)).toEqual(['purchase.gift_card.redemption_code invalid']);
    const canceled = await post(`/v2/purchases/transaction-uuid-${uuid}/cancel`);
    expect(canceled.status, canceled.text).toBe(200);
    expect(await statusOf(uuid)).toBe('void');
    expect((await post('/v2/purchases/preview', wanted(fresh('other'), '', gift))).status).toBe(200);
    expect(reason(await post(`/v2/purchases/${uuid}/capture`))).toBe('authorization_expired');
  });

  it('expire after seven days', async () => {
    const { uuid } = await authorize(fresh('slow'));
    service().clock.advance({ days: 7 });
    expect(reason(await post(`/v2/purchases/${uuid}/capture`))).toBe('authorization_expired');
  });

  it('rejects an authorization or a capture of zero', async () => {
    const manual = await post('/v2/purchases/authorize', wanted(fresh('poor')));
    expect(reason(manual)).toBe('no_billing_information');
    const nothing = await post('/v2/purchases/transaction-uuid-0000/capture');
    expect([nothing.status, textOf(nothing.xml, 'description')]).toEqual([
      404,
      "Couldn't find Transaction with uuid = 0000",
    ]);
  });

  describe('priced with the account’s balance', () => {
    const charge = (cents: number) =>
      `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments>`;
    const bare = (code: string, inner: string, more = '') =>
      `<account><account_code>${code}</account_code>${inner}</account><currency>USD</currency>${more}`;
    /** An account with a card on file and one pending item: a charge, or a credit when the amount is negative. */
    const openWith = async (cents: number) => {
      const code = fresh('holder');
      await service().api(
        'POST',
        '/v2/accounts',
        `<account><account_code>${code}</account_code>${await card()}</account>`,
      );
      const body = `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><currency>USD</currency></adjustment>`;
      expect((await service().api('POST', `/v2/accounts/${code}/adjustments`, body)).status).toBe(201);
      return code;
    };
    const authorizeMore = async (code: string, path = 'authorize', inner = '') => {
      const answer = await post(`/v2/purchases/${path}`, bare(code, inner, charge(3000)));
      expect(answer.status, answer.text).toBe(200);
      const transaction = within(answer.xml, 'charge_invoice', 'transactions')?.children[0];
      return { uuid: textOf(transaction, 'uuid') ?? '', amount: textOf(transaction, 'amount_in_cents') };
    };
    /**
     * Attempts a capture after the account has bought something else: the service refuses it without calling the
     * gateway, and the authorization remains until it is canceled.
     */
    const isOutdated = async (code: string, uuid: string) => {
      const before = service().gatewayCalls.length;
      const refused = await post(`/v2/purchases/${uuid}/capture`);
      expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'authorization_outdated']);
      expect(textOf(refused.xml, 'description')).toContain('Cancel the authorization and purchase again.');
      expect(service().gatewayCalls).toHaveLength(before);
      expect(await statusOf(uuid)).not.toBe('void');
      expect((await post(`/v2/purchases/${uuid}/cancel`)).status).toBe(200);
      expect(await statusOf(uuid)).toBe('void');
      expect((await post('/v2/purchases', bare(code, '', charge(3000)))).status).toBe(200);
      await expectBooksToClose(service(), code);
    };

    it('are captured while that balance is unchanged', async () => {
      const code = await openWith(-2000);
      expect((await service().api('POST', `/v2/accounts/${code}/invoices`)).status).toBe(201);
      const { uuid, amount } = await authorizeMore(code);
      expect(amount).toBe('1000');
      const captured = await post(`/v2/purchases/${uuid}/capture`);
      expect(captured.status, captured.text).toBe(200);
      expect(textOf(captured.xml, 'charge_invoice', 'state')).toBe('paid');
      await expectBooksToClose(service(), code);
    });

    it('are refused when the credit was used elsewhere', async () => {
      const code = await openWith(-2000);
      expect((await service().api('POST', `/v2/accounts/${code}/invoices`)).status).toBe(201);
      const { uuid } = await authorizeMore(code);
      expect((await post('/v2/purchases', bare(code, '', charge(500)))).status).toBe(200);
      await isOutdated(code, uuid);
    });

    it('are refused when a pending charge was invoiced elsewhere', async () => {
      const code = await openWith(700);
      const { uuid, amount } = await authorizeMore(code);
      expect(amount).toBe('3700');
      expect((await service().api('POST', `/v2/accounts/${code}/invoices`)).status).toBe(201);
      await isOutdated(code, uuid);
    });

    it('are refused when pending on a bank page and the credit was used elsewhere', async () => {
      const code = await openWith(-2000);
      const { uuid } = await authorizeMore(code, 'pending', '<email>ada@example.com</email>');
      expect((await service().api('POST', `/v2/accounts/${code}/invoices`)).status).toBe(201);
      await isOutdated(code, uuid);
    });
  });

  describe('pending on a bank page', () => {
    it('require an email address and are captured when the payment arrives', async () => {
      const code = fresh('awaited');
      expect(findings((await post('/v2/purchases/pending', wanted(code))).xml)).toEqual([
        'purchase.account.email blank',
      ]);
      const before = service().gatewayCalls.length;
      const answer = await post('/v2/purchases/pending', wanted(code, '<email>ada@example.com</email>'));
      expect(answer.status, answer.text).toBe(200);
      const transaction = within(answer.xml, 'charge_invoice', 'transactions')?.children[0];
      expect(textOf(transaction, 'status')).toBe('pending');
      const captured = await post(`/v2/purchases/${textOf(transaction, 'uuid')}/capture`);
      expect(textOf(captured.xml, 'charge_invoice', 'state'), captured.text).toBe('paid');
      expect(service().gatewayCalls).toHaveLength(before);
    });

    it('send email to the address on file when none is sent, and none after it was cleared', async () => {
      const code = fresh('filed');
      await service().api(
        'POST',
        '/v2/accounts',
        `<account><account_code>${code}</account_code><email>ada@example.com</email></account>`,
      );
      expect((await post('/v2/purchases/pending', wanted(code))).status).toBe(200);
      expect(findings((await post('/v2/purchases/pending', wanted(code, '<email></email>'))).xml)).toEqual([
        'purchase.account.email blank',
      ]);
    });

    it('are created when a request names a bank page instead of a card', async () => {
      const before = service().gatewayCalls.length;
      const named =
        '<email>ada@example.com</email><billing_info><external_hpp_type>bank</external_hpp_type></billing_info>';
      const answer = await post('/v2/purchases/authorize', wanted(fresh('paged'), named));
      expect(answer.status, answer.text).toBe(200);
      const transaction = within(answer.xml, 'charge_invoice', 'transactions')?.children[0];
      expect(textOf(transaction, 'status')).toBe('pending');
      const captured = await post(`/v2/purchases/${textOf(transaction, 'uuid')}/capture`);
      expect(textOf(captured.xml, 'charge_invoice', 'state'), captured.text).toBe('paid');
      expect(service().gatewayCalls).toHaveLength(before);
    });

    it('may name the bank page explicitly, which other purchases reject', async () => {
      const named =
        '<email>ada@example.com</email><billing_info><external_hpp_type>bank</external_hpp_type></billing_info>';
      expect((await post('/v2/purchases/pending', wanted(fresh('paged'), named))).status).toBe(200);
      expect(findings((await post('/v2/purchases', wanted(fresh('paged'), named))).xml)).toEqual([
        'purchase.account.billing_info.number blank',
      ]);
    });
  });

  it('are voided once the site clock has moved seven days ahead, releasing what they reserved', async () => {
    const gift = '<gift_card><redemption_code>DEMOGIFTUSD00020</redemption_code></gift_card>';
    const { uuid, transaction } = await authorize(fresh('traveller'), gift);
    const travelled = '<clock><advance_in_seconds>864000</advance_in_seconds></clock>';
    expect((await service().api('PUT', '/v2/sandbox/clock', travelled)).status).toBe(200);
    const voided = await get(`/v2/transactions/${uuid}`);
    expect(textOf(voided, 'status')).toBe('void');
    // Voided at its own due time, not at the time the clock was moved to.
    const days = Date.parse(textOf(voided, 'updated_at') ?? '') - Date.parse(textOf(transaction, 'created_at') ?? '');
    expect(days / 86_400_000).toBe(7);
    expect((await post('/v2/purchases/preview', wanted(fresh('other'), '', gift))).status).toBe(200);
  });
});
