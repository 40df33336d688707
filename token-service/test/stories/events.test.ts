import { expect, it } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

/** The events of each operation, in order. Each is recorded in the transaction that caused it. */
onBothEngines('events', (service) => {
  const records = () => service().service.opened.storage;
  const demo = async () => {
    const site = await service().service.opened.sites.find('demo');
    if (!site) throw new Error('no demo site');
    return site.id;
  };
  /** Runs an operation and returns the types of the events it caused. */
  const caused = async (operation: () => Promise<unknown>) => {
    const site = await demo();
    const all = async () => (await records().of(site).events.after(undefined, 10_000)) ?? [];
    const before = (await all()).length;
    await operation();
    return (await all()).slice(before);
  };
  const types = async (operation: () => Promise<unknown>) => (await caused(operation)).map(({ type }) => type);

  const purchase = async (code: string, what: string, card: Record<string, string> = {}) =>
    service().api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code><email>ada@shop.example</email><billing_info><token_id>${await service().token(card)}</token_id></billing_info></account><currency>USD</currency>${what}</purchase>`,
    );
  const MUG = '<adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents></adjustment></adjustments>';
  const PLAN = '<subscriptions><subscription><plan_code>tideline-monthly</plan_code></subscription></subscriptions>';
  const plan = async () => {
    const listed = (await service().api('GET', '/v2/plans?order=asc')).xml?.children ?? [];
    const free = listed.find((one) => textOf(one, 'trial_interval_length') === '0');
    return PLAN.replace('tideline-monthly', textOf(free, 'plan_code') ?? '');
  };

  it('of a purchase by a new account name the customer, the items and the payment', async () => {
    const code = fresh('buyer');
    const sold = await caused(async () => {
      const bought = await purchase(code, await plan());
      expect(bought.status, bought.text).toBe(200);
    });
    expect(sold.map(({ type }) => type)).toEqual([
      'new_account',
      'billing_info_updated',
      'new_subscription',
      'new_charge_invoice',
      'successful_payment',
      'paid_charge_invoice',
    ]);
    const [account, , subscription, , , invoice] = sold.map(({ event }) => event);
    expect(account).toMatchObject({ account: { account_code: code, email: 'ada@shop.example' } });
    if (!subscription || !('subscription' in subscription) || !invoice || !('invoice' in invoice)) throw new Error();
    expect(invoice.invoice).toMatchObject({ state: 'paid', balance_in_cents: 0 });
    expect(invoice.subscription_ids).toEqual([subscription.subscription.uuid]);
    expect(new Set(sold.map(({ correlation }) => correlation)).size).toBe(1);
    expect(JSON.stringify(sold)).not.toContain('hosted_login_token');
  });

  it('of an invoice and of its payment, with the mail about both, lead to the request that made the invoice', async () => {
    const code = fresh('charged');
    await purchase(code, MUG);
    await service().api(
      'POST',
      `/v2/accounts/${code}/adjustments`,
      '<adjustment><unit_amount_in_cents>500</unit_amount_in_cents><currency>USD</currency></adjustment>',
    );
    const id = fresh('request');
    const events = await caused(async () => {
      const made = await service().api('POST', `/v2/accounts/${code}/invoices`, '<invoice/>', { 'X-Request-Id': id });
      expect(made.status, made.text).toBe(201);
    });
    expect(events.map(({ type, correlation }) => [type, correlation])).toEqual([
      ['new_charge_invoice', id],
      ['successful_payment', id],
      ['paid_charge_invoice', id],
    ]);
    const account = events[0]?.account_id ?? '';
    const mail = await records()
      .of(await demo())
      .outbox.list({ account_id: account }, 2);
    expect(mail.map(({ kind, correlation }) => [kind, correlation])).toEqual([
      ['receipt', id],
      ['order_confirmation', id],
    ]);
  });

  it('of a declined purchase report only the failed payment, for the requested account', async () => {
    const code = fresh('declined');
    const events = await caused(async () => {
      const declined = await purchase(code, MUG, { number: '4000 0000 0000 0002' });
      expect(declined.status, declined.text).toBe(422);
    });
    expect(events.map(({ type, event }) => [type, 'account' in event && event.account.account_code])).toEqual([
      ['failed_payment', code],
    ]);
  });

  it('of a capture report the payment, and the receipt names its card', async () => {
    const code = fresh('careful');
    const authorized = await service().api(
      'POST',
      '/v2/purchases/authorize',
      `<purchase><account><account_code>${code}</account_code><email>${code}@shop.example</email><billing_info><token_id>${await service().token()}</token_id></billing_info></account><currency>USD</currency>${MUG}</purchase>`,
    );
    const uuid = textOf(within(authorized.xml, 'charge_invoice', 'transactions')?.children[0], 'uuid');
    const happened = await types(async () => {
      const captured = await service().api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`);
      expect(captured.status, captured.text).toBe(200);
    });
    expect(happened).toEqual([
      'new_account',
      'billing_info_updated',
      'new_charge_invoice',
      'successful_payment',
      'paid_charge_invoice',
    ]);
    const { outbox } = records().of(await demo());
    const receipt = (await outbox.list({}, 20)).find(
      ({ kind, recipient }) => kind === 'receipt' && recipient === `${code}@shop.example`,
    );
    expect(receipt?.payload).toMatchObject({ method: { last_four: '1111' } });
  });

  it('of a refund report the credit invoice, the refund transaction and the closed credit invoice', async () => {
    const bought = await purchase(fresh('refunded'), MUG);
    const number = textOf(within(bought.xml, 'charge_invoice'), 'invoice_number');
    const happened = await types(async () => {
      const refunded = await service().api(
        'POST',
        `/v2/invoices/${number}/refund`,
        '<invoice><amount_in_cents>1500</amount_in_cents></invoice>',
      );
      expect(refunded.status, refunded.text).toBe(201);
    });
    expect(happened).toContain('new_credit_invoice');
    expect(happened.at(-1)).toBe('closed_credit_invoice');
    expect(happened.some((type) => type === 'void_payment' || type === 'successful_refund')).toBe(true);
  });

  it('of closing an account start with the cancellation of its subscriptions', async () => {
    const code = fresh('closing');
    await purchase(code, await plan());
    expect(
      await types(async () => {
        expect((await service().api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
      }),
    ).toEqual(['canceled_subscription', 'canceled_account']);
  });

  it('report changes, and nothing for a request without changes', async () => {
    const code = fresh('edited');
    const create = `<account><account_code>${code}</account_code></account>`;
    expect(await types(() => service().api('POST', '/v2/accounts', create))).toEqual(['new_account']);
    const rename = '<account><first_name>Grace</first_name></account>';
    expect(await types(() => service().api('PUT', `/v2/accounts/${code}`, rename))).toEqual(['updated_account']);
    expect(await types(() => service().api('PUT', `/v2/accounts/${code}`, rename))).toEqual([]);
    expect(await types(() => service().api('POST', '/v2/accounts', create))).toEqual([]);
  });

  it('of a gift card report its purchase, and its redemption reports the credit', async () => {
    const [card] = (await service().api('GET', '/v2/gift_cards?order=asc')).xml?.children ?? [];
    const code = fresh('gifted');
    await service().api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    expect(
      await types(async () => {
        const redeemed = await service().api(
          'POST',
          `/v2/gift_cards/${textOf(card, 'redemption_code')}/redeem`,
          `<recipient_account><account_code>${code}</account_code></recipient_account>`,
        );
        expect(redeemed.status, redeemed.text).toBe(201);
      }),
    ).toEqual(['redeemed_gift_card', 'new_credit_invoice', 'open_credit_invoice']);
  });
});
