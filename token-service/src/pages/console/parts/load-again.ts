import { html, type Markup } from '../../../documents/html.ts';
import type { ConsolePage, ConsoleVisit } from '../visit.ts';

/** Seconds after which the page of something that is being made is loaded again. */
const LOADED_AGAIN = 5;

/**
 * Has the browser load a page again, without the notice about its beginning, which is over by then. Returns what the
 * page says about it. Not for pages with fields, whose values would be lost.
 */
export const loadAgain = (ctx: ConsolePage, { prefix }: ConsoleVisit, path: string): Markup => {
  ctx.set('Refresh', `${LOADED_AGAIN}; url=${prefix}${path}`);
  return html`<p class="quiet">This page is loaded again every ${LOADED_AGAIN} seconds.</p>`;
};
