import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

it('shows refunds with the payments of their invoice, and what was refunded beside its state', async () => {
  const { invoice } = await newSubscriber(service);
  service.clock.advance({ days: 3 });
  await service.dueWork();
  owner = await demoOwner(service);
  const before = textIn((await owner.get(`/invoices/${invoice}`)).html);
  expect(before).not.toContain('refunded');
  const refund =
    '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>500</amount_in_cents></invoice>';
  expect((await service.api('POST', `/v2/invoices/${invoice}/refund`, refund)).status).toBe(201);
  const after = textIn((await owner.get(`/invoices/${invoice}`)).html);
  expect(after).toContain(`Invoice ${invoice} paid refunded $5.00`);
  expect(after).toMatch(/Payments and refunds .*purchase successful .*refund successful .*\$5\.00/);
});

it('counts a payment that was voided on the same day as refunded', async () => {
  const { invoice } = await newSubscriber(service);
  const refund = '<invoice><refund_method>transaction_first</refund_method></invoice>';
  expect((await service.api('POST', `/v2/invoices/${invoice}/refund`, refund)).status).toBe(201);
  owner = await demoOwner(service);
  expect(textIn((await owner.get(`/invoices/${invoice}`)).html)).toMatch(/paid refunded \$27\.18/);
});

it('folds actions that are needed less often, and shows dunning next to what is past due', async () => {
  const { account, path } = await newSubscriber(service);
  const token = await service.token({ number: '4000 0000 0000 0341' });
  const method = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${account}/billing_info`, method);
  service.clock.advance({ days: 31 });
  await service.dueWork();
  owner = await demoOwner(service);
  const [, number] = /href="(\/invoices\/\d+)"/.exec((await owner.get(path)).html) ?? [];
  const { html } = await owner.get(`${number}`);
  expect(textIn(html)).toMatch(
    /Collect \$19\.99 Record payment More Use credit .*PDF .*is past due since .*Dunning .*Lines/,
  );
  expect(html.match(/<h2>Dunning<\/h2>/g)).toHaveLength(1);
});
