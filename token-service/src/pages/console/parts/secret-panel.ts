import { html, type Markup } from '../../../documents/html.ts';

/** A new secret with a button that copies it. */
export const secretPanel = (label: string, secret: string, hint: string): Markup =>
  html`<section class="panel secret"><h2>${label}</h2>
<pre><code>${secret}</code></pre>
<p><button type="button" class="copy" data-copy="${secret}" aria-label="Copy ${label}" hidden>Copy</button></p>
<p>${hint}</p></section>`;
