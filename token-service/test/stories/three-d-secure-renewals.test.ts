import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { actionOf, CHALLENGED, CHALLENGED_LATER, customerOf, V21 } from './challenging.ts';
import { openDunningShop } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

const NAMES = ['state', 'recovery_reason', 'attempt_next_collection_at'] as const;

/** Renewals that the bank wants the customer to confirm, who is not there. */
onBothEngines('the renewal of a card that has to be confirmed', (service) => {
  const shop = async () => {
    const opened = await openDunningShop(service());
    const mails = async () => {
      await service().service.mail?.idle();
      const messages = await opened.records().outbox.list({ status: 'kept' }, 100);
      return messages
        .toReversed()
        .map(({ kind, payload }) => `${kind} ${(payload as { final?: boolean }).final ?? ''}`);
    };
    return { ...opened, mails, customer: customerOf(service, opened.site.subdomain) };
  };
  const subscriber = async (opened: Awaited<ReturnType<typeof shop>>) => {
    const code = await opened.account(`<email>ada@example.com</email>${cardInfo()}`);
    const uuid = await opened.subscribe(code, await opened.plan());
    await opened.pays(code, CHALLENGED_LATER);
    await opened.travel('2027-03-01T00:00:00Z');
    return { code, uuid };
  };

  it('is past due without a retry; the customer is asked to confirm it, and pays', async () => {
    const opened = await shop();
    const { latest, events, failures, number, mails, customer, show, travel } = opened;
    const { code, uuid } = await subscriber(opened);
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '']);
    expect((await events(code)).slice(-3)).toEqual([
      '2027-03-01 failed_payment',
      '2027-03-01 past_due_charge_invoice',
      '2027-03-01 new_dunning_event 1',
    ]);
    await travel('2027-03-10T00:00:00Z');
    expect(await failures(code)).toEqual(['2027-03-01']);
    expect((await mails()).slice(-3)).toEqual(Array(3).fill('payment_confirmation false'));
    expect(await show(uuid, 'state')).toEqual(['active']);

    const invoice = await number(code);
    const begun = await customer.payInvoice(invoice);
    if (begun.outcome !== 'challenged') throw new Error(begun.outcome);
    // A reload continues the same challenge.
    expect(await customer.payInvoice(invoice)).toEqual(begun);
    const result = await customer.confirm(begun.action_token_id);
    expect(await customer.payInvoice(invoice, result)).toEqual({ outcome: 'paid' });
    expect(await latest(code, ...NAMES)).toEqual(['paid', 'customer_confirmed', '']);
    await expect(customer.payInvoice(invoice, result)).rejects.toMatchObject({ symbol: 'token_invalid' });
    await expect(customer.payInvoice(invoice)).rejects.toMatchObject({ symbol: 'unable_to_collect' });
    await travel('2027-03-31T00:00:00Z');
    expect(await show(uuid, 'state')).toEqual(['active']);
    // For the sale and for the renewal.
    expect((await mails()).filter((kind) => kind === 'receipt ')).toHaveLength(2);
  });

  it('ends with dunning when the customer does not confirm it', async () => {
    const opened = await shop();
    const { latest, failures, mails, show, travel } = opened;
    const { code, uuid } = await subscriber(opened);
    await travel('2027-03-29T00:00:00Z');
    expect(await failures(code)).toEqual(['2027-03-01']);
    expect(await latest(code, 'state')).toEqual(['failed']);
    expect(await show(uuid, 'state')).toEqual(['expired']);
    expect((await mails()).filter((kind) => kind.startsWith('payment_'))).toEqual([
      'payment_method_changed ',
      ...Array(5).fill('payment_confirmation false'),
      // The invoice is written off: nothing can be confirmed any more.
      'payment_failed true',
    ]);
  });

  it('can be refused, begun again, and paid with another card', async () => {
    const opened = await shop();
    const { latest, number, customer, pays } = opened;
    const { code } = await subscriber(opened);
    const invoice = await number(code);
    const first = await customer.payInvoice(invoice);
    if (first.outcome !== 'challenged') throw new Error(first.outcome);
    await customer.decide(first.action_token_id, 'refuse');
    await expect(customer.finish(first.action_token_id)).rejects.toMatchObject({ symbol: 'three_d_secure_failed' });
    const second = await customer.payInvoice(invoice);
    expect(second).toMatchObject({ outcome: 'challenged' });
    expect(second).not.toEqual(first);
    await pays(code, '4111111111111111');
    expect(await latest(code, ...NAMES)).toEqual(['paid', 'billing_info_updated', '']);
    if (second.outcome !== 'challenged') return;
    const late = await customer.confirm(second.action_token_id);
    await expect(customer.payInvoice(invoice, late)).rejects.toMatchObject({ symbol: 'unable_to_collect' });
  });

  it('begins a bounded number of challenges in an hour', async () => {
    const opened = await shop();
    const { code } = await subscriber(opened);
    const invoice = await opened.number(code);
    const begin = async () => {
      const begun = await opened.customer.payInvoice(invoice);
      if (begun.outcome !== 'challenged') throw new Error(begun.outcome);
      await opened.customer.decide(begun.action_token_id, 'refuse');
      await opened.customer.finish(begun.action_token_id).catch(() => {});
    };
    // The renewal itself was the first of ten.
    for (let attempt = 0; attempt < 9; attempt += 1) await begin();
    await expect(begin()).rejects.toMatchObject({ symbol: 'too_many_collection_attempts' });
    await opened.travel('2027-03-01T01:00:01Z');
    await begin();
  });

  it('needs no confirmation for a card that was confirmed at the sale', async () => {
    const opened = await shop();
    const { api, customer, travel, invoices } = opened;
    const code = await opened.account('');
    const plan = await opened.plan();
    const subscribe = (result = '') =>
      api(
        'POST',
        '/v2/subscriptions',
        `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><account><account_code>${code}</account_code>` +
          (result
            ? `<billing_info><three_d_secure_action_result_token_id>${result}</three_d_secure_action_result_token_id></billing_info>`
            : cardInfo(CHALLENGED)) +
          '</account></subscription>',
        V21,
      );
    const created = await subscribe(await customer.confirm(actionOf(await subscribe())));
    expect(created.status, created.text).toBe(201);
    await travel('2027-04-01T00:00:00Z');
    expect(await invoices(code)).toEqual([
      '2027-02-01T00:00:00Z purchase paid 3000',
      '2027-03-01T00:00:00Z renewal paid 3000',
      '2027-04-01T00:00:00Z renewal paid 3000',
    ]);
    expect(textOf((await api('GET', `/v2/accounts/${code}/billing_info`)).xml, 'last_four')).toBe('3220');
  });

  it('and a payment that was not confirmed within a day are canceled at the gateway, and nothing stays behind', async () => {
    const opened = await shop();
    const { api, customer, travel, records } = opened;
    const code = await opened.account('');
    const buy = (billing: string) =>
      api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code>${billing}</account><currency>USD</currency>` +
          '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments></purchase>',
        V21,
      );
    const waiting = actionOf(await buy(cardInfo(CHALLENGED)));
    const confirmed = actionOf(await buy(cardInfo(CHALLENGED)));
    const result = await customer.confirm(confirmed);
    const canceled = () => service().gatewayCalls.filter(({ action }) => action === 'void').length;
    const before = canceled();
    await travel('2027-02-01T23:59:59Z');
    expect(await customer.state(waiting)).toBe('waiting');
    await travel('2027-02-02T00:00:00Z');
    for (const id of [waiting, confirmed]) {
      await expect(customer.state(id)).rejects.toMatchObject({ symbol: 'not_found' });
      expect(await records().paymentActions.find(id)).toBeUndefined();
    }
    expect(canceled()).toBe(before + 2);
    const late = await buy(
      `<billing_info><three_d_secure_action_result_token_id>${result}</three_d_secure_action_result_token_id></billing_info>`,
    );
    expect([late.status, textOf(late.xml, 'symbol')]).toEqual([422, 'token_invalid']);
  });
});
