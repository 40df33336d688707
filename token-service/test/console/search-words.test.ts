import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

let service: TestService;
let owner: OperatorBrowser;
let code = '';

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  owner = await demoOwner(service);
  ({ code } = await newCustomer(service));
});
afterAll(() => service?.close());

it.each(['1111', 'ends in 1111', 'card 1111', '*1111', '•••• 1111', 'Visa ending with 1111'])(
  'finds the customer of a card by “%s”, as people write it',
  async (typed) => {
    const { location } = await owner.get(`/search?${new URLSearchParams({ q: typed })}`);
    expect(location).toBe(`/customers/${code}`);
  },
);

it('says what to try where nothing is found, in the suggestions too', async () => {
  const words = /^Nothing was found\. Try a whole email address, .* the last four digits of a card\.$/;
  const suggested = JSON.parse((await owner.get('/search?q=unheard+of&format=json')).html);
  expect(suggested).toEqual({ hits: [], hint: expect.stringMatching(words) });
  expect(textIn((await owner.get('/search?q=unheard+of')).html)).toContain(suggested.hint);
  expect(JSON.parse((await owner.get('/search?q=1111&format=json')).html)).not.toHaveProperty('hint');
});
