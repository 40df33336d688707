import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { FONT_FAMILIES } from '@service/billing/resources/font-families.ts';
import { describe, expect, it } from 'vitest';
import { anAccount } from '../../../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../../adapters/storage/testing/selling-samples.ts';
import { FONT_NAMES } from '../../brand/fonts.ts';
import { type PrintRequest, printInvoice } from '../invoice-pdf.ts';
import { textObjects } from '../read-pdf.fixture.ts';
import { openTypefaces } from './typefaces.ts';

const account = anAccount(1);
const typefaces = openTypefaces();

const request = (description: string, changes: Partial<ShownInvoice> = {}, company = 'Tideline'): PrintRequest => ({
  invoice: { ...anInvoice(1001, account), account_code: 'buyer', parent_account_code: null, ...changes },
  lines: [{ ...anAdjustment(1, account), description }],
  transactions: [],
  creditPayments: [],
  originals: [],
  site: {
    subdomain: 'tideline',
    seller_country: 'DE',
    company,
    company_address: [],
    company_vat_number: null,
    time_zone: 'UTC',
  },
  acceptLanguage: 'en',
});
const print = (printed: PrintRequest) => printInvoice(printed, typefaces);
const textOf = async (printed: PrintRequest): Promise<string[]> =>
  textObjects(await print(printed)).map(({ text }) => text);

const LEFT_TO_RIGHT = {
  Latin: 'Łódź café Ångström ﬁ “quoted”',
  Greek: 'Αθήνα ἀρχή',
  Cyrillic: 'Київ Ђорђе',
  Devanagari: 'मासिक सदस्यता क्षत्रिय स्त्री र्क हिन्दी कृष्णा',
  Bengali: 'বাংলা মাসিক সাবস্ক্রিপশন',
  Tamil: 'தமிழ் மாதாந்திர சந்தா',
  Telugu: 'తెలుగు నెలవారీ చందా',
  Kannada: 'ಕನ್ನಡ ಮಾಸಿಕ ಚಂದಾ',
  Malayalam: 'മലയാളം പ്രതിമാസ',
  Gujarati: 'ગુજરાતી માસિક',
  Gurmukhi: 'ਪੰਜਾਬੀ ਮਹੀਨਾਵਾਰ',
  Sinhala: 'සිංහල මාසික',
  Thai: 'น้ำขึ้นน้ำลง ผู้ที่ซื้อ',
  Lao: 'ຄ່າສະມາຊິກ',
  Khmer: 'ការជាវប្រចាំខែ',
  Georgian: 'ქართული თვიური',
  Armenian: 'Հայերեն ամսական',
  Ethiopic: 'አማርኛ ወርሃዊ',
  Japanese: '月額購読料（プレミアム）葛飾区 辻',
  Korean: '월간 구독료 프리미엄',
  'simplified Chinese': '每月订阅费（高级版）',
  'traditional Chinese': '繁體中文：每月訂閱費',
};

/** Words from right to left, with the order in which their letters are drawn. */
const RIGHT_TO_LEFT = {
  Arabic: 'اشتراك شهري جديد',
  Persian: 'پرداخت گاز',
  Urdu: 'ماہانہ ٹکٹ',
  Hebrew: 'מנוי חודשי',
};
const drawn = (text: string): string => [...text].reverse().join('');

describe('text of every script', () => {
  it.each(Object.entries(LEFT_TO_RIGHT))('%s is printed, and read from the document', async (_script, text) => {
    expect(await textOf(request(text))).toContain(text.normalize('NFC'));
  });

  it.each(Object.entries(RIGHT_TO_LEFT))('%s is printed from right to left', async (_script, text) => {
    expect(await textOf(request(text))).toContain(drawn(text));
  });

  it('orders numbers and foreign words within a direction', async () => {
    // As a reader of Hebrew sees it from left to right: the sentence begins at the right, its numbers do not turn.
    expect(await textOf(request('מנוי Premium 2026 של 15%'))).toContain(
      `15% ${drawn('של')} Premium 2026 ${drawn('מנוי')}`,
    );
    expect(await textOf(request('Plan חודשי for 3'))).toContain(`Plan ${drawn('חודשי')} for 3`);
  });

  it('is printed in both weights, also in the name of the seller', async () => {
    expect(await textOf(request('Boots', {}, '株式会社タイドライン'))).toContain('株式会社タイドライン');
  });

  it('shows the code point of what no font has', async () => {
    expect(await textOf(request('Storm 😀 alert'))).toContain('Storm U+1F600 alert');
    // A family is one picture of three characters with joiners between them.
    expect(await textOf(request('Trip 👨‍👩‍👧'))).toContain('Trip U+1F468 U+1F469 U+1F467');
    expect(await textOf(request('a\u0000b'))).toContain('aU+0000b');
  });

  it('draws Han characters as in the country of the customer', async () => {
    const address = anInvoice(1, account).address;
    const fonts = async (country: string, text = '骨直') => {
      const pdf = await print(request(text, { address: { ...address, country } }));
      return [...new Set([...pdf.toString('latin1').matchAll(/NotoSans(\w\w)-/g)].map(([, name]) => name))];
    };
    expect(await fonts('CN')).toEqual(['SC']);
    expect(await fonts('TW')).toEqual(['TC']);
    expect(await fonts('JP')).toEqual(['JP']);
    expect(await fonts('DE')).toEqual(['SC']);
    expect(await fonts('CN', '骨の直')).toEqual(['JP']);
  });

  it('draws Han characters as in the language of the document, wherever the customer lives', async () => {
    const fonts = async (acceptLanguage: string, text: string) => {
      const pdf = await print({ ...request(text), acceptLanguage });
      return [...new Set([...pdf.toString('latin1').matchAll(/NotoSans(\w\w)-/g)].map(([, name]) => name))];
    };
    expect(await fonts('ja', '骨直')).toEqual(['JP']);
    expect(await fonts('zh-TW', '骨直')).toEqual(['TC']);
    expect(await fonts('zh-CN', '骨直')).toEqual(['SC']);
    // A name in Japanese does not change the Chinese around it.
    expect(await fonts('zh-HK', '骨の直')).toContain('TC');
  });

  it('orders a sentence of an Arabic or Hebrew document from right to left, whatever it begins with', async () => {
    const texts = await textOf({ ...request('Boots'), acceptLanguage: 'he' });
    // `⁨עמוד 1 מתוך 1⁩`, and the heading with its number.
    expect(texts).toContain(`1 ${drawn('מתוך')} 1 ${drawn('עמוד')}`);
    expect(texts).toContain(`1001 ${drawn('חשבונית')}`);
    expect(texts).toContain('Boots');
  });
});

