import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { BusinessEntityRecord } from '@service/billing/domain/business-entities/record.ts';
import type { InvoiceLook, InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import { describe, expect, it } from 'vitest';
import { anAccount, NOON } from '../../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';
import { jpegOf } from '../brand/jpeg.fixture.ts';
import { pngOf } from '../brand/png.fixture.ts';
import { type PrintRequest, printInvoice } from './invoice-pdf.ts';
import { pagesOfText, picturesIn } from './read-pdf.fixture.ts';
import { openTypefaces } from './type/typefaces.ts';

const account = anAccount(1);
const typefaces = openTypefaces();

const line = (changes: Partial<ShownAdjustment>): ShownAdjustment => ({
  ...anAdjustment(1, account),
  account_code: 'buyer',
  invoice: '1001',
  discount_in_cents: 0,
  taxes: [],
  ...changes,
});
const month = line({ description: 'Gold', start_date: NOON, end_date: NOON + 30 * 86_400, printed_text: 'Size M' });
const nothing = line({ description: 'Support', unit_amount_in_cents: 0 });

const plain: InvoiceLook = {
  header_image: null,
  footer_image: null,
  address: null,
  hide_line_dates: false,
  hide_zero_lines: false,
  text: null,
};
const request = (look: Partial<InvoiceLook> | null, changes: Partial<PrintRequest> = {}): PrintRequest => ({
  invoice: {
    ...anInvoice(1001, account),
    account_code: 'buyer',
    parent_account_code: null,
    look: look && { ...plain, ...look },
  },
  lines: [month, nothing],
  transactions: [],
  creditPayments: [],
  originals: [],
  site: {
    subdomain: 'tideline',
    seller_country: 'US',
    company: 'Tideline',
    company_address: ['9 Mole', 'Dover, DE 19901'],
    company_vat_number: null,
    time_zone: 'UTC',
  },
  acceptLanguage: 'en',
  ...changes,
});
const print = (...given: Parameters<typeof request>) => printInvoice(request(...given), typefaces);
const textsOf = async (...given: Parameters<typeof request>): Promise<string[]> =>
  pagesOfText(await print(...given))
    .flat()
    .map(({ text }) => text);

const picture = (digest: string, type: InvoicePicture['type'], width: number, height: number): InvoicePicture => ({
  digest,
  type,
  width,
  height,
});
const address = {
  address1: 'Kai 1',
  address2: null,
  city: 'Hamburg',
  state: null,
  zip: '20457',
  country: 'DE',
  phone: null,
};

describe('an invoice that was made with a template', () => {
  it('shows the text of the template and what it prints below a line', async () => {
    expect(await textsOf({ text: 'Cost centre 7\nThank you' })).toEqual(
      expect.arrayContaining(['Cost centre 7', 'Thank you', 'Gold', 'Size M']),
    );
    expect(await textsOf(null)).not.toContain('Thank you');
  });

  it('hides the dates of lines and the lines of nothing, if there are others', async () => {
    const shown = await textsOf({});
    expect(shown).toEqual(expect.arrayContaining(['Support', 'Mar 1, 2026 – Mar 31, 2026']));
    const hidden = await textsOf({ hide_line_dates: true, hide_zero_lines: true });
    expect(hidden).toContain('Gold');
    expect(hidden).not.toContain('Support');
    expect(hidden.join()).not.toContain('Mar 31');
    expect(await textsOf({ hide_zero_lines: true }, { lines: [nothing] })).toContain('Support');
  });

  it('shows the address of the template, on paper of its country, for the site and for an entity', async () => {
    const shown = await textsOf({ address });
    expect(shown).toEqual(expect.arrayContaining(['Tideline', 'Kai 1', 'Hamburg, 20457', 'Germany']));
    expect(shown).not.toContain('9 Mole');
    expect((await print({ address })).toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
    const entity = {
      name: 'Tideline Pacific',
      invoice_display_address: { ...address, address1: '8 Queens Wharf', country: 'NZ' },
      tax_address: { ...address, country: 'AU' },
    } as BusinessEntityRecord;
    const sold = await textsOf({ address }, { entity });
    expect(sold).toEqual(expect.arrayContaining(['Tideline Pacific', 'Kai 1', 'Germany']));
    // Without an address of the template: that of the entity, with its own country and not the one it is taxed in.
    expect(await textsOf(null, { entity })).toEqual(expect.arrayContaining(['8 Queens Wharf', 'New Zealand']));
  });

  it('has its pictures at the side where reading begins', async () => {
    const look = { header_image: picture('top', 'png', 240, 64) };
    const files = { top: pngOf(240, 64).toString('base64') };
    const [left] = picturesIn(await print(look, { files, acceptLanguage: 'en' }));
    const [right] = picturesIn(await print(look, { files, acceptLanguage: 'he' }));
    // On letter paper, 612 points wide, with margins of 56.
    expect(left?.x).toBeCloseTo(56);
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeCloseTo(612 - 56);
  });

  it('has its picture across the top, in place of the logo, and another at the foot of each page', async () => {
    const logo = { digest: 'logo', width: 240, height: 64 };
    const look = { header_image: picture('top', 'jpeg', 16, 8), footer_image: picture('foot', 'png', 200, 20) };
    const files = {
      logo: pngOf(240, 64).toString('base64'),
      top: jpegOf().toString('base64'),
      foot: pngOf(200, 20).toString('base64'),
    };
    const site = { ...request(null).site, logo };
    const lines = Array.from({ length: 60 }, () => month);
    const pdf = await print(look, { files, site, lines });
    const source = pdf.toString('latin1');
    expect(source.match(/\/Filter \/DCTDecode/g)).toHaveLength(1);
    // The picture at the foot and its transparency, once for all pages.
    expect(source.match(/\/Subtype \/Image/g)).toHaveLength(3);
    expect(source).toMatch(/\/S \/Figure[\s\S]{0,80}\/Alt \(Tideline\)/);
    // Room is kept for the picture at the foot, so fewer lines fit a page.
    const linesOfPages = (file: Buffer) =>
      pagesOfText(file).map((page) => page.filter(({ text }) => text === 'Gold').length);
    const without = linesOfPages(await print({ header_image: look.header_image }, { files, site, lines }));
    expect(linesOfPages(pdf)[1]).toBeLessThan(without[1] ?? 0);
    expect(picturesIn(pdf)).toHaveLength(1 + linesOfPages(pdf).length);
    expect((await print(look, { files, site, lines })).equals(pdf)).toBe(true);
  });
});
