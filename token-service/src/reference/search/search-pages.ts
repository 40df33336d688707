import { html, type Markup } from '../../documents/html.ts';
import type { PageContent } from '../parts.ts';
import type { Found } from './open-search.ts';
import type { Marked } from './sentence.ts';

/** The text in place of results. */
const NOTHING = html`<p>Nothing found. Try another word, or choose a page from the list.</p>`;

/** Returns the page with the results of a query, for browsers without scripts and for links. */
export const resultsPage = (query: string, found: readonly Found[]): PageContent => ({
  about: query === '' ? 'Type a word into the search box.' : html`What the documentation says about “${query}”.`,
  sections: query === '' ? [] : [{ id: 'results-of-search', title: 'Results', body: resultList(found) }],
});

/** Returns the page for an address that has none, with what the search finds for its words. */
export const missingDocPage = (path: string, found: readonly Found[]): PageContent => ({
  about: html`There is no page at <code>${path}</code>. Search for a word, or start at <a href="/docs">Get started</a>.`,
  sections:
    found.length === 0 ? [] : [{ id: 'similar', title: 'Did you look for one of these?', body: resultList(found) }],
});

const resultList = (found: readonly Found[]): Markup =>
  found.length === 0
    ? NOTHING
    : html`<ol class="found">${found.map(
        ({ href, title, within, sentence }) => html`
<li><a href="${href}">${withMarks(title)}</a> <span class="quiet">${within}</span>${sentence.join('') !== '' && html`<p>${withMarks(sentence)}</p>`}</li>`,
      )}
</ol>`;

const withMarks = (pieces: Marked): Markup =>
  html`${pieces.map((piece, place) => (place % 2 === 1 ? html`<mark>${piece}</mark>` : piece))}`;
