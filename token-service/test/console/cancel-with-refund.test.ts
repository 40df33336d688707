import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
});
afterAll(() => service?.close());

/** Sells a monthly subscription for so many cents, without a setup fee. Returns its page. */
const subscribe = async (cents: number): Promise<string> => {
  const token = await service.token({ country: 'DE', postal_code: '50667' });
  const { xml } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${fresh('subscriber')}</account_code><tax_exempt>true</tax_exempt><billing_info><token_id>${token}</token_id></billing_info></account>` +
      `<currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code><unit_amount_in_cents>${cents}</unit_amount_in_cents></subscription></subscriptions></purchase>`,
  );
  const number = textOf(xml, 'charge_invoice', 'invoice_number');
  const { xml: found } = await service.api('GET', `/v2/invoices/${number}/subscriptions`);
  return `/subscriptions/${textOf(found?.children[0], 'uuid')}/cancel`;
};
const end = (browser: RoleBrowser, page: string, when: string) => browser.submit(page, { when }, page);

it('counts against the daily limit of support, also together with refunds of invoices', async () => {
  const support = await withRole(service, ['support']);
  expect((await end(support, await subscribe(6_000), 'now_full')).status).toBe(303);
  const second = await subscribe(6_000);
  const refused = await end(support, second, 'now_full');
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toMatch(/You may refund 100\.00 USD in a day, of which \d+\.\d\d USD is left today\./);
  expect((await end(support, second, 'now')).status).toBe(303);
});

it('asks for a fresh proof above 500.00, and not where nothing is refunded', async () => {
  const owner = await withRole(service, ['owner'], { provedAgo: 10 * 60_000 });
  const page = await subscribe(60_000);
  const asked = await end(owner, page, 'now_full');
  expect(asked.location).toMatch(/^\/prove\?to=/);
  expect(decodeURIComponent(asked.location)).toContain('when=now_full');
  expect((await end(owner, page, 'now')).location).toMatch(/^\/subscriptions\//);
});
