import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
import { demoOwner, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

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

it('redeems a coupon for a subscription after a preview, and removes it', async () => {
  const support = await withRole(service, ['support']);
  const { account, path, invoice } = await newSubscriber(service);
  const code = fresh('third');
  const coupon = `<coupon><coupon_code>${code}</coupon_code><name>Third</name><discount_type>percent</discount_type><discount_percent>30</discount_percent></coupon>`;
  expect((await service.api('POST', '/v2/coupons', coupon)).status).toBe(201);
  const next = async () => /Next invoice (\$[\d.]+) is due/.exec(textIn((await support.get(path)).html))?.[1] ?? '';
  const before = await next();
  const page = await support.get(path);
  const uuid = path.split('/').at(-1) ?? '';
  expect(page.html).toContain(`href="/customers/${account}/coupon?subscription=${uuid}"`);

  const form = `/customers/${account}/coupon`;
  const unknown = await support.get(`${form}?code=none&subscription=${uuid}&currency=USD`);
  expect(textIn(unknown.html)).toContain('No coupon has the code “none”.');
  expect(unknown.html).not.toContain('>Redeem none<');
  // Nothing is carried out that was not shown.
  const unseen = await support.submit(form, { code, subscription: uuid, currency: 'USD' });
  expect([unseen.status, textIn(unseen.html).includes('was not shown yet')]).toEqual([422, true]);
  expect(unseen.html).toContain(`>Redeem ${code}<`);
  const asked = await support.submit(form, { code, subscription: uuid, currency: 'USD', do: 'show' });
  const shown = await support.get(asked.location);
  const [, was, then] = /Tideline \d+ \w+ 20\d\d (\$[\d.]+) (\$[\d.]+)/.exec(textIn(shown.html)) ?? [];
  expect(was).toBe(before);
  expect(await next()).toBe(before);
  const redeemed = await support.submit(asked.location.split('#')[0] ?? '', {}, form);
  expect([redeemed.status, redeemed.location.startsWith(path)], redeemed.html).toEqual([303, true]);
  expect(textIn((await support.get(redeemed.location)).html)).toContain(`The coupon ${code} was redeemed.`);
  expect(await next()).toBe(then);
  const again = await support.get(`${form}?code=${code}&subscription=${uuid}&currency=USD`);
  expect(again.html).not.toContain(`>Redeem ${code}<`);

  const [, remove = ''] = new RegExp(`href="(/customers/${account}/coupons/[0-9a-f]{32}/remove)"`).exec(
    (await support.get(`/customers/${account}`)).html,
  ) ?? ['', ''];
  expect(textIn((await support.get(remove)).html)).toContain(`Tideline`);
  const removed = await support.submit(remove);
  expect(textIn((await support.get(removed.location)).html)).toContain(`The coupon ${code} was removed.`);
  expect(await next()).toBe(before);
  const actions = await (await demoOwner(service)).get(`/audit?subject=${code}/${account}`);
  expect(textIn(actions.html)).toContain(support.email);
  expect(invoice).not.toBe('');
  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get(form)).status).toBe(403);
  expect((await analyst.get(path)).html).not.toContain('/coupon?');
});

it('shows a coupon that counts once on the invoice that is billed first, and says what was not compared', async () => {
  const { account } = await newSubscriber(service);
  const subscribe = async () => {
    const { status, text } = await service.api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>tideline</plan_code><currency>USD</currency><bulk>true</bulk><account><account_code>${account}</account_code></account></subscription>`,
    );
    expect(status, text).toBe(201);
  };
  service.clock.advance({ days: 1 });
  const owner = await demoOwner(service);
  for (let more = 0; more < 2; more += 1) await subscribe();
  const [once, always] = [fresh('once'), fresh('always')];
  for (const [code, duration] of [
    [once, 'single_use'],
    [always, 'forever'],
  ] as const) {
    const coupon = `<coupon><coupon_code>${code}</coupon_code><name>Off</name><discount_type>percent</discount_type><discount_percent>50</discount_percent><duration>${duration}</duration></coupon>`;
    expect((await service.api('POST', '/v2/coupons', coupon)).status).toBe(201);
  }
  const previewOf = async (code: string): Promise<string> => {
    const { html } = await owner.get(`/customers/${account}/coupon?code=${code}&currency=USD`);
    return textIn(html.split('id="shown"')[1] ?? '');
  };
  const rows = (text: string): readonly string[] => text.match(/Tideline \d+ \w+ 20\d\d \$/g) ?? [];
  expect(rows(await previewOf(always))).toHaveLength(3);
  // The first subscription began a day earlier, and is billed first.
  const first = rows(await previewOf(always))[0];
  expect(rows(await previewOf(once))).toEqual([first]);

  // Removing it changes that invoice alone.
  const redeemed = `<redemption><account_code>${account}</account_code><currency>USD</currency></redemption>`;
  expect((await service.api('POST', `/v2/coupons/${once}/redeem`, redeemed)).status).toBe(201);
  const [, remove = ''] =
    /href="(\/customers\/[^"]+\/coupons\/[0-9a-f]{32}\/remove)"/.exec(
      (await owner.get(`/customers/${account}`)).html,
    ) ?? [];
  expect(rows(textIn((await owner.get(remove)).html))).toEqual([first]);

  expect(await previewOf(always)).not.toContain('were compared');
  for (let more = 0; more < 19; more += 1) await subscribe();
  const many = await previewOf(always);
  expect(many).toContain(
    'The customer has 22 subscriptions. The next invoices of the 20 that are billed first were compared; those of the other 2 may change too.',
  );
  expect(rows(many)).toHaveLength(20);
});
