import type { Site } from '@service/billing/site.ts';
import PDFDocument from 'pdfkit';
import { contentOf, type Printed } from './content.ts';
import { draw } from './draw.ts';
import { formatsFor } from './formats.ts';
import { documentLanguage } from './locale.ts';
import { type Fonts, footers, MARGIN, openFonts, type PDF, sheetOn } from './sheet.ts';

export interface PrintRequest extends Printed {
  readonly site: Printed['site'] & Pick<Site, 'time_zone'>;
  /** As the client sent it. */
  readonly acceptLanguage: string;
}

/** Where paper is cut in inches. */
const LETTER = ['US', 'CA', 'MX', 'CL', 'CO', 'PH'];

/**
 * Prints invoices as PDF (reference "endpoints", Invoices). The same invoice in the same language is the same bytes, whenever it is printed. Fonts are
 * read from disk when they are first needed.
 */
export const invoicePrinter = (): ((request: PrintRequest) => Promise<Buffer>) => {
  let fonts: Fonts | undefined;
  return async (request) => {
    fonts ??= openFonts();
    return print(request, fonts);
  };
};

const print = ({ acceptLanguage, ...printed }: PrintRequest, fonts: Fonts): Promise<Buffer> => {
  const { invoice, site } = printed;
  const { locale, words } = documentLanguage(acceptLanguage);
  const formats = formatsFor(locale, invoice.currency, site.time_zone);
  const content = contentOf(printed, words, formats);
  const { seller, heading } = content;
  const doc = new PDFDocument({
    size: LETTER.includes(site.seller_country) ? 'LETTER' : 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 24 },
    // No standard font is used, and none is loaded.
    font: null as never,
    bufferPages: true,
    lang: locale,
    displayTitle: true,
    info: { Title: `${heading} · ${seller}`, Author: seller, CreationDate: new Date(invoice.created_at * 1000) },
  });
  const bytes = collected(doc);
  const sheet = sheetOn(doc, fonts);
  draw(sheet, content);
  footers(doc, sheet, `${seller} · ${heading}`, words.page);
  doc.end();
  return bytes;
};

const collected = (doc: PDF): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
