import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

/** A customer with a subscription, and its page. */
const subscriber = async (): Promise<readonly [code: string, page: string]> => {
  const { code } = await newCustomer(service);
  const [subscription] = (await service.api('GET', `/v2/accounts/${code}/subscriptions`)).xml?.children ?? [];
  return [code, `/subscriptions/${textOf(subscription, 'uuid')}`];
};
/** Carries a form out, and returns what the page says afterwards. */
const noticeOf = async (page: string, fields: Readonly<Record<string, string>> = {}, action?: string) =>
  textIn((await owner.arrive(page, fields, action)).html);
const kindsOf = async (code: string) => {
  const { opened } = service.service;
  const { accounts, outbox } = opened.storage.of((await opened.sites.find('demo'))?.id ?? '');
  return (await outbox.list({ account_id: (await accounts.identify(code))?.account_id ?? '' }, 20)).map(
    ({ kind }) => kind,
  );
};

it('names the mail that a cancellation sends, and its address', async () => {
  const [code, page] = await subscriber();
  expect(await noticeOf(`${page}/cancel`, { when: 'period_end' })).toContain(
    'The customer is sent a confirmation that the subscription is canceled to ada@example.com.',
  );
  expect(await kindsOf(code)).toContain('subscription_canceled');
});

it('names that of an end at once, also by closing the account', async () => {
  const [, page] = await subscriber();
  const ended =
    /Nothing was refunded\. The customer is sent a mail that the subscription has ended to ada@example\.com\./;
  expect(await noticeOf(`${page}/cancel`, { when: 'now' })).toMatch(ended);
  const [code] = await subscriber();
  expect(await noticeOf(`/customers/${code}/close`)).toContain(
    'The customer is sent a confirmation that the subscription is canceled to ada@example.com.',
  );
});

it('promises none for pauses and reactivations, for which there is no mail', async () => {
  const [code, page] = await subscriber();
  await owner.arrive(`${page}/cancel`, { when: 'period_end' });
  const before = await kindsOf(code);
  expect(await noticeOf(`${page}/reactivate`)).toContain(
    'The customer was not sent a mail: the service sends none for this.',
  );
  expect(await noticeOf(`${page}/pause`, { cycles: '2' })).toContain(
    'The customer was not sent a mail: the service sends none for this.',
  );
  expect(await kindsOf(code)).toEqual(before);
});

it('promises none where the site has turned it off', async () => {
  await service.changeDemoSite({ mail_off: ['subscription_canceled'] });
  const [, page] = await subscriber();
  expect(await noticeOf(`${page}/cancel`, { when: 'period_end' })).toContain(
    'The customer was not sent a mail: the settings of the site switch this mail off.',
  );
  await service.changeDemoSite({ mail_off: [] });
});

it('says what a change of plan sends: the receipt of what it charges', async () => {
  const [code, page] = await subscriber();
  const here = `${page}/change?plan_code=tideline&quantity=3&timeframe=now`;
  const notice = await noticeOf(here, {}, `${page}/change`);
  expect(notice).toMatch(/was charged\. The customer is sent a receipt with the invoice to ada@example\.com\./);
  expect(await kindsOf(code)).toContain('receipt');
});

it('says that an invoice of pending charges is sent', async () => {
  const [code] = await subscriber();
  await owner.arrive(`/customers/${code}/charge`, { amount: '5', currency: 'USD', description: 'Fee' });
  expect(await noticeOf(`/customers/${code}/invoice`, { method: 'automatic' })).toMatch(
    /was collected\. The customer is sent a receipt with the invoice and a confirmation with the invoice to ada@example\.com\./,
  );
});

it('says that an invoice of pending charges was not collected where the card was declined', async () => {
  const [code] = await subscriber();
  const token = await service.token({ number: '4000 0000 0000 0341', country: 'US', postal_code: '94105' });
  const info = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${code}/billing_info`, info);
  await owner.arrive(`/customers/${code}/charge`, { amount: '5', currency: 'USD', description: 'Fee' });
  expect(await noticeOf(`/customers/${code}/invoice`, { method: 'automatic' })).toContain(
    'The invoice was made, but $5.44 was not collected.',
  );
});
