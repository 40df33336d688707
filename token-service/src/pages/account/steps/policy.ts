/** The policy of a page; `framed` is the browser origin, whose script and card fields the page uses. */
export const policyFor = (framed?: string): string =>
  [
    "default-src 'none'",
    `script-src 'self'${framed ? ` ${framed}` : ''}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${framed ?? "'none'"}`,
    `frame-src ${framed ?? "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
