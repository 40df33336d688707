import type { Lookup, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { FollowUpRequest, Gateways, LookupRequest } from '@service/billing/ports/gateway.ts';
import type { RefundInput } from '@service/billing/resources/refund.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { refundInvoice } from '@service/billing/usecases/refunds/refund-invoice.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { onBothEngines } from './engines.ts';

/** Cases without a sandbox card number: gateways that do not respond, and refunds over several payments. */
onBothEngines('refunds at an unreliable gateway', (service) => {
  const get = async (path: string) => (await service().api('GET', path)).xml;

  const buy = async (cents: number) => {
    const code = fresh('troubled');
    const info = `<billing_info><token_id>${await service().token()}</token_id></billing_info>`;
    const sold = await service().api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code>${info}</account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
    expect(sold.status, sold.text).toBe(200);
    return { code, number: textOf(within(sold.xml, 'charge_invoice'), 'invoice_number') ?? '' };
  };

  const answer = (outcome: PaymentResult['outcome'], amount_in_cents: number): PaymentResult => ({
    reference: 'trouble',
    message: null,
    cvv: null,
    avs: null,
    avs_street: null,
    avs_postal: null,
    amount_in_cents,
    gateway_type: 'test',
    test: true,
    ...(outcome === 'succeeded' || outcome === 'pending'
      ? { outcome, approval_code: 'OK', method_reference: '', network_transaction_id: null }
      : {
          outcome: outcome === 'unknown' ? outcome : ('declined' as const),
          error_code: outcome === 'unknown' ? 'gateway_timeout' : 'declined',
          error_category: outcome === 'unknown' ? ('communication' as const) : ('soft' as const),
          network_advice: null,
          gateway_error_code: null,
        }),
  });

  /** Outcomes of look-ups, in order; then `not_found`. */
  const found: Lookup[] = [];
  /** A gateway that answers refunds with the given outcomes in order, and records the keys of refunds and look-ups. */
  const answering = (...outcomes: readonly PaymentResult['outcome'][]) => {
    const keys: string[] = [];
    const refund = async ({ key, amount_in_cents }: FollowUpRequest): Promise<PaymentResult> =>
      answer(outcomes[keys.push(key) - 1] ?? 'succeeded', amount_in_cents);
    const looked: string[] = [];
    const lookup = async (request: LookupRequest): Promise<Lookup> => {
      looked.push('key' in request ? request.key : request.reference);
      return found.shift() ?? { outcome: 'not_found' };
    };
    return { keys, looked, gateways: { refund, lookup } as unknown as Gateways };
  };
  const world = () => openWorld(service().clock);
  const storage = () => withEvents(service().service.opened.storage, world());
  const demo = async (): Promise<Caller> => {
    const site = await service().service.opened.sites.find('demo');
    if (!site) throw new Error('no demo site');
    return { site, actor: 'key:trouble', at: siteTime(site, service().clock), correlation: 'trouble' };
  };
  const refund = async (number: string, gateways: Gateways, value: RefundInput) => {
    const paying = { storage: storage(), gateways, world: world() };
    return refundInvoice({ ...paying, intents: intentsOf(paying) })(await demo(), number, { value, issues: [] });
  };

  it('are retried with the same key until the gateway reports an outcome', async () => {
    const { code, number } = await buy(4000);
    const { gateways, keys } = answering('unknown', 'unknown', 'succeeded');
    const first = await refund(number, gateways, { amount_in_cents: 1000 });
    expect(first).toMatchObject({ outcome: 'declined', error_code: 'gateway_timeout', underWay: true });
    const refunds = async () => (await get(`/v2/accounts/${code}/transactions?type=refund`))?.children ?? [];
    expect((await refunds()).map((one) => textOf(one, 'status'))).toEqual(['failed']);
    expect(textOf(await get(`/v2/invoices/${number}`), 'refundable_total_in_cents')).toBe('4000');

    const { endAbandoned: settle } = intentsOf({ storage: storage(), gateways, world: world() });
    for (const statuses of [['failed'], ['success']]) {
      expect(await settle(await demo())).toBe(0);
      service().clock.advance({ minutes: 1 });
      expect(await settle(await demo())).toBe(1);
      expect((await refunds()).map((one) => textOf(one, 'status'))).toEqual(statuses);
    }
    expect(await settle(await demo())).toBe(0);
    expect(new Set(keys).size).toBe(1);
    const [credit] = (await get(`/v2/invoices/${number}/credit_invoices`))?.children ?? [];
    expect([textOf(credit, 'state'), textOf(credit, 'total_in_cents')]).toEqual(['closed', '-1000']);
    await expectBooksToClose(service(), code);
  });

  it('are not repeated when a look-up finds that the gateway made them without answering', async () => {
    const { code, number } = await buy(4000);
    const { gateways, keys, looked } = answering('unknown');
    expect(await refund(number, gateways, { amount_in_cents: 1000 })).toMatchObject({ error_code: 'gateway_timeout' });
    const acted = answer('succeeded', 1000) as Extract<Lookup, { outcome: 'found' }>['result'];
    found.push({ outcome: 'unknown' }, { outcome: 'found', result: acted, currency: 'USD', settlement: null });
    const { endAbandoned: settle } = intentsOf({ storage: storage(), gateways, world: world() });
    for (const refundable of ['4000', '3000']) {
      service().clock.advance({ minutes: 1 });
      expect(await settle(await demo())).toBe(1);
      expect(textOf(await get(`/v2/invoices/${number}`), 'refundable_total_in_cents')).toBe(refundable);
    }
    expect([keys.length, looked]).toEqual([1, [keys[0], keys[0]]]);
    await expectBooksToClose(service(), code);
  });

  it('are recorded once when the gateway responds after another process completed them', async () => {
    const { code, number } = await buy(4000);
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = {
      async refund({ amount_in_cents }: FollowUpRequest) {
        asked.resolve();
        await gate.promise;
        return answer('succeeded', amount_in_cents);
      },
    } as unknown as Gateways;
    const first = refund(number, slow, { amount_in_cents: 1000 });
    await asked.promise;
    service().clock.advance({ minutes: 1 });
    const { gateways } = answering();
    const { endAbandoned: settle } = intentsOf({ storage: storage(), gateways, world: world() });
    expect(await settle(await demo())).toBe(1);
    gate.resolve();
    expect(await first).toMatchObject({ outcome: 'refunded' });
    expect((await get(`/v2/invoices/${number}/credit_invoices`))?.children.length).toBe(1);
    expect(textOf(await get(`/v2/invoices/${number}`), 'refundable_total_in_cents')).toBe('3000');
    await expectBooksToClose(service(), code);
  });

  /** Pretends that another card paid half of the invoice earlier. */
  const paidTwice = async () => {
    const bought = await buy(4000);
    const { storage } = service().service.opened;
    const { site } = await demo();
    await storage.transaction(site.id, async ({ invoices, transactions }) => {
      const invoice = await invoices.byNumber(Number(bought.number));
      const [payment] = await transactions.ofInvoice(invoice?.uuid ?? '');
      if (!payment) throw new Error('not paid');
      const half = { ...payment, amount_in_cents: 2000, voidable: false };
      await transactions.save(half);
      await transactions.add({ ...half, uuid: world().ids.uuid() });
    });
    return bought;
  };

  it('are spread over every payment, each with its own key', async () => {
    const { code, number } = await paidTwice();
    const { gateways, keys } = answering();
    expect(await refund(number, gateways, { amount_in_cents: 3000 })).toMatchObject({ outcome: 'refunded' });
    expect(new Set(keys).size).toBe(2);
    const [credit] = (await get(`/v2/invoices/${number}/credit_invoices`))?.children ?? [];
    const back = within(credit, 'transactions')?.children ?? [];
    expect(back.map((one) => Number(textOf(one, 'amount_in_cents'))).toSorted()).toEqual([1000, 2000]);
    expect(new Set(back.map((one) => within(one, 'original_transaction')?.attributes.get('href'))).size).toBe(2);
    await expectBooksToClose(service(), code);
  });

  it('continue once money was refunded: what another payment declines becomes credit', async () => {
    const { code, number } = await paidTwice();
    const { gateways } = answering('succeeded', 'declined');
    expect(await refund(number, gateways, { amount_in_cents: 3000 })).toMatchObject({ outcome: 'refunded' });
    const [credit] = (await get(`/v2/invoices/${number}/credit_invoices`))?.children ?? [];
    expect([textOf(credit, 'state'), textOf(credit, 'balance_in_cents')]).toEqual(['open', '-1000']);
    const statuses = within(credit, 'transactions')?.children.map((one) => textOf(one, 'status')) ?? [];
    expect(statuses.toSorted()).toEqual(['failed', 'success']);
    await expectBooksToClose(service(), code);
  });

  it('change nothing when the first payment declines, and do not call the second', async () => {
    const { code, number } = await paidTwice();
    const { gateways, keys } = answering('declined', 'succeeded');
    const refused = await refund(number, gateways, { amount_in_cents: 3000 });
    expect(refused).toMatchObject({ outcome: 'declined', error_code: 'declined', transaction: { status: 'failed' } });
    expect(keys.length).toBe(1);
    expect((await get(`/v2/invoices/${number}/credit_invoices`))?.children).toEqual([]);
    await expectBooksToClose(service(), code);
  });
});
