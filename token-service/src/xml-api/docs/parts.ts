import { html, type Markup } from '../../html.ts';

/** A section of the page, listed in the contents. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** A cell that starts with a name in code. */
export const code = (text: string): Markup => html`<code>${text}</code>`;

/** A table that becomes a list of blocks on narrow screens. `rows` are the cells in the order of `heads`. */
export const table = (heads: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup => html`
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
  (cells) => html`
<tr>${cells.map((cell, index) => (index === 0 ? html`<th scope="row">${cell}</th>` : html`<td data-label="${heads[index]}">${cell}</td>`))}</tr>`,
)}
</tbody>
</table>`;

/** A listing with a copy button. */
export const listing = (title: string, text: string): Markup => html`
<figure class="code">
<figcaption class="code-bar">${title}<button type="button" class="copy" hidden>Copy</button></figcaption>
<pre tabindex="0"><code>${text.trimEnd()}</code></pre>
</figure>`;
