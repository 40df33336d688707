import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const NOT_SHOWN = 'What you chose was not shown yet, so nothing was done.';
const textOfPage = async (path: string) => textIn((await owner.get(path)).html);

const sell = async (content: string) => {
  const code = fresh('chooser');
  const token = await service.token({ country: 'DE', postal_code: '50667', number: '4242 4242 4242 4242' });
  const { xml } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>${code}@example.com</email>` +
      `<billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency>${content}</purchase>`,
  );
  return {
    number: textOf(xml, 'charge_invoice', 'invoice_number') ?? '',
    subscription:
      textOf((await service.api('GET', `/v2/accounts/${code}/subscriptions`)).xml, 'subscription', 'uuid') ?? '',
  };
};

it('refunds nothing that was typed and not shown, and shows it instead', async () => {
  const { number } = await sell(
    '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents><quantity>3</quantity><description>Seats</description><tax_exempt>true</tax_exempt></adjustment></adjustments>',
  );
  const here = `/invoices/${number}/refund`;
  const typed = await owner.submit(here, { amount: '5.00', reason: 'goodwill' });
  expect([typed.status, textIn(typed.html).includes(NOT_SHOWN)]).toEqual([422, true]);
  expect(textIn(typed.html)).toContain('Refund $5.00 to Visa 4242');
  const [, units = ''] = /name="(quantity_[0-9a-f]{32})"/.exec(typed.html) ?? [];
  const counted = await owner.submit(here, { [units]: '1', reason: 'goodwill' });
  expect([counted.status, textIn(counted.html).includes('Refund $10.00 to Visa 4242')]).toEqual([422, true]);
  expect(counted.html).toMatch(/name="way" value="lines" checked/);
  const method = await owner.submit(here, { refund_method: 'all_credit', reason: 'goodwill' });
  expect([method.status, textIn(method.html).includes('Refund $30.00 as credit')]).toEqual([422, true]);
  expect(await textOfPage(`/invoices/${number}`)).toContain('Refundable $30.00');
});

it('shows the refund of what was typed at a place that a phone scrolls to, and then refunds that', async () => {
  const { number } = await sell(
    '<adjustments><adjustment><unit_amount_in_cents>3000</unit_amount_in_cents><description>Seats</description><tax_exempt>true</tax_exempt></adjustment></adjustments>',
  );
  const here = `/invoices/${number}/refund`;
  const typed = { amount: '7.50', reason: 'goodwill', comment: 'As agreed', do: 'show' };
  const asked = await owner.submit(here, typed);
  expect([asked.status, asked.location]).toEqual([
    303,
    `${here}?way=amount&refund_method=credit_first&amount=7.50&reason=goodwill&comment=As+agreed#shown`,
  ]);
  const refused = await owner.submit(here, { ...typed, comment: '4111 1111 1111 1111' });
  expect([refused.status, textIn(refused.html).includes('Leave the card number out.')]).toEqual([422, true]);
  const { html } = await owner.get(asked.location);
  expect(formValues(html, here)).toMatchObject({ reason: 'goodwill', comment: 'As agreed' });
  expect(html).toMatch(/<section class="panel" id="shown">.*Refund \$7\.50 to Visa 4242/s);
  const made = await owner.submit(asked.location, { reason: 'goodwill' }, here);
  expect(await textOfPage(made.location)).toContain('Refunded $7.50 to Visa 4242');
});

it('changes no subscription in a way that was not shown', async () => {
  const { subscription } = await sell(
    '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>',
  );
  const here = `/subscriptions/${subscription}/change`;
  const asked = await owner.submit(here, { quantity: '2', do: 'show' });
  expect(asked.location).toMatch(/change\?plan_code=tideline&quantity=2&unit_amount=&timeframe=now&.*#shown$/);
  const other = await owner.submit(asked.location.split('#')[0] ?? '', { quantity: '3' }, here);
  expect([other.status, textIn(other.html).includes(NOT_SHOWN)]).toEqual([422, true]);
  const changed = await owner.submit(asked.location.split('#')[0] ?? '', {}, here);
  expect(await textOfPage(changed.location)).toMatch(/The subscription is now .*2 ×|quantity 2/i);
});
