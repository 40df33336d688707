import { listCustomers } from '@service/billing/queries/accounts/customer-list.ts';
import { timeline } from '@service/billing/queries/accounts/timeline.ts';
import type { TimelineKind } from '@service/billing/queries/accounts/timeline-entries.ts';
import { listInvoiceRows } from '@service/billing/queries/invoices/invoice-list.ts';
import { listPayments } from '@service/billing/queries/payments/payment-list.ts';
import { addNote } from '@service/billing/usecases/notes/add-note.ts';
import { beforeAll, expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';

onBothEngines('what the console reads of a customer', (service) => {
  let shop: SubscriptionShop;
  let account: string;
  let uuid: string;
  const deps = () => ({ storage: service().service.opened.storage });
  const caller = () => ({ site: shop.site, at: Math.floor(service().clock.now() / 1000) });
  const send = async (method: string, path: string, body?: string) => {
    const answer = await shop.api(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.xml;
  };
  const entries = async (...kinds: TimelineKind[]) =>
    (await timeline(deps())(caller(), account, { limit: 100, ...(kinds.length > 0 && { kinds }) })).entries;
  const whats = async (...kinds: TimelineKind[]) => (await entries(...kinds)).map(({ what }) => what).toReversed();

  beforeAll(async () => {
    shop = await openShop(service());
    account = await shop.account();
    uuid = await shop.subscribe(account, await shop.plan());
  });

  it('is a timeline whose entries lead to records of the customer', async () => {
    const invoice = (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children[0];
    const number = textOf(invoice, 'invoice_number') ?? '';
    await send('PUT', `/v2/accounts/${account}`, '<account><email>ada@shop.example</email></account>');
    await send(
      'POST',
      `/v2/accounts/${account}/shipping_addresses`,
      '<shipping_address><first_name>A</first_name><last_name>L</last_name><address1>1 Pier</address1><city>B</city><state>CA</state><zip>94105</zip><country>US</country></shipping_address>',
    );
    await send(
      'POST',
      `/v2/accounts/${account}/adjustments`,
      '<adjustment><currency>USD</currency><unit_amount_in_cents>500</unit_amount_in_cents></adjustment>',
    );
    await send('PUT', `/v2/invoices/${number}`, '<invoice><po_number>PO-1</po_number></invoice>');
    await send('PUT', `/v2/subscriptions/${uuid}/cancel`);
    await send(
      'POST',
      `/v2/invoices/${number}/refund`,
      '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>1000</amount_in_cents></invoice>',
    );
    // Ids of another source follow those of the service from the next moment on.
    service().clock.advance({ seconds: 1 });
    const world = openWorld(service().clock);
    await addNote({ ...deps(), world })(
      { ...caller(), actor: 'operator:demo owner', correlation: 'request-1' },
      account,
      'Called about the refund.',
    );

    expect(await whats('audit')).toEqual([
      'account.created',
      'order.completed',
      'account.updated',
      'shipping_address.created',
      'adjustment.created',
      'invoice.edited',
      'subscription.canceled',
      'invoice.refunded',
      'note.added',
    ]);
    const subjects = (await entries('audit')).map(({ subject }) => `${subject?.kind} ${subject?.id}`).toReversed();
    expect([subjects[0], subjects[5], subjects[6]]).toEqual([
      `account ${account}`,
      `invoice ${number}`,
      `subscription ${uuid}`,
    ]);
    expect(await entries('note')).toMatchObject([{ actor: 'operator:demo owner' }]);
    expect(await whats('payment')).toEqual(['verify.success', 'purchase.success', 'refund.success']);
    expect(await whats('event')).toContain('canceled_subscription');
    expect(await whats('mail')).toContain('subscription_canceled');

    const all = await whats();
    // The payment's own entry says it, and the note's.
    for (const repeated of ['successful_payment', 'successful_refund', 'note.added'])
      expect(all).not.toContain(repeated);
    expect(all.indexOf('account.created')).toBeLessThan(all.indexOf('order.completed'));
    const other = await timeline(deps())(caller(), await shop.account(), { limit: 100, kinds: ['audit'] });
    expect(other.entries.map(({ what }) => what)).toEqual(['account.created']);
  });

  it('is a row in lists whose totals agree with the XML API', async () => {
    const { records, totals } = await listCustomers(deps())(caller(), { state: 'canceling', limit: 5 });
    expect(records).toMatchObject([
      {
        account_code: account,
        state: 'canceling',
        card: { brand: 'Visa', last_four: '1111' },
        plans: [{ subscriptions: 1 }],
      },
    ]);
    expect(totals).toEqual({ count: 1 });
    const invoices = await listInvoiceRows(deps())(caller(), { account_code: account, limit: 1 });
    const shown = (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children ?? [];
    expect(invoices.totals?.count).toBe(shown.length);
    expect(invoices.totals?.currencies[0]?.total_in_cents).toBe(
      shown.reduce((sum, one) => sum + Number(textOf(one, 'total_in_cents')), 0),
    );
    const payments = await listPayments(deps())(caller(), { account_code: account, type: 'refund', limit: 5 });
    expect(payments.totals?.currencies).toMatchObject([{ currency: 'USD', refunded_in_cents: 1000 }]);
    expect(payments.records[0]?.invoice).toBe(
      textOf(within(shown.find((one) => textOf(one, 'type') === 'credit')), 'invoice_number'),
    );
  });
});
