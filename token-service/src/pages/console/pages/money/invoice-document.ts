import { inTimeZoneOf } from '@service/billing/domain/accounts/in-time-zone.ts';
import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { contentOf } from '../../../../documents/invoice-pdf/content.ts';
import { chosenLanguage, documentLanguage } from '../../../../documents/messages/document-language.ts';
import { formatsFor } from '../../../../documents/messages/formats.ts';
import { invoicePath } from '../../parts/paths.ts';
import { type ConsoleVisit, seesPersonalData } from '../../visit.ts';
import { MOST_SHOWN_LINES } from './invoice-lines.ts';

/** The locale in which mail to an account, and the document attached to it, is written. */
export const mailLocale = (
  { site }: Pick<ConsoleVisit, 'site'>,
  { preferred_locale, accept_language }: Pick<AccountRecord, 'preferred_locale' | 'accept_language'>,
): string => chosenLanguage([preferred_locale ?? '', accept_language ?? '', site.mail_language]).locale;

interface Mailed extends Pick<InvoiceParts, 'invoice' | 'entity' | 'lines' | 'transactions' | 'creditPayments'> {
  readonly originals: readonly string[];
  readonly account: AccountRecord;
  readonly number: string;
}

/** The document as the customer was sent it, in the customer's language. Nothing where names may not be seen. */
export const documentSection = (visit: ConsoleVisit, mailed: Mailed): Markup | string => {
  if (!seesPersonalData(visit)) return '';
  const { site, prefix } = visit;
  const locale = mailLocale(visit, mailed.account);
  const { words } = documentLanguage(locale, site.texts);
  const lines = mailed.lines.slice(0, MOST_SHOWN_LINES);
  const content = contentOf(
    { ...mailed, lines, site },
    words,
    formatsFor(locale, mailed.invoice.currency, inTimeZoneOf(site, mailed.account).time_zone),
  );
  const row = ({ label, value }: { readonly label: string; readonly value: string }) =>
    html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`;
  return html`<details class="panel document"><summary><h2>Document as mailed</h2></summary>
<article lang="${locale}">
<p class="quiet">${content.seller}</p>
<h3>${content.heading}</h3>
<p><strong>${content.headline.amount}</strong> <span class="quiet">${content.headline.label} · ${content.headline.state}</span></p>
<div class="sections">${content.parties.map(
    ({ label, lines: address }) =>
      html`<div><p class="quiet">${label}</p><p>${address.map((line) => html`${line}<br>`)}</p></div>`,
  )}</div>
<dl class="facts">${content.facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
${content.text === null ? '' : html`<p class="text">${content.text}</p>`}
<table class="draft"><tbody>${content.lines.map(
    ({ description, details, quantity, amount }) =>
      html`<tr><th scope="row">${quantity === '1' ? '' : `${quantity} × `}${description}${details.map((detail) => html`<br><span class="quiet">${detail}</span>`)}</th><td>${amount}</td></tr>\n`,
  )}</tbody><tfoot>${content.sums.map(row)}${row(content.total)}${content.payments.map(row)}${content.balance ? row(content.balance) : ''}</tfoot></table>
${content.notes.map(({ label, text }) => html`<h3>${label}</h3><p class="text">${text}</p>`)}
</article>
<p><a href="${prefix}${invoicePath(mailed.number, 'pdf')}" download>Download the PDF</a></p></details>`;
};
