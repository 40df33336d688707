import { afterAll, beforeAll, expect, it } from 'vitest';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  // An invoice of `newSubscriber` is 27.18.
  await service.changeDemoSite({ operator_refund_limit_in_cents: 3000, finance_refund_limit_in_cents: 4000 });
});
afterAll(() => service.close());

const refundPage = (invoice: string): string => `/invoices/${invoice}/refund?way=all`;
const cancelPage = (path: string): string => `${path}/cancel`;

it('says what is left of the limit of the day, and who may refund more', async () => {
  const [first, second] = [await newSubscriber(service), await newSubscriber(service)];
  const support = await withRole(service, ['support']);
  expect(textIn((await support.get(refundPage(first.invoice))).html)).toContain(
    'You may refund $30.00 a day at this site, of which $30.00 is left today. Operators with the role owner, admin, or finance may refund more.',
  );
  expect((await support.submit(refundPage(first.invoice), { reason: 'goodwill' })).status).toBe(303);

  const { html } = await support.get(refundPage(second.invoice));
  expect(textIn(html)).toContain('of which $2.82 is left today');
  expect(textIn(html)).toContain('This is more than you may still refund today.');
  expect(html).not.toContain('Refund $27.18');
  expect(textIn((await support.get(cancelPage(second.path))).html)).toContain('of which $2.82 is left today');
  const canceled = await support.submit(cancelPage(second.path), { when: 'now_full' });
  expect([canceled.status, textIn(canceled.html)]).toEqual([
    422,
    expect.stringContaining('You may refund 30.00 USD in a day, of which 2.82 USD is left today.'),
  ]);
  const part = `/invoices/${second.invoice}/refund?way=amount&amount=2.82`;
  expect((await support.submit(part, { reason: 'goodwill' })).status).toBe(303);
});

/** Opens a page and fills its form; returns what sends it. */
const filled = async (browser: RoleBrowser, page: string, fields: Readonly<Record<string, string>>) => {
  const action = page.split('?')[0] ?? page;
  const { html } = await browser.get(page);
  const values = { ...formIn(html, action), ...formValues(html, action), ...fields };
  return () => browser.post(action, values);
};

it('holds for refunds and cancellations that are sent at once, by each role with a limit', async () => {
  for (const role of ['support', 'finance'] as const) {
    const [first, second] = [await newSubscriber(service), await newSubscriber(service)];
    const browser = await withRole(service, [role]);
    const [one, other] = [
      await filled(browser, refundPage(first.invoice), { reason: 'goodwill' }),
      role === 'support'
        ? await filled(browser, cancelPage(second.path), { when: 'now_full' })
        : await filled(browser, refundPage(second.invoice), { reason: 'goodwill' }),
    ];
    const sent = await Promise.all([one(), other()]);
    expect(sent.map(({ status }) => status).sort(), role).toEqual([303, 422]);
    const refused = sent.find(({ status }) => status === 422);
    expect(textIn(refused?.html ?? '')).toMatch(/You may refund [34]0\.00 USD in a day, of which/);
    const totals = await Promise.all(
      [first, second].map(async ({ invoice }) => (await service.api('GET', `/v2/invoices/${invoice}`)).text),
    );
    expect(totals.filter((text) => text.includes('<refundable_total_in_cents type="integer">0<')).length).toBe(1);
  }
});

it('applies to what an operator approves, and not to what waits for another one', async () => {
  await service.changeDemoSite({ operator_approval_limit_in_cents: 1000 });
  try {
    const [first, second] = [await newSubscriber(service), await newSubscriber(service)];
    const [support, finance] = [await withRole(service, ['support']), await withRole(service, ['finance'])];
    const waiting: string[] = [];
    for (const { invoice } of [first, second]) {
      const asked = await support.submit(refundPage(invoice), { reason: 'goodwill' });
      expect(asked.status, textIn(asked.html)).toBe(303);
      waiting.push(asked.location.split('?')[0] ?? '');
    }
    const decided = [];
    for (const path of waiting) decided.push(await finance.submit(`${path}/approve`));
    expect(decided.map(({ status }) => status)).toEqual([303, 422]);
    expect(textIn(decided[1]?.html ?? '')).toContain('You may refund 40.00 USD in a day');
  } finally {
    await service.changeDemoSite({ operator_approval_limit_in_cents: null });
  }
});
