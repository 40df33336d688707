import { frameAncestors, hashes } from '../frames/frame-policy.ts';

const COMMON = ["base-uri 'none'", "object-src 'none'", "require-trusted-types-for 'script'"];

/** Banks are reached over TLS; the bank of a sandbox may be this service, or a simulator on the same machine. */
const framesOf = (secure: boolean): string =>
  `frame-src 'self' https:${secure ? '' : ' http://localhost:* http://127.0.0.1:*'}`;

/** `secure`: this service runs over TLS. */
export const challengePolicy = (document: string, secure: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${hashes(document, 'script').join(' ')}`,
    `style-src ${hashes(document, 'style').join(' ')}`,
    "connect-src 'self'",
    "font-src 'self'",
    'img-src data:',
    framesOf(secure),
    "form-action 'none'",
    frameAncestors(secure),
    ...COMMON,
  ].join('; ');

/** The page to which the bank returns the customer. */
export const returnPolicy = (document: string, secure: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${hashes(document, 'script').join(' ')}`,
    'img-src data:',
    "form-action 'none'",
    frameAncestors(secure),
    ...COMMON,
  ].join('; ');

/** The page of the test bank, which has a form and no script. */
export const testBankPolicy = (style: string, secure: boolean): string =>
  [
    "default-src 'none'",
    `style-src ${hashes(`<style>${style}</style>`, 'style').join(' ')}`,
    "font-src 'self'",
    'img-src data:',
    "form-action 'self'",
    frameAncestors(secure),
    ...COMMON,
  ].join('; ');
