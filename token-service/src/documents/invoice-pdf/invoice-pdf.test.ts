import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import { describe, expect, it } from 'vitest';
import { anAccount } from '../../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';
import { pngOf } from '../brand/png.fixture.ts';
import { type PrintRequest, printInvoice } from './invoice-pdf.ts';
import { pagesOfText } from './read-pdf.fixture.ts';
import type { Face } from './type/face.ts';
import { openTypefaces, type Typeface, type Typefaces } from './type/typefaces.ts';

/** A site without a seller. */
const unnamed = { company: null, company_address: [], company_vat_number: null };

const account = anAccount(1);
const typefaces = openTypefaces();
const print = (request: PrintRequest) => printInvoice(request, typefaces);
const line = (changes: Partial<ShownAdjustment> = {}): ShownAdjustment => ({
  ...anAdjustment(1, account),
  account_code: 'buyer',
  invoice: '1001',
  ...changes,
});
const request = (changes: Partial<PrintRequest> = {}): PrintRequest => ({
  invoice: { ...anInvoice(1001, account), account_code: 'buyer', parent_account_code: null },
  lines: [line()],
  transactions: [],
  creditPayments: [],
  originals: [],
  site: { subdomain: 'tideline', seller_country: 'DE', ...unnamed, time_zone: 'UTC' },
  acceptLanguage: 'de',
  ...changes,
});
const pages = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[([^\]]+)\]/g)].map(([, box]) => box ?? '');

