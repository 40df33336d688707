import { afterAll, beforeAll, expect, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const send = async (method: string, path: string, body?: string) => {
  const answer = await service.api(method, path, body, { 'X-Api-Version': '2.29' });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.xml;
};

const step = (cycle: number, usd: number, eur: number) =>
  `<ramp_interval><starting_billing_cycle>${cycle}</starting_billing_cycle><unit_amount_in_cents><USD>${usd}</USD><EUR>${eur}</EUR></unit_amount_in_cents></ramp_interval>`;

const ramp = (name: string, ...steps: readonly string[]) =>
  `<plan>${name}<pricing_model>ramp</pricing_model><ramp_intervals type="array">${steps.join('')}</ramp_intervals></plan>`;

const subscribe = async (account: string): Promise<string> => {
  const token = await service.token({ country: 'DE', postal_code: '10115' });
  await send(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${account}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>
    <currency>USD</currency><subscriptions><subscription><plan_code>climb</plan_code></subscription></subscriptions></purchase>`,
  );
  const found = await send('GET', `/v2/accounts/${account}/subscriptions`);
  return `/subscriptions/${textOf(found?.children[0], 'uuid')}`;
};

test('a plan and a subscription show the prices of their ramp, and which one runs', async () => {
  const names = '<plan_code>climb</plan_code><name>Climb</name><setup_fee_in_cents><USD>300</USD></setup_fee_in_cents>';
  await send('POST', '/v2/plans', ramp(names, step(1, 500, 450), step(2, 900, 810), step(4, 1200, 1080)));
  const first = await subscribe('first');
  const planPage = async () => textIn((await owner.get('/catalogue/plans/climb')).html);
  expect(await planPage()).toMatch(
    /Currency From period Price Sold Setup fee Live subscriptions USD 1 \$5.00 now \$3.00 1 USD 2 \$9.00 now – 0 USD 4 \$12.00 now – 0 EUR 1 €4.50 now/,
  );
  expect(await planPage()).toMatch(/The price changes with periods, counted from the first paid one/);
  expect(textIn((await owner.get('/catalogue')).html)).toMatch(/Climb climb at first \$5.00, €4.50/);
  // Its prices are those of the steps, so the form has none.
  expect((await owner.get('/catalogue/plans/climb/edit')).html).not.toContain('name="unit_amount_in_cents.USD"');
  await owner.arrive('/catalogue/plans/climb/edit', { description: 'Ever higher' });

  const shown = async (path: string) => textIn((await owner.get(path)).html);
  expect(await shown(first)).toMatch(
    /Prices by period From period Price Starts Left 1 now \$5.00 .*? 1 period, with this one 2 \$9.00 .*? 2 periods 4 \$12.00 .*? until it ends/,
  );
  await send('PUT', '/v2/sandbox/clock', '<clock><now>2026-12-21T12:00:00Z</now></clock>');
  await service.dueWork();
  expect(await shown(first)).toMatch(/1 \$5.00 [^$]* none 2 now \$9.00 [^$]* 2 periods, with this one 4 \$12.00/);
  // It pays the second price now, which is not an earlier one.
  expect(await planPage()).toMatch(/USD 1 \$5.00 now \$3.00 0 USD 2 \$9.00 now – 1 USD 4 \$12.00 now – 0/);

  await send('PUT', '/v2/plans/climb', ramp('', step(1, 500, 450), step(2, 1000, 900)));
  expect(await planPage()).toMatch(/USD 2 \$10.00 now – 0 USD – \$9.00 earlier – 1/);
  await send('PUT', `/v2${first}/cancel`);
  expect(await shown(first)).toMatch(/4 \$12.00 not reached/);
});

test('a fixed price has no ramp', async () => {
  expect(textIn((await owner.get('/catalogue/plans/tideline')).html)).not.toContain('From period');
});
