import { explanationText } from '@service/billing/domain/invoices/explain.ts';
import { explainInvoiceNamed } from '@service/billing/queries/invoices/explanations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';
import { withRole } from './with-role.ts';

const DAY = 86_400;
const MONTH = 31 * DAY;
let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const FEE = (cents: number): string =>
  `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><description>Fee</description><tax_exempt>true</tax_exempt></adjustment></adjustments>`;

interface Buyer {
  readonly code: string;
  /** The number of the first invoice. */
  readonly number: string;
}

/** Sells to a new customer, by default one charge of 30.00 in three units without tax. */
const sell = async ({ card = {}, content = '', name = '' } = {}): Promise<Buyer> => {
  const code = fresh('buyer');
  const token = await service.token({ country: 'DE', postal_code: '50667', number: '4242 4242 4242 4242', ...card });
  const sold = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>ada@example.com</email>${name}` +
      `<billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency>${
        content ||
        '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents><quantity>3</quantity><description>Seats</description><tax_exempt>true</tax_exempt></adjustment></adjustments>'
      }</purchase>`,
  );
  expect(sold.status, sold.text).toBe(200);
  return { code, number: textOf(sold.xml, 'charge_invoice', 'invoice_number') ?? '' };
};

const pageOf = async (path: string, browser: Pick<OperatorBrowser, 'get'> = owner) =>
  textIn((await browser.get(path)).html);
const siteOf = async () => (await service.service.opened.sites.find('demo'))!;
const entries = async (action: string) =>
  service.service.opened.storage.of((await siteOf()).id).auditLog.list({ action }, 5);
const travel = (seconds: number) =>
  service.api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${seconds}</advance_in_seconds></clock>`);
