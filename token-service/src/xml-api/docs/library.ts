import type { Release } from '../../frames/release.ts';
import { html } from '../../html.ts';
import { code, listing, type Section, table } from './parts.ts';

/** How a page loads the library, and what its security policy must allow. */
export const browserLibrary = ({ version, script, integrity }: Release): Section => {
  const { origin } = new URL(script);
  return {
    id: 'library',
    title: 'The browser library',
    body: html`<p>One script tag brings the card fields. What is at this address never changes, and the browser runs nothing that does not match <code>integrity</code>:</p>
${listing('HTML', `<script src="${script}"\n  integrity="${integrity}"\n  crossorigin="anonymous"></script>`)}
${table(
  ['Address', 'What it is'],
  [
    [code(`/v1/service-${version}.js`), `Version ${version}, for ever.`],
    [code('/v1/service.js'), 'The newest version, at most five minutes late. Leave integrity out: it will change.'],
    [code('/v1/service.mjs'), 'The same as a module; with a version in its name, too.'],
    [
      code('/v1/service.css'),
      'A look for the containers of card fields, if you want one; with a version in its name, too.',
    ],
    [code('/v1/service.json'), 'Version, address and integrity of the script, for your build.'],
  ],
)}
<p>A page with a content security policy lets three things through. Styles need nothing, unless you link our stylesheet.</p>
${listing('HTTP header', `Content-Security-Policy:\n  script-src ${origin};\n  frame-src ${origin};\n  connect-src ${origin}`)}
<p>The script is loaded from there, the card fields stand in frames from there, and bank accounts are exchanged for tokens there. A card number goes from its frame, which your policy does not reach.</p>`,
  };
};
