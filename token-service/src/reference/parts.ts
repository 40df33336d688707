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

/** Text of a comment or note, in which backticks mark code. */
export const withCode = (text: string): Markup =>
  html`${text.split(/`([^`]*)`/).map((piece, place) => (place % 2 ? codeCell(piece) : piece))}`;

/** The end of a part of a path, a list or an assignment, where a line may break. */
const PART = /(?<=[^/|,=?][/|,=?]+)(?=[^/|,=?])/;

/** More characters than a line of a phone has. */
const LONG = 36;

/** Keeps a name on one line. One that is longer than a phone is wide may break between its words. */
const unbroken = (name: string): string => {
  const length = name.replace(/&\w+;/g, ' ').length;
  if (length > LONG) return name.replace(/[._:-](?=\w)/g, '$&<wbr>');
  return name.includes('-') ? `<span class="name">${name}</span>` : name;
};

/** Lets the lines of a cell break between names in code, never inside one. */
const withWholeNames = (cell: Markup): Markup =>
  new Markup(
    cell.text.replace(/(<code>)(.*?)(<\/code>)/gs, (_, start: string, code: string, end: string) => {
      const words = code.split(/(<[^>]*>|\s+)/);
      const kept = words.map((word, place) => (place % 2 ? word : word.split(PART).map(unbroken).join('<wbr>')));
      return `${start}${kept.join('')}${end}`;
    }),
  );

const whole = (cell: Markup | string): Markup | string => (cell instanceof Markup ? withWholeNames(cell) : cell);

/** More columns do not fit beside the contents of a page. */
const FITTING = 5;

/**
 * A table that becomes a list of blocks on narrow screens. `rows` are the cells in the order of `heads`; `ids` are ids
 * of the rows.
 */
export const docTable = (
  heads: readonly (Markup | string)[],
  rows: readonly (readonly (Markup | string)[])[],
  ids: readonly string[] = [],
): Markup => html`
<table${heads.length > FITTING && new Markup(' class="stacked"')}>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
  (cells, row) => html`
<tr${ids[row] && html` id="${ids[row]}"`}>${cells.map(whole).map((cell, index) => (index === 0 ? html`<th scope="row">${cell}</th>` : html`<td data-label="${heads[index] instanceof Markup ? '' : heads[index]}">${cell}</td>`))}</tr>`,
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