describe('documents of one process', () => {
  const documents: readonly PrintRequest[] = [
    request('¥ first', { currency: 'JPY' }),
    request('19.99', { currency: 'USD', total_in_cents: 1999 }),
    request('fi ffi 1/2', { currency: 'HUF', total_in_cents: 129_950 }),
    request('شهري', { currency: 'SAR' }),
    request('هي شهر', { currency: 'SAR' }),
    request('हिन्दी', { currency: 'INR' }),
    request('月額', { currency: 'JPY' }),
  ];

  it('are the same in whichever order they are printed', async () => {
    const printedIn = async (order: readonly PrintRequest[]): Promise<Map<PrintRequest, string>> => {
      const shared = openTypefaces();
      const printed = new Map<PrintRequest, string>();
      for (const one of order) printed.set(one, (await printInvoice(one, shared)).toString('latin1'));
      return printed;
    };
    const forward = await printedIn(documents);
    const backward = await printedIn(documents.toReversed());
    for (const one of documents) expect(forward.get(one) === backward.get(one)).toBe(true);
  });

  it('have whole amounts in their text, after others in other currencies', async () => {
    const texts = [];
    for (const one of documents) texts.push(await textOf(one));
    expect(texts[0]).toContain('¥979');
    expect(texts[1]).toContain('$19.99');
    expect(texts[2]).toContain('HUF\u00a01,299.50');
  });
});

describe('a headline', () => {
  it('has the amount in one line, however large', async () => {
    const largest = { currency: 'HUF', total_in_cents: 1e15, balance_in_cents: 1e15 };
    const texts = await textOf(request('Boots', largest));
    expect(texts.filter((text) => text === 'HUF\u00a010,000,000,000,000.00')).toHaveLength(2);
  });
});

describe('the structure', () => {
  it('is tagged, with language and title', async () => {
    const pdf = (await print({ ...request('Boots'), acceptLanguage: 'fr' })).toString('latin1');
    expect(pdf).toContain('/Marked true');
    expect(pdf).toContain('/Lang (fr)');
    expect(pdf).toContain('/DisplayDocTitle true');
    expect(pdf).toMatch(/\/Title \d+ 0 R|\/Title \(/);
  });

  it('has everything that is drawn in an element or marked as no content', async () => {
    const lines = Array.from({ length: 60 }, () => request('Boots').lines[0]!);
    const drawn = textObjects(await print({ ...request('Boots'), lines }));
    expect(drawn.filter(({ marks }) => marks.length !== 1)).toEqual([]);
    // Headings that are repeated on the next page and page numbers are no content.
    const heads = drawn.filter(({ text }) => text === 'Description');
    expect(heads.map(({ marks }) => marks[0])).toEqual(['TH', ...Array(heads.length - 1).fill('Artifact')]);
    expect(drawn.find(({ text }) => text.startsWith('Page 1'))?.marks).toEqual(['Artifact']);
  });

  it('has tables with headers', async () => {
    const pdf = (await print(request('Boots'))).toString('latin1');
    const count = (pattern: RegExp) => pdf.match(pattern)?.length ?? 0;
    expect(count(/\/S \/Table\b/g)).toBe(3);
    expect(count(/\/Scope \/Column/g)).toBe(4);
    // Facts, the line, and the sums.
    expect(count(/\/Scope \/Row/g)).toBe(count(/\/S \/TR\b/g) - 1);
    expect(count(/\/S \/H1\b/g)).toBe(1);
  });

  it.each(FONT_FAMILIES)('is in the font of the brand, %s, where this has the letters', async (font) => {
    const words = 'Łódź Füße 1,234.56 €';
    const written = request(`${words} Αθήνα 漢字`);
    const pdf = await print({ ...written, site: { ...written.site, brand_font: font } });
    const printed = textObjects(pdf).map(({ text }) => text);
    expect(printed).toContain(`${words} Αθήνα 漢字`);
    const names = new Set(
      [...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]{6}\+(\w+)-/g)].map(([, name]) => name),
    );
    expect([...names]).toContain(FONT_NAMES[font].replaceAll(' ', ''));
    expect([...names]).toContain('NotoSansSC');
  });
});
