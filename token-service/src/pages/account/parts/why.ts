import { html, type Markup } from '../../../documents/html.ts';
import { documentLanguage } from '../../../documents/messages/document-language.ts';
import { type AmountsToExplain, whyAmount } from '../../../documents/why/why-amount.ts';
import { formatsOf, type Visit } from '../visit.ts';

/** Lines that a page explains. */
const MOST = 20;

/** “Why this amount?”: how the lines of an invoice, or of a price that was asked for, are computed. Closed at first. */
export const whySection = (visit: Visit, currency: string, amounts: AmountsToExplain, more?: Markup): Markup => {
  const { words } = documentLanguage(visit.locale, visit.site.texts);
  const language = { words, formats: formatsOf(visit, currency), locale: visit.locale };
  const { title, lines, notes } = whyAmount(amounts, language, MOST);
  return html`<details class="why" id="why"><summary>${title}</summary>
${lines.map(
  ({ name, rows }) => html`<section><h3>${name}</h3>
<dl>${rows.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`,
)}
${notes.map((note) => html`<p class="quiet">${note}</p>`)}${more ?? ''}</details>`;
};