describe('an invoice as PDF', () => {
  it('is the same bytes each time, dated when the invoice was', async () => {
    const pdf = await print(request());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await print(request({ lines: [line({ description: 'Łódź' })] }));
    expect((await print(request())).equals(pdf)).toBe(true);
    expect((await printInvoice(request(), openTypefaces())).equals(pdf)).toBe(true);
    expect(pdf.toString('latin1')).toContain('(D:20260301121641Z)');
  });

  it('is on the paper of the seller’s country', async () => {
    expect(pages(await print(request()))).toEqual(['0 0 595.28 841.89']);
    const site = { subdomain: 'tideline', seller_country: 'US', ...unnamed, time_zone: 'UTC' };
    expect(pages(await print(request({ site })))).toEqual(['0 0 612 792']);
  });

  it('has the logo of the seller in place of its name, and the colour of its brand', async () => {
    const logo = { digest: 'one', width: 240, height: 64 };
    const site = { ...request().site, company: 'Tideline', brand_color: '#ff0000', logo };
    const files = { one: pngOf(240, 64).toString('base64') };
    const pdf = await print(request({ site, files }));
    expect((await print(request({ site, files }))).equals(pdf)).toBe(true);
    const source = pdf.toString('latin1');
    expect(source).toMatch(/\/Subtype \/Image/);
    expect(source).toMatch(/\/S \/Figure[\s\S]{0,80}\/Alt \(Tideline\)/);
    expect((await print(request({ site }))).toString('latin1')).not.toMatch(/\/Subtype \/Image/);
    expect((await print(request({ site: { ...site, brand_color: '#0000ff' }, files }))).equals(pdf)).toBe(false);
  });

  it.each(['en', 'ar'])(
    'leads to the shop, the privacy policy and the terms, where there are any, in %s',
    async (acceptLanguage) => {
      const pagesOf = { shop_url: 'https://shop.example/', privacy_url: 'https://shop.example/privacy' };
      const site = { ...request().site, company: 'Tideline', ...pagesOf };
      const pdf = await print(request({ site, acceptLanguage }));
      const source = pdf.toString('latin1');
      expect([...source.matchAll(/\/URI \((.*?)\)/g)].map(([, address]) => address)).toEqual(Object.values(pagesOf));
      // The text of each is a link for screen readers, and within the paper.
      expect(source.match(/\/S \/Link\b/g)).toHaveLength(2);
      expect(source.match(/\/Type \/OBJR/g)).toHaveLength(2);
      const boxes = [...source.matchAll(/\/Rect \[([\d. ]+)\]/g)].map(([, box]) => box!.split(' ').map(Number));
      expect(boxes).toHaveLength(2);
      for (const [left = 0, , right = 0] of boxes)
        expect(left >= 55 && right > left + 10 && right <= 541, `${left} ${right}`).toBe(true);
      const texts = pagesOfText(pdf)
        .flat()
        .map(({ text }) => text);
      if (acceptLanguage === 'en') expect(texts).toEqual(expect.arrayContaining(['Back to Tideline', 'Privacy']));
      expect((await print(request())).toString('latin1')).not.toContain('/Link');
    },
  );

  it('has the texts of the merchant, in its language only', async () => {
    const site = {
      ...request().site,
      texts: { de: { 'invoice.total': 'Alles in allem' }, fr: { 'invoice.number': 'No' } },
    };
    const texts = async (acceptLanguage: string) =>
      pagesOfText(await print(request({ site, acceptLanguage })))
        .flat()
        .map(({ text }) => text);
    expect(await texts('de')).toContain('Alles in allem');
    expect(await texts('en')).not.toContain('Alles in allem');
    expect(await texts('fr')).toContain('No');
  });

  it('continues on as many pages as needed', async () => {
    const lines = Array.from({ length: 60 }, () => line());
    expect(pages(await print(request({ lines })))).toHaveLength(5);
    const invoice = { ...request().invoice, terms_and_conditions: 'Pay within a month. '.repeat(500) };
    expect(pages(await print(request({ invoice })))).toHaveLength(3);
  });

  it('has its totals on the page of its last line, wherever that page ends', async () => {
    for (let count = 8; count <= 28; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => line({ description: `Item ${index + 1} of ${count}` }));
      const texts = pagesOfText(await print(request({ lines }))).map((page) => page.map(({ text }) => text));
      // The first page names the total as well.
      expect(texts.findLast((page) => page.includes('Gesamtbetrag'))).toContain(`Item ${count} of ${count}`);
    }
  });

  it('is in the requested language, by tag or English name, and in English for an unsupported one', async () => {
    const inLanguage = (acceptLanguage: string) => print(request({ acceptLanguage }));
    const german = await inLanguage('de-AT');
    expect(german.toString('latin1')).toContain('/Lang (de-AT)');
    expect((await inLanguage('French')).equals(await inLanguage('fr'))).toBe(true);
    const english = await inLanguage('');
    expect(english.toString('latin1')).toContain('/Lang (en-US)');
    expect((await inLanguage('Thai')).equals(english)).toBe(true);
    expect((await inLanguage('th')).equals(english)).toBe(true);
    expect((await inLanguage('fr')).equals(english)).toBe(false);
  });

  it('accepts any text', async () => {
    const description = `Łódź Αθήνα Київ ${'unbroken'.repeat(40)} 東京 👩‍🚀\n\u202e\u0000`;
    expect(pages(await print(request({ lines: [line({ description })] })))).toHaveLength(1);
  });

  const LETTERS = 10_000;
  /** A bound on everything else: orders of magnitude above what it takes. */
  const SECONDS = 5;
  it.each([
    ['one unbroken word', 'a'.repeat(LETTERS)],
    ['a word of wide and narrow letters', `${'W'.repeat(LETTERS / 2)}${'i'.repeat(LETTERS / 2)}`],
    ['zero-width joiners', 'a\u200d'.repeat(LETTERS / 2)],
    ['word joiners', 'a\u2060'.repeat(LETTERS / 2)],
    ['no-break spaces', 'a\u00a0'.repeat(LETTERS / 2)],
    ['combining marks', `a${'\u0301'.repeat(LETTERS - 1)}`],
    ['Hangul letters that form one character', '\u1100'.repeat(LETTERS)],
    ['slashes', '/'.repeat(LETTERS)],
    ['letters of two directions', 'aא'.repeat(LETTERS / 2)],
    ['brackets from right to left', `א${'('.repeat(LETTERS - 1)}`],
    ['Thai without spaces', 'ก'.repeat(LETTERS)],
    ['Han characters', '漢'.repeat(LETTERS)],
    ['words of the greatest length that is not broken', `${'m'.repeat(80)} `.repeat(LETTERS / 81)],
  ])('takes time in proportion to the text: %s', async (_name, text) => {
    let shaped = 0;
    const face = (one: Face): Face => ({
      ...one,
      shape(part, how) {
        shaped += part.length;
        return one.shape(part, how);
      },
    });
    const known = new Map<Typeface, Typeface>();
    const typeface = (one: Typeface): Typeface => {
      const counted = known.get(one) ?? { regular: face(one.regular), strong: face(one.strong) };
      known.set(one, counted);
      return counted;
    };
    const counted: Typefaces = {
      async forText(...wanted) {
        const { base, having } = await typefaces.forText(...wanted);
        const counting = (codePoint: number) => {
          const found = having(codePoint);
          return found && typeface(found);
        };
        return { base: typeface(base), having: counting };
      },
    };
    const notes = { ...request().invoice, customer_notes: text };
    const started = process.cpuUsage();
    await printInvoice(request({ invoice: notes, lines: [line({ description: text })] }), counted);
    // Two texts, each shaped as a whole and again in its lines. A letter that no font has is printed as six.
    expect(shaped).toBeLessThan(5 * LETTERS * (text.startsWith('\u1100') ? 6 : 1));
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(SECONDS);
  });

  it('has one line at the foot, whatever the seller is called', async () => {
    const site = { ...request().site, company: 'Tideline '.repeat(60) };
    expect(pages(await print(request({ site })))).toHaveLength(3);
  });
});
