import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let support: RoleBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  support = await withRole(service, ['support']);
});
afterAll(() => service?.close());

const seen = async (path: string): Promise<string> => textIn((await support.get(path)).html);
const carryOut = async (page: string, fields: Readonly<Record<string, string>>): Promise<string> => {
  const { status, location, html } = await support.submit(page, fields);
  expect(status, html).toBe(303);
  return seen(location);
};
const count = (text: string, part: string): number => text.split(part).length - 1;

/** The words of the button for each choice, and those where nothing is chosen. */
const buttonsIn = (html: string): readonly string[] => {
  const [, words = ''] = /<span class="by-choice">(.*)<\/span><\/button>/.exec(html) ?? [];
  return [...words.matchAll(/<span>(.*?)<\/span>/g)].map(([, one = '']) => one);
};

it('says on the button what each choice does, with its day or amount', async () => {
  const { path } = await newSubscriber(service);
  const { html } = await support.get(`${path}/cancel`);
  const labels = [...html.matchAll(/name="when" value="(\w+)"/g)].map(([, value = '']) => value);
  expect(labels).toEqual(['period_end', 'now', 'now_partial', 'now_full']);
  expect(buttonsIn(html)).toEqual([
    expect.stringMatching(/^Cancel at the end of the period \(\d+ \w+ \d{4}\)$/),
    'Cancel now without a refund',
    expect.stringMatching(/^Cancel now and refund \$\d+\.\d\d$/),
    'Cancel now and refund $27.18',
    'Cancel the subscription',
  ]);
  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get(`${path}/cancel`)).status).toBe(403);
  const [, amount = ''] = /and refund (\$[\d.]+)$/.exec(buttonsIn(html)[3] ?? '') ?? [];
  const done = await carryOut(`${path}/cancel`, { when: 'now_full' });
  expect(done).toContain(`The subscription has ended. ${amount} was refunded.`);
  expect(done).toMatch(/was refunded\. The customer/);
});

it('ends a canceled subscription now, with its reason kept, which the timeline says once by its author', async () => {
  const { account, path } = await newSubscriber(service);
  await carryOut(`${path}/cancel`, { when: 'period_end', reason: 'Too expensive', comment: 'Found <b>another</b>' });
  const page = await support.get(path);
  expect(page.html).toContain(`href="${path}/cancel">End now</a>`);
  expect(page.html).not.toContain('>Cancel</a>');

  const form = await support.get(`${path}/cancel`);
  expect(textIn(form.html)).toContain('It is canceled and ends by itself on 20 Dec 2026. Here it ends at once.');
  expect(form.html).toContain('<option value="Too expensive" selected>');
  expect(form.html).toContain('Found &lt;b&gt;another&lt;/b&gt;</textarea>');
  expect(buttonsIn(form.html)).toEqual([
    'End now without a refund',
    expect.stringMatching(/^End now and refund \$\d+\.\d\d$/),
    'End now and refund $27.18',
    'End the subscription now',
  ]);
  expect(textIn(form.html)).toContain('Let it end by itself');

  await carryOut(`${path}/cancel`, { when: 'now', reason: 'Too expensive', comment: 'Found <b>another</b>' });
  expect(await seen(path)).toContain('Too expensive: Found');
  const ended = await support.get(`${path}/cancel`);
  expect(textIn(ended.html)).toContain('There is nothing to cancel: the subscription has ended.');
  expect(ended.html).not.toContain('name="when"');
  const timeline = await seen(`/customers/${account}`);
  expect(count(timeline, 'Too expensive')).toBe(1);
  expect(timeline).toMatch(new RegExp(`Note ${support.email} Canceled Tideline: Too expensive\\.`));
  expect(count(await seen(`/customers/${account}?kind=event`), 'Too expensive')).toBe(2);
  expect(await seen(`/customers/${account}?kind=audit`)).toContain('cancel reason: none → Too expensive');
});

it.each(['now', 'now_full'])('says in the audit log why a subscription was ended %s', async (when) => {
  const { account, path } = await newSubscriber(service);
  const owner = await withRole(service, ['admin']);
  const { status, html } = await owner.submit(`${path}/cancel`, { when, reason: 'Payment problems', comment: 'Broke' });
  expect(status, html).toBe(303);
  expect(await seen(`/customers/${account}?kind=audit`)).toMatch(
    /Subscription terminated .* cancel reason: none → Payment problems, cancel comment: none → Broke/,
  );
  expect(count(await seen(`/customers/${account}`), 'Payment problems')).toBe(1);
});

it('says what is owed before and after, which does not end with the subscription', async () => {
  const { account, invoice, path } = await newSubscriber(service);
  expect(await seen(`${path}/cancel`)).not.toContain('is owed');
  const token = await service.token({ number: '4000 0000 0000 0341' });
  await service.api(
    'PUT',
    `/v2/accounts/${account}/billing_info`,
    `<billing_info><token_id>${token}</token_id></billing_info>`,
  );
  service.clock.advance({ days: 31 });
  await service.dueWork();
  support = await withRole(service, ['support']);
  const form = await seen(`${path}/cancel`);
  expect(form).toMatch(/\$19\.99 is owed on invoice \d+ \. It stays owed/);
  expect(form).not.toContain(`invoice ${invoice} `);
  const ended = await carryOut(`${path}/cancel`, { when: 'now' });
  expect(ended).toContain('Nothing was refunded. $19.99 is still owed, and is collected as before.');
});
