import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { background: light-dark(#fcfcfb, #161719); color: light-dark(#1b1c1e, #f2f2f0); margin: 0 auto; max-width: 24rem; padding: 1rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: auto 1fr; margin: 1rem 0 }
dd { margin: 0 }
form { display: grid; gap: .5rem }
button { background: none; border: 1px solid light-dark(#8a8c90, #85878b); border-radius: .75rem; color: inherit; font: inherit; font-weight: 600; min-height: 3rem; padding: .5rem 1rem }
button:first-of-type { background: #1d4ed8; border-color: #1d4ed8; color: #fff }
button:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Returns the headers of the simulator's pages. Any page may frame them, as banks' pages are framed. Chromium checks
 * `form-action` for redirects too, so the address that the form leads to is listed.
 */
export const pageHeaders = (return_url: string | null): Record<string, string> => {
  const target = return_url === null ? null : new URL(return_url).origin;
  const actions = target === null || target === 'null' ? "'self'" : `'self' ${target}`;
  return {
    'cache-control': 'no-store',
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors *; ` +
      `form-action ${actions}`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
};

const document = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The payment that the bank asks the customer to confirm. */
export interface ChallengedPayment {
  readonly intent: string;
  readonly token: string;
  /** `19.99 USD`, or null for a card that is stored without a payment. */
  readonly amount: string | null;
  readonly brand: string;
  readonly last4: string;
}

/** The page on which the customer passes, fails or leaves the challenge. */
export const challengePage = ({ intent, token, amount, brand, last4 }: ChallengedPayment): string =>
  document(
    amount === null ? 'Confirm your card' : 'Confirm your payment',
    `<p>This page stands for the page of a bank. No money is moved.</p>
<dl>
${amount === null ? '' : `<dt>Amount</dt><dd>${escaped(amount)}</dd>`}
<dt>Card</dt><dd>${escaped(brand.charAt(0).toUpperCase() + brand.slice(1))} ending in ${escaped(last4)}</dd>
</dl>
<form method="post" action="/3d_secure/${escaped(intent)}">
<input type="hidden" name="token" value="${escaped(token)}">
<button name="result" value="confirm">Confirm</button>
<button name="result" value="fail">Fail</button>
<button name="result" value="close">Close</button>
</form>`,
  );

/** The page after a challenge that leads nowhere: it was left, or is over. */
export const endPage = (text: string): string => document('Authentication', `<p>${escaped(text)}</p>`);
