import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
import { demoOwner, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
});
afterAll(() => service?.close());

it('shows the coupons of a subscription with their discount, their state and what they took off', async () => {
  const owner = await demoOwner(service);
  const { account, path } = await newSubscriber(service);
  const code = fresh('half');
  const coupon = `<coupon><coupon_code>${code}</coupon_code><name>Half</name><discount_type>percent</discount_type><discount_percent>50</discount_percent></coupon>`;
  expect((await service.api('POST', '/v2/coupons', coupon)).status).toBe(201);
  const redeemed = `<redemption><account_code>${account}</account_code><currency>USD</currency></redemption>`;
  expect((await service.api('POST', `/v2/coupons/${code}/redeem`, redeemed)).status).toBe(201);
  const text = textIn((await owner.get(path)).html);
  expect(text).toContain(`${code} active 50 % forever $0.00 taken off so far, for all that the customer buys`);
});
