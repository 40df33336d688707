import { expect, it } from 'vitest';
import { anAccount } from '../../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';
import { drawAppendix } from './draw-appendix.ts';
import { type PrintRequest, printInvoice } from './invoice-pdf.ts';
import type { Sheet } from './sheet.ts';
import { openTypefaces } from './type/typefaces.ts';

const explanation = (sections: number) => ({
  heading: 'How invoice 1001 was computed',
  sections: Array.from({ length: sections }, (_, n) => ({
    heading: `${n + 1}. Gold: 30.00 USD`,
    sentences: ['Factor: 1.', 'Total: 30.00 USD.'],
  })),
});

it('an appendix starts on a new page and has every heading and sentence in order', () => {
  const written: string[] = [];
  const sheet: Sheet = {
    left: 0,
    right: 400,
    y: 300,
    height: () => 10,
    width: () => 10,
    need(height) {
      if (height === Number.POSITIVE_INFINITY) written.push('new page');
    },
    write: (text) => void written.push(text),
    writeBefore: () => {},
    linkAt: () => {},
    rule: () => {},
    tag: (type, draw) => {
      written.push(type);
      draw();
    },
    cells: () => {
      throw new Error('An appendix has no table.');
    },
    artifact: (_type, draw) => draw(),
    picture: () => {},
    figure: (_alt, draw) => draw(),
  };
  drawAppendix(sheet, explanation(1));
  expect(written).toEqual([
    'new page',
    ...['H2', 'How invoice 1001 was computed'],
    ...['H3', '1. Gold: 30.00 USD'],
    ...['P', 'Factor: 1.'],
    ...['P', 'Total: 30.00 USD.'],
  ]);
});

it('a printed invoice has the pages of its appendix behind its own', async () => {
  const account = anAccount(1);
  const request: PrintRequest = {
    invoice: { ...anInvoice(1001, account), account_code: 'buyer', parent_account_code: null },
    lines: [anAdjustment(1, account)],
    transactions: [],
    creditPayments: [],
    originals: [],
    site: {
      subdomain: 'tideline',
      seller_country: 'DE',
      company: null,
      company_address: [],
      company_vat_number: null,
      time_zone: 'UTC',
    },
    acceptLanguage: 'de',
  };
  const typefaces = openTypefaces();
  const pages = async (changes: Partial<PrintRequest>): Promise<number> =>
    (await printInvoice({ ...request, ...changes }, typefaces)).toString('latin1').match(/\/MediaBox/g)?.length ?? 0;
  expect(await pages({})).toBe(1);
  expect(await pages({ appendix: explanation(1) })).toBe(2);
  expect(await pages({ appendix: explanation(40) })).toBe(5);
});
