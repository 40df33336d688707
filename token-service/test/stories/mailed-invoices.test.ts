import { randomUUID } from 'node:crypto';
import type { Site } from '@service/billing/resources/site.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attachmentsOf, textObjects } from '../../src/documents/invoice-pdf/read-pdf.fixture.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';

let server: MailServer;
let service: TestService;
let shop: SubscriptionShop;

const SELLER: Partial<Site> = {
  company: 'Tideline GmbH',
  company_address: ['Hafenstraße 1', '10115 Berlin'],
  company_vat_number: 'DE123456789',
  seller_country: 'DE',
  tax_registrations: ['EU'],
  currencies: ['EUR'],
  time_zone: 'UTC',
  e_invoices: 'when_possible',
};

const TOKYO =
  '<preferred_time_zone>Asia/Tokyo</preferred_time_zone><preferred_locale>de-DE</preferred_locale>' +
  '<address><address1>Marienplatz 8</address1><city>München</city><zip>80331</zip><country>DE</country></address>';

beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService({
    // Still November in Berlin, already December in Tokyo.
    now: '2026-11-30T18:00:00Z',
    env: { RATE_LIMIT: 'off', SMTP_URL: server.url },
  });
  shop = await openShop(service, SELLER, '2.29');
});
afterAll(async () => {
  await service?.close();
  await server?.close();
});

const post = async (path: string, body: string) => {
  const answer = await shop.api('POST', path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.xml;
};

const account = async (): Promise<string> => {
  const code = fresh('buyer');
  await post(
    '/v2/accounts',
    `<account><account_code>${code}</account_code><email>${code}@example.com</email><company_name>Rathaus</company_name>${TOKYO}</account>`,
  );
  return code;
};

/** Sells on the account, marks the invoice as paid, and returns its number. */
const sell = async (code: string): Promise<string> => {
  const sold = await post(
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code></account><collection_method>manual</collection_method><currency>EUR</currency><adjustments><adjustment><description>Ropes</description><unit_amount_in_cents>1999</unit_amount_in_cents></adjustment></adjustments></purchase>`,
  );
  const number = textOf(sold, 'charge_invoice', 'invoice_number') ?? '';
  expect((await shop.api('PUT', `/v2/invoices/${number}/mark_successful`)).status).toBe(200);
  return number;
};

/** Sends an invoice as a receipt, and returns the attachments of the mail that arrives. */
const mailed = async (code: string, number: string) => {
  const { accounts, invoices, outbox } = shop.records();
  const invoice = await invoices.byNumber(Number(number), undefined);
  const recipient = `${randomUUID()}@example.com`;
  await outbox.queue({
    id: randomUUID(),
    kind: 'receipt',
    recipient,
    account_id: (await accounts.find(code))?.id ?? null,
    correlation: 'mailed-invoices',
    payload: {
      invoice_id: invoice?.uuid,
      invoice_number: number,
      amount_in_cents: Math.abs(invoice?.total_in_cents ?? 0),
      currency: 'EUR',
      paid_at: invoice?.created_at,
      method: null,
    },
  });
  service.clock.advance({ minutes: 1 });
  await service.service.mail?.idle();
  const [mail] = server.received.filter(({ to }) => to.includes(recipient));
  return mail?.attachments ?? [];
};

const KINDS: readonly [kind: string, make: (code: string) => Promise<{ number: string; credited: string | null }>][] = [
  ['a charge', async (code) => ({ number: await sell(code), credited: null })],
  [
    'a credit',
    async (code) => {
      await post(
        `/v2/accounts/${code}/adjustments`,
        '<adjustment><description>Goodwill</description><unit_amount_in_cents>-300</unit_amount_in_cents><currency>EUR</currency></adjustment>',
      );
      await post(`/v2/accounts/${code}/invoices`, '<invoice/>');
      const [posted] = (await shop.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [];
      return { number: textOf(posted, 'invoice_number') ?? '', credited: null };
    },
  ],
  [
    'a refund',
    async (code) => {
      const credited = await sell(code);
      const refunded = await post(
        `/v2/invoices/${credited}/refund`,
        '<invoice><amount_in_cents>500</amount_in_cents></invoice>',
      );
      return { number: textOf(refunded, 'invoice_number') ?? '', credited };
    },
  ],
];

it.each(KINDS)('the PDF in the mail is that of the API: %s', async (_kind, make) => {
  const code = await account();
  const { number, credited } = await make(code);
  const attachments = await mailed(code, number);
  expect(attachments.map(({ filename }) => filename)).toEqual([`${number}.pdf`, `${number}.xml`]);
  const [pdf, xml] = attachments.map(({ bytes }) => bytes);
  const ofApi = await shop.pdf(number);
  expect(pdf?.equals(ofApi)).toBe(true);

  const text = textObjects(ofApi)
    .map((one) => one.text)
    .join('\n');
  expect(text).toContain(number);
  if (credited !== null) expect(text).toContain(credited);
  expect(text).toMatch(/1\. Dezember 2026|01\.12\.2026/);
  expect(attachmentsOf(ofApi).map(({ text: contained }) => contained?.includes(number))).toEqual([true]);
  expect(xml?.toString()).toContain(number);
});

it('the mail about a refund names the credit invoice, which the customer has never seen', async () => {
  const code = await account();
  const card =
    '<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>4111111111111111</number><month>12</month><year>2040</year></billing_info>';
  const sold = await post(
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code>${card}</account><currency>EUR</currency><adjustments><adjustment><description>Ropes</description><unit_amount_in_cents>1999</unit_amount_in_cents></adjustment></adjustments></purchase>`,
  );
  const charged = textOf(sold, 'charge_invoice', 'invoice_number');
  // What has not settled is voided instead.
  service.clock.advance({ days: 2 });
  await service.dueWork();
  const refunded = await post(
    `/v2/invoices/${charged}/refund`,
    '<invoice><amount_in_cents>500</amount_in_cents></invoice>',
  );
  await service.service.mail?.idle();
  const mail = server.received.find(({ to, text }) => to.includes(`${code}@example.com`) && /5[,.]00/.test(text));
  expect(mail?.text).toMatch(new RegExp(`Rechnung:? ${textOf(refunded, 'invoice_number')}\\b`));
});
