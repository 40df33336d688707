import type { Site } from '@service/billing/resources/site.ts';
import { expect, it } from 'vitest';
import { brokenRules } from '../../src/documents/e-invoices/published-rules.fixture.ts';
import { misplacedInUbl, validateCii } from '../../src/documents/e-invoices/schemas.fixture.ts';
import { type ReadTerms, readTerms } from '../../src/documents/e-invoices/terms.fixture.ts';
import { attachmentsOf, metadataOf } from '../../src/documents/invoice-pdf/read-pdf.fixture.ts';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

const BERLIN: Partial<Site> = {
  company: 'Tideline GmbH',
  company_address: ['Hafenstraße 1', '10115 Berlin'],
  company_city: 'Berlin',
  company_zip: '10115',
  company_vat_number: 'DE123456789',
  company_phone: '+49 30 1234567',
  company_email: 'billing@tideline.example',
  company_iban: 'DE89 3704 0044 0532 0130 00',
  seller_country: 'DE',
  time_zone: 'Europe/Berlin',
  tax_registrations: ['EU'],
  currencies: ['EUR'],
  custom_fields: ['buyer_reference'],
  e_invoices: 'when_possible',
};

const FORMATS = ['en16931_ubl', 'en16931_cii', 'xrechnung_ubl', 'xrechnung_cii'] as const;
const LEITWEG =
  '<custom_fields><custom_field><name>buyer_reference</name><value>04011000-12345-34</value></custom_field></custom_fields>';
const MUNICH = '<address1>Marienplatz 8</address1><city>München</city><zip>80331</zip><country>DE</country>';
const PARIS = '<address1>1 rue de Rivoli</address1><city>Paris</city><zip>75001</zip><country>FR</country>';

const charge = (cents: number, inner = ''): string =>
  `<adjustment><description>Ropes &amp; Knots</description><unit_amount_in_cents>${cents}</unit_amount_in_cents>${inner}</adjustment>`;

