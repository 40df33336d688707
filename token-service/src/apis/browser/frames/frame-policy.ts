import { createHash } from 'node:crypto';

/** Features that browsers know (others make them warn) and a card field has no use for. Autofill is not among them. */
const OFF = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

export const PERMISSIONS_POLICY = OFF.map((feature) => `${feature}=()`).join(', ');

/** The same for a document that leaves some features to the page that it embeds. */
export const permissionsPolicyWith = (features: ReadonlySet<string>): string =>
  OFF.map((feature) => `${feature}=${features.has(feature) ? '*' : '()'}`).join(', ');

/** The pages that may embed a document of this origin, `secure` if this service runs over TLS. */
export const frameAncestors = (secure: boolean): string =>
  `frame-ancestors https:${secure ? '' : ' http://localhost:* http://127.0.0.1:*'}`;

/** The hashes of what stands between `<tag>` and `</tag>`, as a security policy names them. */
export const hashes = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>(.*?)</${tag}>`, 'gs'))]
    .map(([, inside = '']) => inside)
    .filter((inside) => inside !== '')
    .map((inside) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`);

/**
 * The content-security policy of the frame document: its own script and style by hash, its own origin to call, and
 * pages over TLS around it. `secure`: this service runs over TLS; while it does not, pages on this machine may frame it
 * too.
 */
export const framePolicy = (html: string, secure: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${hashes(html, 'script').join(' ') || "'none'"}`,
    ["style-src 'self'", ...hashes(html, 'style')].join(' '),
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    frameAncestors(secure),
    "require-trusted-types-for 'script'",
  ].join('; ');
