import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const seen = async (path: string): Promise<string> => textIn((await owner.get(path)).html);

it('says what a change of a subscription made of its terms, now and later', async () => {
  const { account, path } = await newSubscriber(service);
  const change = (query: string) => owner.submit(`${path}/change?plan_code=tideline&${query}`, {}, `${path}/change`);
  await change('quantity=3&unit_amount=&timeframe=now');
  expect(await seen(`/customers/${account}?kind=audit`)).toMatch(/Subscription changed .*quantity: 1 → 3 /);
  await change('quantity=3&unit_amount=25.00&timeframe=bill_date');
  expect(await seen(`/customers/${account}?kind=audit`)).toMatch(/change scheduled .*price: 19\.99 USD → 25\.00 USD /);
  await owner.submit(`${path}/pause`, { cycles: '2' });
  expect(await seen(`/customers/${account}?kind=audit`)).toMatch(/paused .*pause cycles: none → 2 /);
});

it('keeps the address that a customer had before, for those who see it, until the customer is erased', async () => {
  const { account } = await newSubscriber(service);
  const sent = '<account><email>new@example.com</email><address><city>Bristol</city></address></account>';
  expect((await service.api('PUT', `/v2/accounts/${account}`, sent)).status).toBe(200);
  const said = `email: ${account}@example.com → new@example.com`;
  const timeline = await seen(`/customers/${account}`);
  expect(timeline).toMatch(/Account updated API key Demo private key /);
  expect(timeline).toContain(said);
  expect(timeline).toContain('city: none → Bristol');
  expect((await owner.get('/audit?action=account.updated&format=csv')).html).toContain(said);

  const analyst = await withRole(service, ['analyst']);
  const hidden = await analyst.get(`/customers/${account}?kind=audit`);
  expect(textIn(hidden.html)).toContain('email: (not shown) → (not shown)');
  expect(hidden.html).not.toContain('new@example.com');

  await service.api('DELETE', `/v2/accounts/${account}`);
  const erased = await owner.submit(`/customers/${account}/erase`, { account_code: account, code: account });
  expect(erased.status, textIn(erased.html)).toBe(303);
  const after = await owner.get('/audit?format=csv');
  expect(after.html).not.toContain(`${account}@example.com`);
});