onBothEngines('e-invoices', (service) => {
  const open = async (changes: Partial<Site> = {}) => {
    const shop = await openShop(service(), { ...BERLIN, ...changes }, '2.29');
    const { api } = shop;
    const customer = async (address: string, inner = LEITWEG): Promise<string> => {
      const code = fresh('town');
      const made = await api(
        'POST',
        '/v2/accounts',
        `<account><account_code>${code}</account_code><email>rathaus@town.example</email><company_name>Town ${code}</company_name><first_name>Ada</first_name><last_name>Lovelace</last_name>${inner}<address>${address}</address></account>`,
      );
      expect(made.status, made.text).toBe(201);
      return code;
    };
    /** Sells charges by manual invoice, and returns the number of the invoice. */
    const sell = async (code: string, charges: string, inner = ''): Promise<string> => {
      const sold = await api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code></account><collection_method>manual</collection_method><currency>EUR</currency>${inner}<adjustments>${charges}</adjustments></purchase>`,
      );
      expect(sold.status, sold.text).toBe(200);
      return textOf(sold.xml, 'charge_invoice', 'invoice_number') ?? '';
    };
    const eInvoice = (number: string, format: string) =>
      api('GET', `/v2/invoices/${number}/e_invoice?format=${format}`);
    /** Reads an invoice in every format; each follows its schema and the published rules, and all say the same. */
    const checked = async (number: string): Promise<ReadTerms> => {
      const texts = await Promise.all(
        FORMATS.map(async (format) => {
          const { status, text } = await eInvoice(number, format);
          expect(status, text).toBe(200);
          expect(brokenRules(text), `${format}\n${text}`).toEqual([]);
          if (format.endsWith('ubl')) expect(misplacedInUbl(text)).toEqual([]);
          else expect(() => validateCii(text), text).not.toThrow();
          return text;
        }),
      );
      const [first, ...others] = texts.map((text) => comparable(readTerms(text)));
      for (const other of others) expect(other).toEqual(first);
      const total = Number(textOf((await api('GET', `/v2/invoices/${number}`)).xml, 'total_in_cents'));
      expect(cents(first?.header['BT-112'])).toBe(Math.abs(total));
      return readTerms(texts[0]!);
    };
    return { ...shop, customer, sell, eInvoice, checked };
  };
  type Shop = Awaited<ReturnType<typeof open>>;

  const cents = (text: string | undefined): number => Math.round(Number(text) * 100);
  /** Returns terms as all syntaxes have them: dates have two forms, and profiles their own identifiers. */
  const comparable = ({ header, ...rest }: ReadTerms): ReadTerms =>
    JSON.parse(
      JSON.stringify({
        header: { ...header, 'BT-23': undefined, 'BT-24': undefined, 'BG-15': header['BG-15'] && 'an address' },
        ...rest,
      }).replaceAll(/"(\d{4})-(\d\d)-(\d\d)"/g, '"$1$2$3"'),
    );
  const breakdown = ({ vat }: ReadTerms): string[] =>
    vat.map((one) => `${one['BT-118']} ${one['BT-119']} % of ${one['BT-116']}: ${one['BT-117']}`);
  const lines = ({ lines: all }: ReadTerms): string[] =>
    all.map(
      (one) =>
        `${one['BT-129']} x ${one['BT-146']}${one['BT-149'] ? ` per ${one['BT-149']}` : ''}${one['BT-136'] ? ` - ${one['BT-136']}` : ''} = ${one['BT-131']}`,
    );
  const totals = ({ header }: ReadTerms): (string | undefined)[] =>
    (['BT-109', 'BT-110', 'BT-112', 'BT-113', 'BT-115'] as const).map((term) => header[term]);

  const KINDS: readonly [
    kind: string,
    sale: (shop: Shop) => Promise<string>,
    expected: { readonly lines: string[]; readonly vat: string[]; readonly totals: (string | undefined)[] },
  ][] = [
    [
      'a simple one',
      async ({ customer, sell }) => sell(await customer(MUNICH), charge(1999, '<quantity>3</quantity>')),
      // 59.97 x 19 % = 11.3943
      {
        lines: ['3 x 19.99 = 59.97'],
        vat: ['S 19 % of 59.97: 11.39'],
        totals: ['59.97', '11.39', '71.36', undefined, '71.36'],
      },
    ],
    [
      'a fraction of a unit',
      async ({ customer, sell }) =>
        sell(await customer(MUNICH), charge(333, '<quantity_decimal>2.5</quantity_decimal>')),
      // 2.5 x 3.33 = 8.325; 8.33 x 19 % = 1.5827
      {
        lines: ['2.5 x 8.33 per 2.5 = 8.33'],
        vat: ['S 19 % of 8.33: 1.58'],
        totals: ['8.33', '1.58', '9.91', undefined, '9.91'],
      },
    ],
    [
      'a discount',
      async ({ api, customer, sell }) => {
        const coupon = fresh('tenth');
        const made = await api(
          'POST',
          '/v2/coupons',
          `<coupon><coupon_code>${coupon}</coupon_code><name>Tenth</name><discount_type>percent</discount_type><discount_percent>10</discount_percent><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>`,
        );
        expect(made.status, made.text).toBe(201);
        return sell(
          await customer(MUNICH),
          charge(999) + charge(1001),
          `<coupon_codes><coupon_code>${coupon}</coupon_code></coupon_codes>`,
        );
      },
      // 10 % of 20.00 = 2.00, spread to 1.00 and 1.00; 18.00 x 19 % = 3.42
      {
        lines: ['1 x 9.99 - 1.00 = 8.99', '1 x 10.01 - 1.00 = 9.01'],
        vat: ['S 19 % of 18.00: 3.42'],
        totals: ['18.00', '3.42', '21.42', undefined, '21.42'],
      },
    ],
    [
      'two rates and an exempt line',
      async ({ customer, sell }) =>
        sell(
          await customer(PARIS),
          charge(1000) +
            charge(500, '<destination_tax_address_source>origin</destination_tax_address_source>') +
            charge(250, '<tax_exempt>true</tax_exempt>'),
        ),
      // 10.00 x 20 % = 2.00 in France; 5.00 x 19 % = 0.95 in Germany
      {
        lines: ['1 x 10.00 = 10.00', '1 x 5.00 = 5.00', '1 x 2.50 = 2.50'],
        vat: ['S 20 % of 10.00: 2.00', 'S 19 % of 5.00: 0.95', 'E 0 % of 2.50: 0.00'],
        totals: ['17.50', '2.95', '20.45', undefined, '20.45'],
      },
    ],
    [
      'prices that contain VAT',
      async ({ customer, sell }) =>
        sell(await customer(MUNICH), charge(1000, '<quantity>3</quantity><tax_inclusive>true</tax_inclusive>')),
      // 30.00 x 19 / 119 = 4.7899; without it 25.21 for three
      {
        lines: ['3 x 25.21 per 3 = 25.21'],
        vat: ['S 19 % of 25.21: 4.79'],
        totals: ['25.21', '4.79', '30.00', undefined, '30.00'],
      },
    ],
    [
      'reverse charge',
      async ({ customer, sell }) =>
        sell(
          await customer(PARIS, `${LEITWEG}<vat_number>FR40303265045</vat_number>`),
          charge(1000, '<tax_code>digital</tax_code>'),
        ),
      {
        lines: ['1 x 10.00 = 10.00'],
        vat: ['AE 0 % of 10.00: 0.00'],
        totals: ['10.00', '0.00', '10.00', undefined, '10.00'],
      },
    ],
    [
      'goods to a business of another member state',
      async ({ customer, sell }) =>
        sell(
          await customer(PARIS, `${LEITWEG}<vat_number>FR40303265045</vat_number>`),
          charge(1000, '<tax_code>physical</tax_code>'),
        ),
      {
        lines: ['1 x 10.00 = 10.00'],
        vat: ['K 0 % of 10.00: 0.00'],
        totals: ['10.00', '0.00', '10.00', undefined, '10.00'],
      },
    ],
    [
      'an exempt customer',
      async ({ customer, sell }) =>
        sell(await customer(MUNICH, `${LEITWEG}<tax_exempt>true</tax_exempt>`), charge(1000)),
      {
        lines: ['1 x 10.00 = 10.00'],
        vat: ['E 0 % of 10.00: 0.00'],
        totals: ['10.00', '0.00', '10.00', undefined, '10.00'],
      },
    ],
    [
      'a charge with a pending credit',
      async ({ api, customer, sell }) => {
        const code = await customer(MUNICH);
        const credit = `<adjustment><description>Goodwill</description><unit_amount_in_cents>-300</unit_amount_in_cents><currency>EUR</currency></adjustment>`;
        const added = await api('POST', `/v2/accounts/${code}/adjustments`, credit);
        expect(added.status, added.text).toBe(201);
        const posted = await api('POST', `/v2/accounts/${code}/invoices`, '<invoice/>');
        expect(posted.status, posted.text).toBe(201);
        return sell(code, charge(1000));
      },
      // 11.90 less the credit of 3.00
      {
        lines: ['1 x 10.00 = 10.00'],
        vat: ['S 19 % of 10.00: 1.90'],
        totals: ['10.00', '1.90', '11.90', '3.00', '8.90'],
      },
    ],
    [
      'one that credit pays in full',
      async ({ api, customer, sell }) => {
        const code = await customer(MUNICH);
        const credit = `<adjustment><unit_amount_in_cents>-5000</unit_amount_in_cents><currency>EUR</currency></adjustment>`;
        expect((await api('POST', `/v2/accounts/${code}/adjustments`, credit)).status).toBe(201);
        expect((await api('POST', `/v2/accounts/${code}/invoices`, '<invoice/>')).status).toBe(201);
        return sell(code, charge(1000));
      },
      {
        lines: ['1 x 10.00 = 10.00'],
        vat: ['S 19 % of 10.00: 1.90'],
        totals: ['10.00', '1.90', '11.90', '11.90', '0.00'],
      },
    ],
  ];

  it.each(KINDS)('follow the published rules: %s', async (_kind, sale, expected) => {
    const shop = await open();
    const terms = await shop.checked(await sale(shop));
    expect({ lines: lines(terms), vat: breakdown(terms), totals: totals(terms) }).toEqual(expected);
    expect(terms.header['BT-3']).toBe('380');
    expect(terms.header['BT-10']).toBe('04011000-12345-34');
  });

  it('state seller, buyer, periods and the account to pay to', async () => {
    const { customer, sell, checked } = await open();
    const { header } = await checked(await sell(await customer(MUNICH), charge(1000), '<po_number>PO-7</po_number>'));
    expect(header).toMatchObject({
      'BT-5': 'EUR',
      'BT-10': '04011000-12345-34',
      'BT-13': 'PO-7',
      'BT-27': 'Tideline GmbH',
      'BT-31': 'DE123456789',
      'BT-34': 'billing@tideline.example',
      'BT-35': 'Hafenstraße 1',
      'BT-37': 'Berlin',
      'BT-38': '10115',
      'BT-40': 'DE',
      'BT-41': 'Tideline GmbH',
      'BT-42': '+49 30 1234567',
      'BT-49': 'rathaus@town.example',
      'BT-52': 'München',
      'BT-55': 'DE',
      'BT-81': '58',
      'BT-84': 'DE89370400440532013000',
    });
    expect(header['BT-83']).toBe(header['BT-1']);
  });

  it('of a credit invoice are credit notes, which name the invoice that they credit', async () => {
    const { api, customer, sell, checked } = await open();
    const number = await sell(await customer(MUNICH), charge(1999, '<quantity>3</quantity>'));
    await api('PUT', `/v2/invoices/${number}/mark_successful`);
    const refunded = await api(
      'POST',
      `/v2/invoices/${number}/refund`,
      '<invoice><amount_in_cents>3333</amount_in_cents></invoice>',
    );
    expect(refunded.status, refunded.text).toBe(201);
    const terms = await checked(textOf(refunded.xml, 'invoice_number') ?? '');
    expect([terms.header['BT-3'], terms.header['BT-25']]).toEqual(['381', number]);
    // 33.33 x 59.97 / 71.36 = 28.01; the tax is the rest.
    expect(breakdown(terms)).toEqual(['S 19 % of 28.01: 5.32']);
  });

  it('of a change of a subscription have its periods, and the credit of the old plan', async () => {
    const { api, plan, checked, travel } = await open({ time_zone: 'UTC' });
    const code = fresh('town');
    const card = cardInfo().replace('<country>US</country><zip>94105</zip>', MUNICH);
    const made = await api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><email>rathaus@town.example</email>${LEITWEG}${card}</account>`,
    );
    expect(made.status, made.text).toBe(201);
    const price = (cents: number) => `<unit_amount_in_cents><EUR>${cents}</EUR></unit_amount_in_cents>`;
    const [small, large] = [await plan(price(3100)), await plan(price(6200))];
    const sold = await api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>${small}</plan_code><currency>EUR</currency><account><account_code>${code}</account_code></account></subscription>`,
    );
    expect(sold.status, sold.text).toBe(201);
    const started = new Date(textOf(sold.xml, 'current_period_started_at') ?? '');
    await travel(new Date(started.getTime() + 10 * 86_400_000).toISOString());
    const changed = await api(
      'PUT',
      `/v2/subscriptions/${textOf(sold.xml, 'uuid')}`,
      `<subscription><plan_code>${large}</plan_code><timeframe>now</timeframe></subscription>`,
    );
    expect(changed.status, changed.text).toBe(200);
    const listed = (await api('GET', `/v2/accounts/${code}/invoices?sort=created_at&order=asc`)).xml?.children ?? [];
    const numbers = listed.map((one) => textOf(one, 'invoice_number') ?? '');
    expect(numbers.length).toBe(3);
    const all = await Promise.all(numbers.map(checked));
    expect(all.map(({ header }) => header['BT-3']).toSorted()).toEqual(['380', '380', '381']);
    expect(all[0]?.header).toMatchObject({ 'BT-81': '54', 'BT-87': '1111', 'BT-115': '0.00' });
    for (const { lines: own } of all) for (const one of own) expect(one['BT-134']).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('of gift cards are exempt, and what a gift card paid is a paid amount', async () => {
    const { api, customer, checked } = await open({
      gift_card_offers: [{ product_code: 'tide', currency: 'EUR', unit_amount_in_cents: 2000 }],
    });
    const code = fresh('gifter');
    const card = cardInfo().replace('<country>US</country><zip>94105</zip>', MUNICH);
    const gifter = `<account_code>${code}</account_code><email>ada@town.example</email>${LEITWEG}${card}`;
    expect((await api('POST', '/v2/accounts', `<account>${gifter}</account>`)).status).toBe(201);
    const bought = await api(
      'POST',
      '/v2/gift_cards',
      `<gift_card><product_code>tide</product_code><unit_amount_in_cents>2000</unit_amount_in_cents><currency>EUR</currency><gifter_account><account_code>${code}</account_code></gifter_account><delivery><method>email</method><email_address>grace@town.example</email_address></delivery></gift_card>`,
    );
    expect(bought.status, bought.text).toBe(201);
    const [sold] = (await api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [];
    const sale = await checked(textOf(sold, 'invoice_number') ?? '');
    expect(breakdown(sale)).toEqual(['E 0 % of 20.00: 0.00']);

    const buyer = await customer(MUNICH);
    const spent = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${buyer}</account_code></account><collection_method>manual</collection_method><currency>EUR</currency><gift_card><redemption_code>${textOf(bought.xml, 'redemption_code')}</redemption_code></gift_card><adjustments>${charge(1000)}</adjustments></purchase>`,
    );
    expect(spent.status, spent.text).toBe(200);
    const paid = await checked(textOf(spent.xml, 'charge_invoice', 'invoice_number') ?? '');
    expect(totals(paid)).toEqual(['10.00', '1.90', '11.90', '11.90', '0.00']);
    expect(paid.header['BT-81']).toBe('97');
  });

  it('are in the PDF as the API serves them, where the site wants it', async () => {
    const { customer, sell, eInvoice, pdf } = await open();
    const number = await sell(await customer(MUNICH), charge(1000));
    const printed = await pdf(number);
    const served = await eInvoice(number, 'en16931_cii');
    expect(attachmentsOf(printed)).toEqual([
      { name: 'factur-x.xml', type: 'text/xml', relationship: 'Alternative', text: served.text },
    ]);
    expect(served.headers.get('content-type')).toContain('application/xml');
    const metadata = metadataOf(printed);
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(printed.equals(await pdf(number))).toBe(true);

    const without = await open({ e_invoices: 'off' });
    const plain = await without.pdf(await without.sell(await without.customer(MUNICH), charge(1000)));
    expect(attachmentsOf(plain)).toEqual([]);
  });

  it('are refused with what to set, and the PDF has none', async () => {
    const problemsOf = async (changes: Partial<Site>, address = MUNICH, inner = LEITWEG, format = 'en16931_ubl') => {
      const { customer, sell, eInvoice, pdf } = await open(changes);
      const number = await sell(await customer(address, inner), charge(1000));
      const { status, xml } = await eInvoice(number, format);
      expect([status, textOf(xml, 'symbol')]).toEqual([422, 'e_invoice_unavailable']);
      if (format === 'en16931_ubl') expect(attachmentsOf(await pdf(number))).toEqual([]);
      return textOf(xml, 'details');
    };
    expect(await problemsOf({ company_vat_number: null })).toBe(
      'The seller has no VAT number: set company_vat_number of the site.',
    );
    expect(await problemsOf({ company_address: [], company_city: null, company: null })).toBe(
      'The seller has no address: set company_address of the site. The seller has no name: set company of the site.',
    );
    expect(await problemsOf({ company_iban: 'DE00' })).toBe(
      'The setting company_iban is no IBAN: correct or remove it.',
    );
    expect(await problemsOf({}, MUNICH.replace('>DE<', '>CH<'))).toBe(
      'The buyer is in CH, outside the European Union: e-invoices need a buyer in a member state.',
    );
    expect(await problemsOf({ seller_country: 'US', tax_registrations: [] })).toMatch(/^The seller is in US, outside/);
    expect(await problemsOf({ company_phone: null }, MUNICH, '', 'xrechnung_cii')).toBe(
      "The buyer's reference (Leitweg-ID) is missing: set the custom field buyer_reference of the account, or the purchase order number. The telephone number of the seller is missing: set company_phone, with three digits at least.",
    );
  });

  it('exist from 2.29 on, in formats that are known', async () => {
    const { api, customer, sell, eInvoice } = await open();
    const number = await sell(await customer(MUNICH), charge(1000));
    const earlier = await api('GET', `/v2/invoices/${number}/e_invoice`, undefined, { 'X-Api-Version': '2.28' });
    expect([earlier.status, textOf(earlier.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
    const unknown = await eInvoice(number, 'pdf');
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('xrechnung_cii')]);
    expect((await eInvoice('999', 'en16931_ubl')).status).toBe(404);
    expect(within((await api('GET', `/v2/invoices/${number}`)).xml, 'e_invoice')).toBeUndefined();
  });
});
