import Koa from 'koa';
import { billingApi } from './billing-api.ts';
import { checkout } from './checkout.ts';
import { type Addresses, pages, securityHeaders } from './pages.ts';
import { signCookies, visitor } from './visitor.ts';

/** The whole shop: its pages, and the few calls its checkout page makes. */
export const shop = ({ privateKey, ...addresses }: Addresses & { readonly privateKey: string }): Koa => {
  const app = new Koa();
  signCookies(app, privateKey);
  app.use(securityHeaders(addresses));
  app.use(async (ctx, next) => {
    if (ctx.path !== '/health') return next();
    ctx.body = { status: 'ok' };
  });
  app.use(pages(addresses));
  app.use(visitor);
  app.use(checkout(billingApi({ url: addresses.apiUrl, privateKey })));
  return app;
};
