import Koa, { type Context } from 'koa';
import { apiClient } from './api-client.ts';
import { billingApi } from './billing-api.ts';
import { checkout } from './checkout.ts';
import { pages, type ServiceAddresses, securityHeaders } from './pages.ts';
import { problemPage } from './problem-page.ts';
import { sandbox } from './sandbox.ts';
import { sandboxApi } from './sandbox-api.ts';
import { selling } from './selling.ts';
import { sellingApi } from './selling-api.ts';
import { underWay } from './under-way.ts';
import { signCookies, visitor } from './visitor.ts';

/** The shop: its pages, and the requests of its checkout page. */
export const shop = ({ privateKey, ...addresses }: ServiceAddresses & { readonly privateKey: string }): Koa => {
  const app = new Koa();
  app.on('error', tell);
  signCookies(app, privateKey);
  app.use(securityHeaders(addresses));
  app.use(problemPage);
  app.use(async (ctx, next) => {
    if (ctx.path !== '/health') return next();
    ctx.body = { status: 'ok' };
  });
  app.use(pages(addresses));
  app.use(visitor);
  const client = apiClient({ url: addresses.apiUrl, privateKey });
  const accounts = billingApi(client);
  const purchases = underWay();
  app.use(checkout(accounts, purchases));
  const sales = sellingApi(client);
  app.use(selling(sales, accounts, purchases, addresses.apiUrl));
  app.use(sandbox(sandboxApi(client), sales));
  return app;
};

/** A customer who leaves during a request is no error, and refusals have been answered already. */
const tell = (error: Error & { expose?: boolean }, ctx?: Context): void => {
  const left = ctx && !ctx.req.complete && !ctx.socket?.readable;
  if (!left && !error.expose) console.error('example shop:', error);
};
