import type { EInvoice } from '@service/billing/domain/e-invoices/e-invoice.ts';
import type { Explanation } from '@service/billing/domain/invoices/explanation.ts';
import type { Site } from '@service/billing/resources/site.ts';
import PDFDocument from 'pdfkit';
import { documentDirection, documentLanguage } from '../messages/document-language.ts';
import { formatsFor } from '../messages/formats.ts';
import { attachFacturX, FACTUR_X_OPTIONS } from './attach-factur-x.ts';
import { contentOf, type InvoiceToPrint } from './content.ts';
import { draw } from './draw.ts';
import { drawAppendix } from './draw-appendix.ts';
import { printedSeller } from './printed-seller.ts';
import {
  ABOVE_FOOTER,
  FOOTER_IMAGE,
  fittedSize,
  footers,
  MARGIN,
  type PdfDocument,
  type PictureSize,
  sheetOn,
} from './sheet.ts';
import { composed } from './type/printable.ts';
import type { Typefaces } from './type/typefaces.ts';

export interface PrintRequest extends InvoiceToPrint {
  readonly site: InvoiceToPrint['site'] &
    Pick<Site, 'time_zone'> &
    Partial<Pick<Site, 'brand_color' | 'brand_font' | 'logo' | 'texts'>>;
  /** The files of the logo and of the pictures of the invoice's look, in Base64, by their digests. */
  readonly files?: Readonly<Record<string, string>>;
  /** The request header. */
  readonly acceptLanguage: string;
  /** Printed after the invoice, from a new page on: in English for the API, in the customer's language on its pages. */
  readonly appendix?: Explanation;
  /** Attached to the document, which then follows PDF/A-3b. */
  readonly eInvoice?: EInvoice;
}

/** Countries that print on US Letter instead of A4. */
const LETTER = ['US', 'CA', 'MX', 'CL', 'CO', 'PH'];

/** Renders an invoice as PDF. The same invoice in the same language always gives the same bytes. */
export const printInvoice = async (
  { acceptLanguage, appendix, files, eInvoice, ...printed }: PrintRequest,
  typefaces: Typefaces,
): Promise<Buffer> => {
  const { invoice } = printed;
  const site = printedSeller(printed);
  const { locale, words } = documentLanguage(acceptLanguage, site.texts);
  const formats = formatsFor(locale, invoice.currency, site.time_zone);
  const content = contentOf(printed, words, formats);
  const { seller, heading } = content;
  const footer = `${heading} · ${shortened(seller)}`;
  const countries = [invoice.address.country, site.seller_country];
  const typeset = await typefaces.forText(
    composed(textsOf([content, appendix, footer, words.page(1, 1)]).join('\n')),
    locale,
    countries,
    site.brand_font,
  );
  const fileOf = <P extends PictureSize & { readonly digest: string }>(picture: P | null | undefined) => {
    const file = picture && files?.[picture.digest];
    return file ? { file, width: picture.width, height: picture.height } : undefined;
  };
  const size = LETTER.includes(site.seller_country) ? 'LETTER' : 'A4';
  const { look } = invoice;
  const footerImage = fileOf(look?.footer_image);
  const foot = footerImage && { ...footerImage, ...fittedSize(FOOTER_IMAGE, footerImage) };
  const doc = new PDFDocument({
    size,
    margins: {
      top: MARGIN,
      left: MARGIN,
      right: MARGIN,
      bottom: MARGIN + 24 + (foot ? foot.height + ABOVE_FOOTER : 0),
    },
    // Stops PDFKit from loading a standard font, which would not be used.
    font: null as never,
    bufferPages: true,
    lang: locale,
    tagged: true,
    displayTitle: true,
    ...(eInvoice ? FACTUR_X_OPTIONS : {}),
    info: { Title: `${heading} · ${seller}`, Author: seller, CreationDate: new Date(invoice.created_at * 1000) },
  });
  const bytes = collected(doc);
  const sheet = sheetOn(doc, typeset, documentDirection(locale));
  draw(sheet, content, {
    color: site.brand_color ?? null,
    logo: fileOf(site.logo),
    header: fileOf(look?.header_image),
  });
  if (appendix) drawAppendix(sheet, appendix);
  footers(doc, sheet, { text: footer, picture: foot, page: words.page });
  sheet.finish();
  if (eInvoice) attachFacturX(doc, eInvoice);
  doc.end();
  return bytes;
};

const textsOf = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap((inner) => textsOf(inner));

/** A footer has one line. */
const LONGEST_SELLER = 100;

const shortened = (name: string): string =>
  name.length > LONGEST_SELLER ? `${[...name].slice(0, LONGEST_SELLER).join('')}…` : name;

const collected = (doc: PdfDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
