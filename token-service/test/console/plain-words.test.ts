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

const seen = async (path: string): Promise<string> => textIn((await owner.get(path)).html);

it('names taxes as the invoice that the customer has', async () => {
  const { invoice } = await newSubscriber(service);
  const page = await seen(`/invoices/${invoice}`);
  expect(page).toMatch(/CA sales tax \(8\.75%\) \$\d/);
  expect(page).not.toContain('usst');
});

it('names events, checks of cards and links in the timeline in plain words', async () => {
  const { account, path } = await newSubscriber(service);
  const token = await service.token({ number: '4000 0000 0000 0341' });
  const method = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${account}/billing_info`, method);
  await service.api('POST', `/v2/accounts/${account}/billing_info/verify`, '<verify/>');
  service.clock.advance({ days: 38 });
  await service.dueWork();
  owner = await demoOwner(service);
  const { html } = await owner.get(`/customers/${account}`);
  const timeline = textIn(html);
  expect(timeline).toContain('Reminder of an unpaid invoice');
  expect(timeline).toContain('Card checked');
  expect(timeline).not.toMatch(/dunning event|of \$0\.00|[0-9a-f]{8}…/i);
  expect(html).toContain(`<a href="${path}">subscription</a>`);
});
