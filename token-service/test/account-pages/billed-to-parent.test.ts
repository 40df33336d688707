import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { type Customer, signedIn, textIn } from './customer.ts';

const NEWEST = { 'X-Api-Version': '2.29' };
const PAID_BY_ANOTHER = 'Another account pays for your subscriptions.';

describe('the account pages of an account that is billed to its parent', () => {
  let service: TestService;
  let child: Customer;
  let parent: string;
  let uuid: string;
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMIT: 'off' } });
    await service.changeDemoSite({
      account_pages: ['cancel', 'reactivate', 'quantity', 'pause', 'payment_method', 'invoices', 'details'],
      account_page_plans: ['tideline', 'tideline-yearly'],
    });
    parent = fresh('parent');
    const create = (path: string, body: string) => service.api('POST', path, body, NEWEST);
    const made = await create('/v2/accounts', `<account><account_code>${parent}</account_code>${cardInfo()}</account>`);
    expect(made.status, made.text).toBe(201);
    await create(
      `/v2/accounts/${parent}/adjustments`,
      '<adjustment><unit_amount_in_cents>-500</unit_amount_in_cents><currency>USD</currency></adjustment>',
    );
    await create(`/v2/accounts/${parent}/invoices`, '<invoice/>');
    const code = fresh('child');
    const account = `<account><account_code>${code}</account_code><parent_account_code>${parent}</parent_account_code><bill_to>parent</bill_to></account>`;
    const sold = await create(
      '/v2/subscriptions',
      `<subscription><plan_code>tideline</plan_code><currency>USD</currency><starts_at>2030-01-01T00:00:00Z</starts_at>${account}</subscription>`,
    );
    expect(sold.status, sold.text).toBe(201);
    const running = await create(
      '/v2/subscriptions',
      `<subscription><plan_code>tideline-yearly</plan_code><currency>USD</currency><account><account_code>${code}</account_code></account></subscription>`,
    );
    expect(running.status, running.text).toBe(201);
    uuid = textOf(running.xml, 'uuid') ?? '';
    await create(
      `/v2/accounts/${parent}/adjustments`,
      '<adjustment><unit_amount_in_cents>-700</unit_amount_in_cents><currency>USD</currency></adjustment>',
    );
    await create(`/v2/accounts/${parent}/invoices`, '<invoice/>');
    child = await signedIn(service, code);
  });
  afterAll(() => service?.close());

  it('say that another account pays, and show neither its credit nor its card', async () => {
    const { html } = await child.get('/account');
    const text = textIn(html);
    expect(text).toContain(PAID_BY_ANOTHER);
    expect(text).toMatch(/Next payment \$\d/);
    expect(text).not.toMatch(/credit|1111|Replace payment method|Change plan/i);
    expect(text).toContain('Cancel subscription');
  });

  it('offer nothing that the parent would have to pay at once', async () => {
    const pages = ['change', 'resume'].map((name) => `/account/subscriptions/${uuid}/${name}`);
    for (const path of [...pages, '/account/payment-method', '/account/payment-methods'])
      expect([path, (await child.get(path)).status]).toEqual([path, 404]);
    for (const path of [
      `/account/subscriptions/${uuid}/cancel`,
      `/account/subscriptions/${uuid}/pause`,
      '/account/details',
    ])
      expect([path, (await child.get(path)).status]).toEqual([path, 200]);
    expect((await child.get('/account/invoices')).status).toBe(200);
  });

  it('show the parent which account a line is for', async () => {
    const payer = await signedIn(service, parent);
    const listed = await service.api('GET', `/v2/accounts/${parent}/invoices?state=paid`);
    const number = textOf(listed.xml?.children[0], 'invoice_number');
    expect(textIn((await payer.get(`/account/invoices/${number}`)).html)).toContain(`For account ${child.code}`);
    expect(textIn((await payer.get('/account')).html)).not.toContain(PAID_BY_ANOTHER);
  });
});
