import { html, Markup } from '../documents/html.ts';
import { highlighted, titleOf } from './highlight.ts';

/** A section of a page. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** The content of a page. */
export interface PageContent {
  /** A summary of the page, in a sentence or two. */
  readonly about: Markup | string;
  readonly sections: readonly Section[];
}

/** A page of the documentation. */
export interface DocPage {
  /** For example `/docs/accounts`. */
  readonly path: string;
  readonly title: string;
  /** The heading under which the navigation lists it. */
  readonly group: string;
  /** Renders it. Pages are rendered one at a time, so that none holds up other requests for long. */
  readonly content: () => PageContent;
}

/** A cell that starts with a name in code. */
export const codeCell = (text: string): Markup => html`<code>${text}</code>`;

/** A name without blanks or slashes that fits on a line of a phone. */
const NAME = /^(?:<[^>]*>)*[@\w.-]{1,36}(?:<[^>]*>)*$/;

/** Names in the first column are not broken, so that they can be read and searched. */
const hasNames = (rows: readonly (readonly (Markup | string)[])[]): boolean =>
  rows.every(([first]) => first instanceof Markup && NAME.test(first.text));

/**
 * A table that becomes a list of blocks on narrow screens. `rows` are the cells in the order of `heads`; `ids` are ids
 * of the rows.
 */
export const docTable = (
  heads: readonly (Markup | string)[],
  rows: readonly (readonly (Markup | string)[])[],
  ids: readonly string[] = [],
): Markup => html`
<table${hasNames(rows) && new Markup(' class="names"')}>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
  (cells, row) => html`
<tr${ids[row] && html` id="${ids[row]}"`}>${cells.map((cell, index) => (index === 0 ? html`<th scope="row">${cell}</th>` : html`<td data-label="${heads[index] instanceof Markup ? '' : heads[index]}">${cell}</td>`))}</tr>`,
)}
</tbody>
</table>`;

/** A section with a heading that links to itself. */
export const section = ({ id, title, body }: Section): Markup => html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h2>
${body}
</section>`;

/** A listing with a copy button. `name`: its language, as in a document, or a title. */
export const listing = (name: string, text: string): Markup => html`
<figure class="code">
<figcaption class="code-bar">${titleOf(name)}<button type="button" class="copy" hidden>Copy</button></figcaption>
<pre tabindex="0"><code>${highlighted(name, text.trimEnd())}</code></pre>
</figure>`;
