import { html } from '../documents/html.ts';
import type { Release } from '../http/files/release.ts';
import { codeCell, type DocPage, docTable, listing } from './parts.ts';
import { wholePage } from './whole-page.ts';

/** Describes how a page loads the library, and what its security policy must allow. */
export const libraryPage = ({ version, script, integrity }: Release, acceptsDemoKeys: boolean): DocPage => {
  const { origin } = new URL(script);
  return {
    path: '/docs/browser-library',
    title: 'Browser library',
    group: 'Browser',
    content: () => ({
      about:
        'One script tag adds card fields to your page, in frames that your page cannot read, and shows prices that equal the invoice.',
      sections: [
        {
          id: 'page',
          title: 'A page that takes a payment',
          body: html`<p>Save this page and serve it over https, or from localhost while the service itself is on http. It shows labels, hints and errors in the customer’s language.</p>
${listing('HTML', wholePage('payment-form.html', { origin, acceptsDemoKeys }))}
<p>With four card fields and labels of your own:</p>
${listing('HTML', wholePage('card-fields.html', { origin, acceptsDemoKeys }))}`,
        },
        {
          id: 'load',
          title: 'Load the library',
          body: html`<p>The file at this address never changes, and the browser runs nothing that does not match <code>integrity</code>:</p>
${listing('HTML', `<script src="${script}"\n  integrity="${integrity}"\n  crossorigin="anonymous"></script>`)}
${docTable(
  ['Address', 'What it is'],
  [
    [codeCell(`/v1/service-${version}.js`), `Version ${version}; it never changes.`],
    [codeCell('/v1/service.js'), 'The newest version, at most five minutes late. Leave integrity out: it will change.'],
    [codeCell('/v1/service.mjs'), 'The same as a module; with a version in its name, too.'],
    [codeCell('/v1/service.css'), 'A look for the containers of card fields; with a version in its name, too.'],
    [codeCell('/v1/service.json'), 'Version, address and integrity of the script, for your build.'],
  ],
)}`,
        },
        {
          id: 'policy',
          title: 'Content security policy',
          body: html`<p>A page with a content security policy allows the browser origin in four places:</p>
${listing('HTTP header', `Content-Security-Policy:\n  script-src ${origin};\n  style-src ${origin};\n  frame-src ${origin};\n  connect-src ${origin}`)}
<p>The script and <code>service.css</code> are loaded from there, the card fields are frames from there, and bank accounts are exchanged for tokens there. A card number
is sent by its frame, which your policy does not reach.</p>`,
        },
      ],
    }),
  };
};
