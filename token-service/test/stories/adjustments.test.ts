import { expect, it } from 'vitest';
import { anIntent, id } from '../../src/adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../src/adapters/storage/testing/selling-samples.ts';
import { pagesOfText } from '../../src/documents/invoice-pdf/read-pdf.fixture.ts';
import { findings, fresh, type OtherSite, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const NOON = '2026-11-20T12:00:00Z';
const ADDRESS =
  '<first_name>Ada</first_name><last_name>Lovelace</last_name><address1>1 Pier</address1><city>Brighton</city><state>East Sussex</state><zip>BN1</zip><country>GB</country>';

onBothEngines('charges and credits', (service) => {
  const open = async (site: Pick<OtherSite, 'api'> = service(), inner = ''): Promise<string> => {
    const code = fresh('buyer');
    const body = `<account><account_code>${code}</account_code>${inner}</account>`;
    expect((await site.api('POST', '/v2/accounts', body)).status).toBe(201);
    return code;
  };
  const charge = (code: string, inner: string, headers?: Record<string, string>) =>
    service().api('POST', `/v2/accounts/${code}/adjustments`, `<adjustment>${inner}</adjustment>`, headers);
  const usd = (cents: number | string, rest = '') =>
    `<unit_amount_in_cents>${cents}</unit_amount_in_cents><currency>USD</currency>${rest}`;
  const summary = (xml: Awaited<ReturnType<typeof charge>>['xml']) =>
    Object.fromEntries(xml?.children.map((child) => [child.name, child.text]) ?? []);

  it('creates a pending charge with the documented defaults', async () => {
    const code = await open();
    const made = await charge(code, usd(5000, '<quantity>2</quantity>'));
    expect(made.status, made.text).toBe(201);
    const uuid = textOf(made.xml, 'uuid');
    const url = `${service().apiUrl}/v2/adjustments/${uuid}`;
    expect(made.headers.get('location')).toBe(url);
    expect(Object.fromEntries(made.xml?.attributes ?? [])).toEqual({ href: url, type: 'charge' });
    expect(summary(made.xml)).toMatchObject({
      state: 'pending',
      origin: 'debit',
      unit_amount_in_cents: '5000',
      quantity: '2',
      quantity_remaining: '2',
      discount_in_cents: '0',
      tax_in_cents: '0',
      total_in_cents: '10000',
      currency: 'USD',
      taxable: 'true',
      tax_exempt: 'false',
      start_date: NOON,
      created_at: NOON,
    });
    expect(within(made.xml, 'end_date')?.attributes.has('nil')).toBe(true);
    for (const name of ['invoice', 'subscription', 'credit_reason_code', 'shipping_address', 'tax_details']) {
      expect(within(made.xml, name), name).toBeUndefined();
    }
    expect(within(made.xml, 'account')?.attributes.get('href')).toBe(`${service().apiUrl}/v2/accounts/${code}`);
    const dashed = `${uuid?.slice(0, 8)}-${uuid?.slice(8)}`.toUpperCase();
    expect((await service().api('GET', `/v2/adjustments/${dashed}`)).text).toBe(made.text);
  });

  it('charges a fraction of a unit from 2.29 on, rounded once', async () => {
    const code = await open();
    const newest = { 'X-Api-Version': '2.29' };
    // 2.5 x 3.33 = 8.325, so 8.33
    const made = await charge(code, usd(333, '<quantity_decimal>2.50</quantity_decimal>'), newest);
    expect(summary(made.xml)).toMatchObject({
      unit_amount_in_cents: '333',
      quantity: '3',
      quantity_decimal: '2.5',
      quantity_remaining: '3',
      quantity_decimal_remaining: '2.5',
      total_in_cents: '833',
    });
    const older = await service().api('GET', `/v2/adjustments/${textOf(made.xml, 'uuid')}`, undefined, {
      'X-Api-Version': '2.28',
    });
    expect(summary(older.xml)).toMatchObject({ unit_amount_in_cents: '833', quantity: '1', quantity_remaining: '1' });
    expect(within(older.xml, 'quantity_decimal')).toBeUndefined();
    expect((await charge(code, usd(333, '<quantity_decimal>2.5</quantity_decimal>'))).status).toBe(400);
    const none = await charge(code, usd(333, '<quantity_decimal>0</quantity_decimal>'), newest);
    expect(findings(none.xml)).toEqual(['adjustment.quantity_decimal greater_than']);
    const whole = await charge(code, usd(333, '<quantity>2</quantity>'), newest);
    expect(summary(whole.xml)).toMatchObject({ quantity_decimal: '2', quantity_decimal_remaining: '2' });
    const invoice = await service().api('POST', `/v2/accounts/${code}/invoices`);
    expect(textOf(within(invoice.xml, 'charge_invoice'), 'total_in_cents')).toBe(String(833 + 666));
    const address = `/v2/invoices/${textOf(within(invoice.xml, 'charge_invoice'), 'invoice_number')}`;
    const key = Buffer.from('demo-private-key:').toString('base64');
    const pdf = await fetch(new URL(`${address}?appendix=explanation`, service().apiUrl), {
      headers: { Authorization: `Basic ${key}`, Accept: 'application/pdf', ...newest },
    });
    const printed = pagesOfText(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .map(({ text }) => text);
    expect(printed).toEqual(expect.arrayContaining(['2.5', '$3.33', '$8.33']));
    expect(printed.join(' ')).toContain('Price: 2.5 x 3.33 USD = 8.33 USD.');
  });

  it('stores every field sent', async () => {
    const inner = {
      description: 'Oilskins',
      accounting_code: 'oil-1',
      product_code: 'OIL',
      origin: 'one_time',
      tax_exempt: 'true',
      tax_code: 'physical',
      start_date: '2026-12-01T00:00:00Z',
      end_date: '2027-01-01T00:00:00Z',
      revenue_schedule_type: 'evenly',
    };
    const rest = Object.entries(inner).map(([name, text]) => `<${name}>${text}</${name}>`);
    expect(summary((await charge(await open(), usd(0, rest.join('')))).xml)).toMatchObject({
      ...inner,
      taxable: 'false',
    });
  });

  it('treats a negative amount as a credit without tax', async () => {
    const code = await open();
    const made = await charge(code, usd(-250, '<tax_exempt>true</tax_exempt>'));
    expect(made.xml?.attributes.get('type')).toBe('credit');
    expect(summary(made.xml)).toMatchObject({
      origin: 'credit',
      credit_reason_code: 'general',
      total_in_cents: '-250',
      taxable: 'false',
      tax_exempt: 'false',
    });
    const card = usd(-100, '<origin>external_gift_card</origin><credit_reason_code>promotional</credit_reason_code>');
    expect(summary((await charge(code, card)).xml)).toMatchObject({
      origin: 'external_gift_card',
      credit_reason_code: 'promotional',
    });
    const early = await charge(code, usd(-1), { 'X-Api-Version': '2.9' });
    expect(within(early.xml, 'credit_reason_code')).toBeUndefined();
  });

  it.each([
    ['<currency>USD</currency>', ['adjustment.unit_amount_in_cents blank']],
    ['<unit_amount_in_cents>1</unit_amount_in_cents>', ['adjustment.currency blank']],
    ['<unit_amount_in_cents>1</unit_amount_in_cents><currency/>', ['adjustment.currency blank']],
    [usd('much'), ['adjustment.unit_amount_in_cents not_a_number']],
    [usd('1.5'), ['adjustment.unit_amount_in_cents not_an_integer']],
    [usd(10_000_001), ['adjustment.unit_amount_in_cents less_than_or_equal_to']],
    [usd(-10_000_001), ['adjustment.unit_amount_in_cents greater_than_or_equal_to']],
    ['<unit_amount_in_cents>1</unit_amount_in_cents><currency>US</currency>', ['adjustment.currency wrong_length']],
    ['<unit_amount_in_cents>1</unit_amount_in_cents><currency>CHF</currency>', ['adjustment.currency inclusion']],
    [usd(1, '<quantity>0</quantity>'), ['adjustment.quantity greater_than_or_equal_to']],
    [usd(1, '<origin>plan</origin>'), ['adjustment.origin inclusion']],
    [usd(1, '<origin>external_gift_card</origin>'), ['adjustment.origin inclusion']],
    [usd(-1, '<origin>debit</origin>'), ['adjustment.origin inclusion']],
    [usd(1, '<credit_reason_code>general</credit_reason_code>'), ['adjustment.credit_reason_code present']],
    [usd(-1, '<credit_reason_code>whim</credit_reason_code>'), ['adjustment.credit_reason_code inclusion']],
    [usd(1, '<end_date>2026-11-20T11:59:59Z</end_date>'), ['adjustment.end_date invalid']],
    [usd(1, '<start_date>2027-01-02</start_date><end_date>2027-01-01</end_date>'), ['adjustment.end_date invalid']],
    [usd(1, '<revenue_schedule_type>evenly</revenue_schedule_type>'), ['adjustment.end_date blank']],
    [usd(1, '<revenue_schedule_type>at_range_end</revenue_schedule_type>'), ['adjustment.end_date blank']],
    [usd(1, '<revenue_schedule_type>soon</revenue_schedule_type>'), ['adjustment.revenue_schedule_type inclusion']],
    [usd(1, `<description>${'x'.repeat(256)}</description>`), ['adjustment.description too_long']],
    [usd(1, `<accounting_code>${'x'.repeat(21)}</accounting_code>`), ['adjustment.accounting_code too_long']],
    [usd(1, '<shipping_address_id>7</shipping_address_id>'), ['adjustment.shipping_address_id not_found']],
    [
      usd(1, '<shipping_address><country>XX</country></shipping_address>'),
      [
        'adjustment.shipping_address.country inclusion',
        ...['first_name', 'last_name', 'address1', 'city', 'state', 'zip'].map(
          (name) => `adjustment.shipping_address.${name} blank`,
        ),
      ],
    ],
  ])('rejects %s', async (inner, expected) => {
    const refused = await charge(await open(), inner);
    expect(refused.status, refused.text).toBe(422);
    expect(findings(refused.xml)).toEqual(expected);
  });

  it('accepts a shipping address of the account by id or a new one', async () => {
    const code = await open();
    const brought = await charge(code, usd(1, `<shipping_address>${ADDRESS}</shipping_address>`));
    expect(brought.status, brought.text).toBe(201);
    expect(within(brought.xml, 'shipping_address')?.children.map(({ name }) => name)).toEqual([
      'first_name',
      'last_name',
      'address1',
      'address2',
      'city',
      'state',
      'zip',
      'country',
      'phone',
      'nickname',
    ]);
    const { xml: addresses } = await service().api('GET', `/v2/accounts/${code}/shipping_addresses`);
    expect(addresses?.children.map((one) => textOf(one, 'city'))).toEqual(['Brighton']);
    const number = textOf(addresses?.children[0], 'id');
    const sent = await charge(code, usd(1, `<shipping_address_id>${number}</shipping_address_id>`));
    expect(textOf(sent.xml, 'shipping_address', 'city')).toBe('Brighton');
    const both = `<shipping_address_id>${number}</shipping_address_id><shipping_address>${ADDRESS}</shipping_address>`;
    expect(findings((await charge(code, usd(1, both))).xml)).toEqual(['adjustment.shipping_address_id present']);
    const early = await charge(code, usd(1, `<shipping_address_id>${number}</shipping_address_id>`), {
      'X-Api-Version': '2.10',
    });
    expect([early.status, textOf(early.xml, 'details')]).toEqual([
      400,
      'Unacceptable tag <shipping_address_id>: it needs X-Api-Version 2.11 or later',
    ]);
  });

  it('are rejected for a closed or unknown account', async () => {
    const code = await open();
    await service().api('DELETE', `/v2/accounts/${code}`);
    const refused = await charge(code, usd(1));
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'account_closed']);
    expect((await charge(fresh('missing'), usd(1))).status).toBe(404);
  });

  it('lists them by type and state', async () => {
    const site = await service().openSite();
    const code = await open(site);
    const records = site.records();
    const account = await records.accounts.find(code);
    await records.invoices.add(anInvoice(1000, account!));
    await records.adjustments.add(anAdjustment(1, account!));
    await records.adjustments.add(anAdjustment(2, account!, { type: 'credit', unit_amount_in_cents: -5 }));
    await records.adjustments.add(anAdjustment(3, account!, { state: 'invoiced', invoice_id: id(1000) }));
    const path = `/v2/accounts/${code}/adjustments`;
    const listed = async (query: string) =>
      (await site.api('GET', `${path}?order=asc&${query}`)).xml?.children.map((one) => textOf(one, 'uuid'));
    expect(await listed('')).toEqual([id(1), id(2), id(3)]);
    expect(await listed('type=credit')).toEqual([id(2)]);
    expect(await listed('state=pending&type=charge')).toEqual([id(1)]);
    expect(await listed('state=invoiced')).toEqual([id(3)]);
    expect((await site.api('HEAD', `${path}?state=pending`)).headers.get('x-records')).toBe('2');
    expect((await site.api('GET', `${path}?state=gone`)).status).toBe(400);
    const first = await site.api('GET', `${path}?per_page=2&state=pending&type=charge`);
    expect(first.headers.get('link')).toBeNull();
  });

  it('shows the credits issued against a charge, from 2.10 on', async () => {
    const site = await service().openSite();
    const records = site.records();
    const account = await records.accounts.find(await open(site));
    await records.adjustments.add(anAdjustment(1, account!));
    await records.adjustments.add(anAdjustment(2, account!, { type: 'credit', original_adjustment_uuid: id(1) }));
    const found = await site.api('GET', `/v2/adjustments/${id(1)}`);
    const credits = await site.api('GET', within(found.xml, 'credit_adjustments')?.attributes.get('href') ?? '');
    expect(credits.xml?.children.map((one) => textOf(one, 'original_adjustment_uuid'))).toEqual([id(1)]);
    expect(within(credits.xml?.children[0], 'credit_adjustments')).toBeUndefined();
    const early = { 'X-Api-Version': '2.9' };
    const then = await site.api('GET', `/v2/adjustments/${id(1)}`, undefined, early);
    expect(within(then.xml, 'credit_adjustments')).toBeUndefined();
    expect((await site.api('GET', `/v2/adjustments/${id(1)}/credit_adjustments`, undefined, early)).status).toBe(400);
  });

  it('deletes pending items only', async () => {
    const site = await service().openSite();
    const records = site.records();
    const account = await records.accounts.find(await open(site));
    await records.adjustments.add(anAdjustment(1, account!));
    await records.invoices.add(anInvoice(1000, account!));
    await records.adjustments.add(anAdjustment(2, account!, { state: 'invoiced', invoice_id: id(1000) }));
    expect((await site.api('DELETE', `/v2/adjustments/${id(1)}`)).status).toBe(204);
    expect((await site.api('DELETE', `/v2/adjustments/${id(1)}`)).status).toBe(404);
    const refused = await site.api('DELETE', `/v2/adjustments/${id(2)}`);
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'adjustment_not_pending']);
    expect((await site.api('GET', `/v2/adjustments/${id(2)}`)).status).toBe(200);
  });

  it('does not delete an item that is being invoiced', async () => {
    const site = await service().openSite();
    const records = site.records();
    const account = await records.accounts.find(await open(site));
    await records.adjustments.add(anAdjustment(1, account!));
    const underWay = anIntent(1, account!.id, service().clock.now() + 3_600_000);
    await records.intents.open({ ...underWay, reserved: null });
    const refused = await site.api('DELETE', `/v2/adjustments/${id(1)}`);
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'simultaneous_request']);
    await records.intents.close(underWay);
    expect((await site.api('DELETE', `/v2/adjustments/${id(1)}`)).status).toBe(204);
  });
});