const numbersOf = async (code: string) =>
  ((await service.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? []).map(
    (one) => textOf(one, 'invoice_number') ?? '',
  );

/** A customer whose second month is not paid: this card is charged once and declined afterwards. */
const pastDue = async (): Promise<Buyer> => {
  const sold = await sell({
    content: '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>',
  });
  const card = { number: '4000 0000 0000 0341', country: 'DE', postal_code: '50667' };
  await service.api(
    'PUT',
    `/v2/accounts/${sold.code}/billing_info`,
    `<billing_info><token_id>${await service.token(card)}</token_id></billing_info>`,
  );
  await travel(MONTH);
  await service.dueWork();
  const [latest = ''] = await numbersOf(sold.code);
  return { ...sold, number: latest };
};

describe('the page of an invoice', () => {
  it('shows the lines, what was paid with, the postings, and the sentences of npm run explain', async () => {
    const { number, code } = await sell();
    const text = await pageOf(`/invoices/${number}`);
    expect(text).toContain(`Invoice ${number} paid`);
    expect(text).toContain('Seats');
    expect(text).toMatch(/Visa 4242 purchase success/);
    expect(text).toMatch(/invoice posted .* Receivables \$30\.00/);
    const explained = explanationText(
      await explainInvoiceNamed(service.service.opened)({ site: await siteOf() }, number),
    );
    for (const line of explained.split('\n').filter(Boolean)) expect(text).toContain(line.trim());
    expect((await owner.get(`/invoices/${number}`)).html).toContain(`href="/customers/${code}"`);
    expect((await owner.get('/invoices/999999')).status).toBe(404);
  });

  it('opens by the number with or without its prefix, leads on with it, and gives the PDF', async () => {
    const { number } = await sell();
    const { invoices } = service.service.opened.storage.of((await siteOf()).id);
    const { account_code: _, parent_account_code: __, ...stored } = (await invoices.byNumber(Number(number)))!;
    await invoices.save({ ...stored, invoice_number_prefix: 'TL' });
    for (const name of [number, `TL${number}`]) {
      const { status, html } = await owner.get(`/invoices/${name}`);
      expect([status, textIn(html).includes(`Invoice TL${number} paid`)]).toEqual([200, true]);
      expect(html).toContain(`href="/invoices/TL${number}/refund"`);
    }
    expect((await owner.get(`/invoices/XX${number}`)).status).toBe(404);
    const { status, html, headers } = await owner.get(`/invoices/TL${number}/pdf`);
    expect([status, html.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="invoice-TL${number}.pdf"`);
  });

  it('escapes what customers write, and shows names only to roles that may see them', async () => {
    const { number } = await sell({
      name: '<first_name>&lt;b&gt;Bea</first_name><last_name>Trix</last_name>',
      content:
        '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents><description>&lt;script&gt;</description></adjustment></adjustments>',
    });
    const { html } = await owner.get(`/invoices/${number}`);
    expect(html).toContain('&lt;b&gt;Bea Trix');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
    const analyst = await withRole(service, ['analyst']);
    const seen = (await analyst.get(`/invoices/${number}`)).html;
    expect(seen).not.toMatch(/Bea|Trix|ada@example\.com/);
    expect(seen).not.toContain(`/invoices/${number}/refund`);
    expect((await analyst.get(`/invoices/${number}/pdf`)).status).toBe(403);
    for (const action of [
      'refund',
      'collect',
      'record-payment',
      'mark-failed',
      'stop-dunning',
      'send',
      'edit',
      'void',
    ]) {
      expect([action, (await analyst.get(`/invoices/${number}/${action}`)).status]).toEqual([action, 403]);
    }
  });
});

describe('a refund', () => {
  it('of everything says what goes where, is carried out once, and is in the audit log with its reason', async () => {
    const { number } = await sell();
    const page = await owner.get(`/invoices/${number}/refund`);
    expect(textIn(page.html)).toContain('Refund $30.00 to Visa 4242');
    const fields = { reason: 'duplicate', comment: 'charged twice' };
    const sent = await owner.submit(`/invoices/${number}/refund`, fields);
    expect([sent.status, sent.location.split('?')[0]]).toEqual([303, `/invoices/${number}`]);
    const after = textIn((await owner.get(sent.location)).html);
    expect(after).toMatch(
      /Refunded \$30\.00 to Visa 4242, with credit invoice \d+\. The customer was not sent a mail: the service sends none for this\./,
    );
    expect(after).toMatch(/Credit invoice \d+ , refund: \$30\.00 .*duplicate: charged twice/);
    const [, credit = ''] = /Credit invoice (\d+)/.exec(after) ?? [];
    expect(await pageOf(`/invoices/${credit}`)).toContain('Reason of the refund duplicate: charged twice');
    const [entry] = await entries('invoice.refunded');
    expect(entry).toMatchObject({
      actor: 'operator:demo owner',
      subject: number,
      changes: { reason: { from: null, to: 'duplicate: charged twice' } },
    });
    expect(await pageOf(`/invoices/${number}/refund`)).toContain('Nothing is left to refund of this invoice.');
  });

  it('of an amount or of units is shown before it is made', async () => {
    const { number } = await sell();
    const here = `/invoices/${number}/refund`;
    const part = await owner.submit(`${here}?way=amount&amount=5.00`, { reason: 'goodwill' });
    expect(await pageOf(part.location)).toMatch(
      /Refunded \$5\.00 to Visa 4242, with credit invoice \d+\. The customer is sent a mail about the refund to ada@example\.com\./,
    );
    const { html } = await owner.get(here);
    const [, field = ''] = /name="(quantity_[0-9a-f]{32})"/.exec(html) ?? [];
    const uuid = field.replace('quantity_', '');
    expect(await pageOf(`${here}?way=lines&${field}=2`)).toContain('Refund $20.00 to Visa 4242');
    expect(await pageOf(`${here}?way=lines&measure_${uuid}=amount&${field}=7.25`)).toContain('Refund $7.25 to Visa');
    expect(await pageOf(`${here}?way=lines&measure_${uuid}=percentage&${field}=50`)).toContain('Refund $12.50 to Visa');
    const credit = await owner.submit(`${here}?way=amount&amount=2&refund_method=all_credit`, { reason: 'other' });
    expect(await pageOf(credit.location)).toContain('Refunded $2.00 as credit');
    for (const [query, problem] of [
      ['way=amount&amount=x', 'Enter an amount above 0, such as 5.00.'],
      ['way=amount&amount=999', 'At most $23.00 is left to refund.'],
      ['way=lines', 'Enter how many units, how much or what percentage to refund of at least one line.'],
      [`way=lines&measure_${uuid}=amount&${field}=99`, 'At most $23.00 before tax is left to refund of this line.'],
      [`way=lines&measure_${uuid}=amount&${field}=many`, 'Enter an amount above 0, such as 5.00.'],
      [`way=lines&measure_${uuid}=percentage&${field}=101`, 'Enter a whole number from 1 to 100.'],
      [`way=lines&${field}=1.5`, 'Enter a whole number.'],
    ]) {
      const text = await pageOf(`${here}?${query}`);
      expect(text).toContain(problem);
      expect(text).toContain('Nothing can be refunded with this choice.');
    }
  });

  it('sent twice is made once', async () => {
    const { number } = await sell();
    const here = `/invoices/${number}/refund`;
    const { html } = await owner.get(`${here}?way=amount&amount=4`);
    const fields = { ...formValues(html, here), reason: 'other' };
    const [one, other] = [await owner.post(here, fields), await owner.post(here, fields)];
    expect([one.status, other.status]).toEqual([303, 303]);
    expect(one.location).toBe(other.location);
    expect(await pageOf(here)).toContain('All that is left, $26.00');
  });

  it('by support stays within the daily limit, which the page names with what is left of it', async () => {
    const support = await withRole(service, ['support']);
    const { number } = await sell({
      content: FEE(20_000),
    });
    const here = `/invoices/${number}/refund`;
    const refund = (amount: number) =>
      support.submit(`${here}?way=amount&amount=${amount}`, { reason: 'goodwill' }, here);
    expect((await refund(60)).status).toBe(303);
    const refused = await refund(50);
    expect(refused.status).toBe(422);
    expect(textIn(refused.html)).toContain('You may refund $100.00 a day at this site, of which $40.00 is left today.');
    expect(textIn(refused.html)).toContain('This is more than you may still refund today.');
    expect((await refund(40)).status).toBe(303);
    const both = await withRole(service, ['support', 'finance']);
    const { status } = await both.submit(`${here}?way=amount&amount=99`, { reason: 'goodwill' }, here);
    expect(status).toBe(303);
  });

  it('that the gateway declines does not count against the limit, and keeps what was typed', async () => {
    const support = await withRole(service, ['support']);
    const declining = await sell({ card: { number: '4000 0000 0000 2024' } });
    const here = `/invoices/${declining.number}/refund`;
    const declined = await support.submit(
      `${here}?way=amount&amount=20`,
      { reason: 'goodwill', comment: 'kept' },
      here,
    );
    expect(declined.status).toBe(422);
    expect(textIn(declined.html)).toContain('The gateway declined the refund, so nothing was refunded.');
    expect(declined.html).toContain('>kept</textarea>');
    const { number } = await sell({ content: FEE(10_000) });
    const whole = await support.submit(`/invoices/${number}/refund`, { reason: 'goodwill' });
    expect(whole.status).toBe(303);
  });

  it('that was made by hand is recorded without a gateway', async () => {
    const { number } = await sell();
    const calls = service.gatewayCalls.length;
    const sent = await owner.submit(`/invoices/${number}/refund?way=amount&amount=6&external_refund=yes`, {
      reason: 'other',
    });
    expect(await pageOf(sent.location)).toMatch(/Refunded \$6\.00 to .*, with credit invoice \d+\./);
    expect(service.gatewayCalls).toHaveLength(calls);
  });

  it('above 500.00 asks for a fresh proof, and comes back to the same choice', async () => {
    const finance = await withRole(service, ['finance'], { provedAgo: 10 * 60_000 });
    const { number } = await sell({
      content: FEE(90_000),
    });
    const here = `/invoices/${number}/refund`;
    const refund = (amount: number) =>
      finance.submit(`${here}?way=amount&amount=${amount}`, { reason: 'goodwill' }, here);
    const asked = await refund(501);
    expect(asked.status).toBe(303);
    const to = new URL(asked.location, 'http://console').searchParams.get('to') ?? '';
    expect(asked.location).toMatch(/^\/prove\?/);
    expect(await pageOf(to, finance)).toContain('Refund $501.00 to Visa 4242');
    expect((await refund(300)).location).toMatch(/^\/invoices/);
  });
});

describe('other actions', () => {
  it('on an invoice that is past due: its state and next step, collect, stop dunning, write off', async () => {
    const { number } = await pastDue();
    const text = await pageOf(`/invoices/${number}`);
    expect(text).toContain('is past due since');
    expect(text).toMatch(/Dunning State under way .*Next step reminder to the customer/);
    const declined = await owner.submit(`/invoices/${number}/collect`);
    expect(declined.status).toBe(422);
    expect(textIn(declined.html)).toContain('was not collected');
    const stopped = await owner.submit(`/invoices/${number}/stop-dunning`);
    expect(await pageOf(stopped.location)).toMatch(/Dunning has stopped\..*State stopped/);
    expect((await owner.submit(`/invoices/${number}/stop-dunning`)).status).toBe(422);
    const reminded = await owner.submit(`/invoices/${number}/send`);
    expect(await pageOf(reminded.location)).toContain('The customer is sent a reminder to pay to ada@example.com.');
    expect((await owner.submit(`/invoices/${number}/mark-failed`)).status).toBe(422);
    const failed = await owner.submit(`/invoices/${number}/mark-failed`, { reason: 'bankrupt' });
    const after = await pageOf(failed.location);
    expect(after).toContain('The invoice is closed as failed');
    expect((await entries('invoice.marked_failed'))[0]?.changes).toEqual({
      amount: { from: null, to: '23.79 USD' },
      reason: { from: null, to: 'bankrupt' },
    });
    expect(after).toMatch(/Credit invoice \d+ , write off/);
  });

  it('sends a receipt again, as a new message', async () => {
    const { number } = await sell();
    const sent = await owner.submit(`/invoices/${number}/send`);
    expect(await pageOf(sent.location)).toContain(
      'The customer is sent a receipt with the invoice to ada@example.com.',
    );
    expect((await entries('invoice.sent'))[0]).toMatchObject({ subject: number, actor: 'operator:demo owner' });
  });

  it('records what has arrived for an invoice that is paid by hand, in parts', async () => {
    const { number } = await sell({
      content:
        '<collection_method>manual</collection_method><net_terms>30</net_terms><adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents><description>Fee</description><tax_exempt>true</tax_exempt></adjustment></adjustments>',
    });
    const here = `/invoices/${number}/record-payment`;
    const [, collected_on = ''] = /name="collected_on" value="([^"]+)"/.exec((await owner.get(here)).html) ?? [];
    const part = await owner.submit(here, { amount: '4.00', payment_method: 'check', collected_on });
    expect(await pageOf(part.location)).toContain(
      'A payment of $4.00 was recorded. The customer was not sent a mail: the service sends none for this.',
    );
    const [, payment = ''] = /href="(\/payments\/[0-9a-f]{32})"/.exec((await owner.get(part.location)).html) ?? [];
    // How much tax is in a part is unknown.
    expect(await pageOf(payment)).toMatch(/Received .* Method check/i);
    expect(await pageOf(payment)).not.toContain('Tax in it');
    const more = await owner.submit(here, { amount: '7', payment_method: 'check', collected_on });
    expect(more.status).toBe(422);
    expect(textIn(more.html)).toContain('Amount in USD must be less than or equal to $6.00.');
    const rest = await owner.submit(here, { amount: '6.00', payment_method: 'check', collected_on });
    expect(await pageOf(rest.location)).toMatch(
      /A payment of \$6\.00 was recorded\..*Collected by hand, due after 30 days/,
    );
    // What came by hand goes back by hand.
    const refund = `/invoices/${number}/refund`;
    expect((await owner.get(refund)).html).toMatch(/name="external_refund" value="yes" checked/);
    expect(await pageOf(`${refund}?way=all`)).toContain('It was not paid through a gateway');
    const refunded = await owner.submit(refund, { reason: 'goodwill' });
    expect(await pageOf(refunded.location)).toContain('Refunded $10.00 to');
  });

  it('marks an invoice as paid that is collected automatically', async () => {
    const { number } = await pastDue();
    const paid = await owner.submit(`/invoices/${number}/record-payment`);
    expect(await pageOf(paid.location)).toMatch(/\$23\.79 was marked as paid\. .*Invoice \d+ paid/);
    expect((await entries('invoice.marked_successful'))[0]).toMatchObject({ subject: number });
  });

  it('edits the purchase order number, and refuses to overwrite what another has changed', async () => {
    const { number } = await sell();
    const here = `/invoices/${number}/edit`;
    const { html } = await owner.get(here);
    const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const old = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    await owner.submit(here, { customer_notes: 'Thank you <3' });
    const stale = await owner.post(here, { ...old, customer_notes: 'Mine' });
    expect(stale.status).toBe(409);
    expect(textIn(stale.html)).toContain('demo owner changed this invoice after you opened it.');
    expect(stale.html).toContain('Thank you &lt;3');
    const again = Object.fromEntries(
      [...stale.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const saved = await owner.post(here, { ...again, customer_notes: 'Mine' });
    expect(saved.status).toBe(303);
    expect(await pageOf(`/invoices/${number}`)).toContain('Notes for the customer Mine');
  });

  it('uses credit for an open invoice, and voids credit', async () => {
    const { number, code } = await sell();
    await owner.submit(`/invoices/${number}/refund?way=amount&amount=9&refund_method=all_credit`, { reason: 'other' });
    const [credit = ''] = (await numbersOf(code)).filter((one) => one !== number);
    expect(await pageOf(`/invoices/${credit}`)).toContain(`Credit invoice ${credit} open`);
    const voided = await owner.submit(`/invoices/${credit}/void`);
    expect(await pageOf(voided.location)).toContain('$9.00 of credit was voided.');
  });
});

it('offers a charge instead of an invoice where nothing is pending', async () => {
  const { code } = await sell();
  const { status, html } = await owner.get(`/customers/${code}/invoice`);
  expect(status).toBe(200);
  expect(textIn(html)).toContain('No charges are pending, so there is nothing to invoice. Add a charge');
  expect(html).toContain(`href="/customers/${code}/charge"`);
  expect(html).not.toContain('name="seen_manual"');
});
