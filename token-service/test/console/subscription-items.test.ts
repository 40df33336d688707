import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { demoOwner, WITH_CONSOLE } from './browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
});
afterAll(() => service?.close());

it('shows the items of a subscription, what they cost next, and a change that bills them', async () => {
  const owner = await demoOwner(service);
  const send = async (method: string, path: string, body: string) => {
    const answer = await service.api(method, path, body, { 'X-Api-Version': '2.29' });
    expect([200, 201], answer.text).toContain(answer.status);
    return answer.xml;
  };
  await send('POST', '/v2/items', '<item><item_code>mug</item_code><name>Mug</name></item>');
  const allowed = '<plan><allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions></plan>';
  for (const plan of ['tideline', 'tideline-yearly']) await send('PUT', `/v2/plans/${plan}`, allowed);
  expect(textIn((await owner.get('/catalogue/plans/tideline')).html)).toContain('Items besides the add-ons any');
  expect((await owner.get('/catalogue/plans/tideline/edit')).html).toMatch(
    /name="allow_any_item_on_subscriptions"[^>]* checked/,
  );

  const token = await service.token({ country: 'DE', postal_code: '10115' });
  const sold = await send(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>mugs</account_code><email>ada@example.com</email><billing_info><token_id>${token}</token_id></billing_info></account>
    <currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code><subscription_add_ons><subscription_add_on>
    <add_on_code>mug</add_on_code><add_on_source>item</add_on_source><quantity>2</quantity><unit_amount_in_cents>500</unit_amount_in_cents>
    </subscription_add_on></subscription_add_ons></subscription></subscriptions></purchase>`,
  );
  const number = textOf(within(sold, 'charge_invoice'), 'invoice_number');
  const { xml } = await service.api('GET', `/v2/invoices/${number}/subscriptions`);
  const uuid = textOf(xml?.children[0], 'uuid') ?? '';

  const shown = textIn((await owner.get(`/subscriptions/${uuid}`)).html);
  expect(shown).toContain('2 × Mug (item), $5.00 each');
  // 19.99 and twice 5.00, with 5.70 of tax.
  expect(shown).toMatch(/Next invoice \$35\.69 is due .* 2 × Mug .*\$10\.00/);

  const customer = await signedIn(service, 'mugs');
  expect(textIn((await customer.get('/account')).html)).toMatch(/2 × Mug/);
  const change = await customer.get(`/account/subscriptions/${uuid}/change?plan=tideline-yearly&quantity=1`);
  expect(textIn(change.html)).toMatch(/2 × Mug .*\$10\.00/);
});
