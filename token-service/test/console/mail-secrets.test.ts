import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMailLink } from '../../src/documents/mail/mail-link.ts';
import { newCustomer } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

const MONTH = 31 * 86_400;
let service: TestService;
let owner: OperatorBrowser;
let code = '';
let loginToken = '';
let giftCode = '';

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  ({ code, token: loginToken } = await newCustomer(service));
  giftCode = await giftFor();
  await owner.arrive(`/customers/${code}/link`);
  await becomePastDue();
  await service.service.mail?.idle();
});
afterAll(() => service?.close());

/** Sells a gift card that is delivered by mail, and returns its code. */
const giftFor = async (): Promise<string> => {
  const info = `<billing_info><token_id>${await service.token({ country: 'US', postal_code: '94105' })}</token_id></billing_info>`;
  const bought = await service.api(
    'POST',
    '/v2/gift_cards',
    `<gift_card><gifter_account><account_code>gifter</account_code><email>grace@example.com</email>${info}</gifter_account>` +
      '<product_code>tideline</product_code><unit_amount_in_cents>5000</unit_amount_in_cents><currency>USD</currency>' +
      '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery></gift_card>',
  );
  expect(bought.status, bought.text).toBe(201);
  return textOf(bought.xml, 'redemption_code') ?? '';
};

/** The card of the next month is declined, so the customer gets a reminder with a link to pay. */
const becomePastDue = async (): Promise<void> => {
  const token = await service.token({ number: '4000 0000 0000 0341', country: 'US', postal_code: '94105' });
  const info = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${code}/billing_info`, info);
  const clock = `<clock><advance_in_seconds>${MONTH}</advance_in_seconds></clock>`;
  await service.api('PUT', '/v2/sandbox/clock', clock);
  await service.dueWork();
};

const messages = async () => {
  const site = await service.service.opened.sites.find('demo');
  return service.service.opened.storage.of(site?.id ?? '').outbox.list({}, 100);
};

/** The tokens in a text that sign somebody in: that of an account, and those of links in mail. */
const tokensIn = (text: string): string[] => [
  ...(text.match(/[\w-]{70}/g) ?? []).filter((token) => readMailLink(token) !== undefined),
  ...(text.includes(loginToken) ? [loginToken] : []),
];

it('what the customer gets signs in, so the search below has something to find', async () => {
  const mailbox = await service.api('GET', `/v2/sandbox/mailboxes/${code}`);
  expect(tokensIn(mailbox.text)).not.toEqual([]);
});

it('no message signs its reader in, as text or as HTML, or has the code of a gift card', async () => {
  const all = await messages();
  const kinds = new Set(all.map(({ kind }) => kind));
  const withSecrets = ['account_link', 'gift_card_delivery', 'order_confirmation', 'payment_failed', 'receipt'];
  expect(withSecrets.filter((kind) => !kinds.has(kind))).toEqual([]);
  for (const { id, kind } of all) {
    for (const path of [`/mail/${id}`, `/mail/${id}/html`]) {
      const { html, status } = await owner.get(path);
      expect([path, kind, status, tokensIn(html), html.includes(giftCode)]).toEqual([path, kind, 200, [], false]);
    }
  }
});

it('the links show where they lead, and a new message to the same address hides them too', async () => {
  const reminder = (await messages()).find(({ kind }) => kind === 'payment_failed');
  const { html } = await owner.get(`/mail/${reminder?.id}`);
  expect(html).toContain('/account/(hidden)?to=invoices%2F');
  const again = await owner.arrive(`/mail/${reminder?.id}/again`, { recipient: 'ada@example.com' });
  expect(again.html).toContain('/account/(hidden)?to=invoices%2F');
  expect(tokensIn(again.html)).toEqual([]);
});

it('the same holds for lists, the customer and the search', async () => {
  for (const path of ['/mail', '/mail?format=csv', `/customers/${code}`, '/search?q=ada@example.com', '/audit']) {
    const { html } = await owner.get(path);
    expect([path, tokensIn(html), html.includes(giftCode)]).toEqual([path, [], false]);
  }
});
