import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import { pictureAddress } from '../../../documents/brand/picture-address.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { contentOf, type InvoiceContent } from '../../../documents/invoice-pdf/content.ts';
import { documentLanguage } from '../../../documents/messages/document-language.ts';
import { formatsOf, type Visit } from '../visit.ts';

/** The content of an invoice in the words of its PDF. */
export const invoiceContent = (visit: Visit, parts: InvoiceParts, originals: readonly string[]): Markup => {
  const { words } = documentLanguage(visit.locale, visit.site.texts);
  const content = contentOf({ ...parts, originals, site: visit.site }, words, formatsOf(visit, parts.invoice.currency));
  const { headline, total, balance } = content;
  const row = ({ label, value }: { readonly label: string; readonly value: string }, look = '') =>
    html`<tr class="${look}"><th scope="row">${label}</th><td>${value}</td></tr>`;
  const { look } = parts.invoice;
  const picture = (shown: InvoicePicture | null | undefined, alt: string): Markup | '' =>
    shown
      ? html`<img class="letterhead" src="${pictureAddress(visit.site, shown)}" alt="${alt}" width="${shown.width}" height="${shown.height}">`
      : '';
  return html`<div class="paper">${picture(look?.header_image, content.seller)}<p class="headline"><span class="quiet">${headline.label}</span><strong>${headline.amount}</strong><span class="${headline.tone}">${headline.state}</span></p>
<dl class="facts pairs">${content.facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${look?.address ? sender(content.parties[0]) : ''}${content.text === null ? '' : html`<p class="text">${content.text}</p>`}<table><thead class="spoken"><tr><th scope="col">${words.description}</th><th scope="col">${words.amount}</th></tr></thead>
<tbody>${content.lines.map(
    ({ description, details, quantity, amount }) =>
      html`<tr><th scope="row">${quantity === '1' ? description : visit.words.times(quantity, description)}${details.map((detail) => html`<span class="quiet">${detail}</span>`)}</th><td>${amount}</td></tr>`,
  )}</tbody>
<tfoot>${content.sums.map((sum) => row(sum))}${row(total, 'sum')}${content.payments.map((payment) => row(payment))}${balance && content.payments.length > 0 ? row(balance, 'sum') : ''}</tfoot></table>${picture(look?.footer_image, '')}</div>
${content.notes.map(({ label, text }) => html`<section><h2>${label}</h2><p class="text">${text}</p></section>`)}`;
};

/** The seller with the address of the template. */
const sender = (from: InvoiceContent['parties'][number] | undefined): Markup | '' =>
  from ? html`<p class="text"><span class="quiet">${from.label}</span>\n${from.lines.join('\n')}</p>` : '';
