import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

const MONTH = 31 * 86_400;
const MOMENT = String.raw`\d+ \w+ \d{4}, \d\d:\d\d`;
let service: TestService;
let owner: OperatorBrowser;
let code = '';
let number = '';

/** A customer whose second month is declined, with a card that is charged once. */
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  ({ code } = await newCustomer(service));
  const token = await service.token({ number: '4000 0000 0000 0341', country: 'US', postal_code: '94105' });
  const info = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${code}/billing_info`, info);
  await travel(MONTH);
  const [latest] = (await service.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [];
  number = textOf(latest, 'invoice_number') ?? '';
});
afterAll(() => service?.close());

const travel = async (seconds: number) => {
  const clock = `<clock><advance_in_seconds>${seconds}</advance_in_seconds></clock>`;
  await service.api('PUT', '/v2/sandbox/clock', clock);
  await service.dueWork();
};
const pageOf = async (path: string) => textIn((await owner.get(path)).html);
const records = async () => {
  const site = await service.service.opened.sites.find('demo');
  return service.service.opened.storage.of(site?.id ?? '');
};

it('the customer page begins with what is owed, why, and what happens next and when', async () => {
  const text = await pageOf(`/customers/${code}`);
  expect(text).toMatch(
    new RegExp(
      `\\$2\\d\\.\\d\\d of invoice ${number} is past due since ${MOMENT} ?\\. The last attempt failed: .+\\. ` +
        `Next attempt: ${MOMENT} ?\\. Next reminder: ${MOMENT} ?\\. ` +
        'If it is not paid by \\d+ \\w+ \\d{4}, the invoice is .+, and any subscription on it (ends|continues)\\. +Send sign-in link +Balance',
    ),
  );
});

it('so does the red box of the invoice', async () => {
  expect(await pageOf(`/invoices/${number}`)).toMatch(
    new RegExp(`is past due since ${MOMENT}.* Next attempt: ${MOMENT} ?\\. Next reminder: ${MOMENT}`),
  );
  expect(await pageOf(`/invoices/${number}/collect`)).not.toContain('is not attempted again');
});

it('says where no attempt is to come, and warns who collects by hand', async () => {
  const { invoices } = await records();
  const [held] = (await invoices.list({ filter: {}, sort: 'created_at', order: 'desc', limit: 1 })).records;
  await invoices.save({ ...held!, attempt_next_collection_at: null });
  for (const path of [`/customers/${code}`, `/invoices/${number}`]) {
    expect(await pageOf(path)).toContain('It is not attempted again: ask for another payment method.');
  }
  expect(await pageOf(`/invoices/${number}/collect`)).toMatch(
    /The last attempt failed: .+ Visa 0341 is not attempted again by itself\. .* ask for another payment method\./,
  );
});

it('promises no reminder where the site sends none, and none after dunning was stopped', async () => {
  await service.changeDemoSite({ mail_off: ['payment_failed'] });
  expect(await pageOf(`/customers/${code}`)).toContain('This site sends no reminders. If it is not paid by');
  await service.changeDemoSite({ mail_off: [] });
  await owner.arrive(`/invoices/${number}/stop-dunning`);
  expect(await pageOf(`/customers/${code}`)).toContain(
    'Dunning was stopped: no reminder is sent, and nothing ends by itself.',
  );
});
