import { html, type Markup } from '../../../documents/html.ts';

/** Words for operators, who read English as in their console, whatever the language of the customer. */
export const VIEWING = {
  title: 'Nothing can be changed here',
  refused: 'You look at this page as the customer. Nothing was changed. The console has forms for what you may do.',
} as const;

/** A banner that names the operator who looks at a page as the customer. */
export const viewingBanner = (viewer: string | null): Markup | string =>
  viewer === null
    ? ''
    : html`<aside class="viewing" lang="en" dir="ltr" aria-label="Viewed as the customer"><p><strong>${viewer}</strong> looks at this page as the customer. Nothing can be changed.</p></aside>`;
