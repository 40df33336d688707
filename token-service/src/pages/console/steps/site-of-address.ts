import type { ConsoleStep } from '../visit.ts';

const PREFIX = /^\/s\/([a-z0-9][a-z0-9-]{0,62})(\/.*)?$/;

/** Takes the site off the address: `/s/acme/invoices` is the page `/invoices` of the site acme. */
export const siteOfAddress: ConsoleStep = function siteOfAddress(ctx, next) {
  const [, subdomain, rest = '/'] = PREFIX.exec(ctx.path) ?? [];
  if (subdomain !== undefined) {
    ctx.state.subdomain = subdomain;
    ctx.path = rest;
  }
  return next();
};
