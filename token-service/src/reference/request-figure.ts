import { html, Markup } from '../documents/html.ts';
import { highlighted } from './highlight.ts';
import { inLanguages, type ShownRequest } from './languages.ts';

/** A value of an example that the documentation of a running sandbox replaces by that of the reader. */
export type Yours = Readonly<
  Partial<Record<'account_code' | 'invoice_number' | 'subscription_uuid' | 'token_id', string>>
>;

/**
 * Returns a request in several languages, of which the page shows one at a time; the first is shown without scripts. On
 * the documentation of a sandbox its values become the reader's, and a button runs it: `assets/run.js`.
 */
export const requestFigure = (request: ShownRequest, yours: Yours = {}): Markup => {
  const listings = inLanguages(request);
  return html`
<figure class="code request"${request.key !== undefined && runnable(request, yours)}>
<figcaption class="code-bar"><span class="languages">${listings.map(
    ({ language }, place) =>
      html`<button type="button" data-language="${language}" aria-pressed="${place === 0 ? 'true' : 'false'}">${language}</button>`,
  )}</span><button type="button" class="copy" hidden>Copy</button></figcaption>
${listings.map(
  ({ language, text }, place) =>
    html`<pre tabindex="0" data-language="${language}" aria-label="${language}"${place > 0 && new Markup(' hidden')}><code>${highlighted(language, text)}</code></pre>`,
)}
</figure>`;
};

/** The request as data for the script. */
const runnable = ({ method, url, body }: ShownRequest, yours: Yours): Markup => {
  const { pathname, search } = new URL(url);
  return html` data-method="${method}" data-path="${pathname + search}"${body !== undefined && html` data-body="${body}"`}${
    Object.keys(yours).length > 0 && html` data-yours="${JSON.stringify(yours)}"`
  }`;
};
