import { describe, expect, it } from 'vitest';
import { shopOpener } from './open-shop.fixture.ts';
import { chargeInvoice, singleError, subscriptionPreview, subscriptions } from './testing.ts';

const openShop = shopOpener();

describe('a receipt', () => {
  const bought = (code: string) => ({
    'GET /v2/invoices/1000': { body: chargeInvoice(code) },
    'GET /v2/invoices/1000/subscriptions': { body: subscriptions },
    'GET /v2/invoices/1000/redemptions': {
      body: '<redemptions><redemption><coupon_code>TIDE15</coupon_code></redemption></redemptions>',
    },
    'POST /v2/subscriptions/preview': { body: subscriptionPreview(code) },
  });

  it('shows the invoice, how it was paid, and what comes next', async () => {
    const { ask, visit, received } = await openShop(bought);
    await visit();
    expect(await (await ask('/api/receipts/1000')).json()).toEqual({
      number: '1000',
      created_at: '2026-11-20T13:00:00Z',
      state: 'paid',
      currency: 'USD',
      lines: [
        { origin: 'debit', description: 'Oilskin jacket', quantity: 1, amount: '89.00' },
        { origin: 'setup_fee', description: 'Tideline: setup fee', quantity: 1, amount: '5.00' },
        { origin: 'plan', description: 'Tideline', quantity: 2, amount: '39.98' },
      ],
      coupons: ['TIDE15'],
      discount: '6.00',
      tax: '11.18',
      taxes: [{ region: 'CA', rate: '0.0875' }],
      total: '138.96',
      balance: '0.00',
      gift_card: '20.00',
      credit: '0.00',
      written_off: '0.00',
      payment: { status: 'success', amount: '118.96', method: 'credit_card', card_type: 'Visa', last_four: '1111' },
      // 39.98 - 6.00, and 8.75 % of that: not the rest of the first invoice's tax after its setup fee.
      next: [{ name: 'Tideline', on: '2026-12-20T13:00:00Z', amount: '36.95' }],
    });
    expect(received.at(-1)?.body).toContain('<bulk>true</bulk>');
    expect(received.at(-1)?.body).toContain('<add_on_code>readers</add_on_code><quantity>3</quantity>');
  });

  it.each(['declined', 'failed', 'void'])('names no payment that is %s', async (status) => {
    const unpaid = (code: string) =>
      chargeInvoice(code).replace('<status>success', `<status>${status}`).replace('<state>paid', '<state>past_due');
    const { ask, visit } = await openShop((code) => ({
      ...bought(code),
      'GET /v2/invoices/1000': { body: unpaid(code) },
    }));
    await visit();
    expect(await (await ask('/api/receipts/1000')).json()).toMatchObject({ state: 'past_due', payment: null });
  });

  it('names what was written off apart from credit of the customer', async () => {
    const written = (code: string) =>
      chargeInvoice(code).replace('<action>gift_card', '<action>write_off').replace('<state>paid', '<state>failed');
    const { ask, visit } = await openShop((code) => ({
      ...bought(code),
      'GET /v2/invoices/1000': { body: written(code) },
    }));
    await visit();
    const shown = await (await ask('/api/receipts/1000')).json();
    expect(shown).toMatchObject({ state: 'failed', credit: '0.00', gift_card: '0.00', written_off: '20.00' });
  });

  it('shows the date without an amount if the amount cannot be known', async () => {
    const { ask, visit } = await openShop((code) => ({
      ...bought(code),
      'POST /v2/subscriptions/preview': { status: 422, body: singleError('invalid', '') },
    }));
    await visit();
    const { next } = await (await ask('/api/receipts/1000')).json();
    expect(next).toEqual([{ name: 'Tideline', on: '2026-12-20T13:00:00Z', amount: null }]);
  });

  it('has a PDF', async () => {
    const pdf = { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.7' };
    let requests = 0;
    const { ask, visit, received } = await openShop((code) => ({
      ...bought(code),
      'GET /v2/invoices/1000': () => (requests++ === 0 ? { body: chargeInvoice(code) } : pdf),
    }));
    await visit();
    const answer = await ask('/api/receipts/1000.pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="tideline-1000.pdf"');
    expect(await answer.text()).toBe('%PDF-1.7');
    expect(received.at(-1)?.headers.accept).toBe('application/pdf');
  });

  it.each(['1000', '1000.pdf'])('of another customer (%s) is not found', async (name) => {
    const { ask, visit } = await openShop(() => bought('TL-OTHER-OTHER'));
    await visit();
    const answer = await ask(`/api/receipts/${name}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('Oilskin');
  });

  it.each(['none', '1000.txt', '..%2f1000'])('named %j is not requested', async (name) => {
    const { ask, visit, received } = await openShop();
    await visit();
    expect((await ask(`/api/receipts/${name}`)).status).toBe(404);
    expect(received).toEqual([]);
  });

  it('is not shown on a first visit', async () => {
    const { ask, received } = await openShop(bought);
    expect((await ask('/api/receipts/1000')).status).toBe(404);
    expect(received).toEqual([]);
  });
});
