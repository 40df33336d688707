import type { Context, Middleware } from 'koa';
import { BillingApiError } from './api-client.ts';
import { inWords, type ShopRefusal } from './words.ts';

const LARGEST_BODY = 16 * 1024;

/** A form that the shop itself refuses. */
export class FormRefused extends Error {
  readonly refusal: ShopRefusal;
  constructor(refusal: ShopRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Responds to a rejection, by the shop or by the XML API, with `{error: {message, fields, declined, confirm}}` for the
 * customer.
 * `words` translates errors of the XML API.
 */
export const answerRefusals =
  (words: typeof inWords = inWords): Middleware =>
  async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const refusal = error instanceof FormRefused ? error.refusal : error instanceof BillingApiError && words(error);
      if (!refusal) throw error;
      // The shop's operator must learn of errors that the customer cannot fix.
      if (refusal.status >= 500) console.error(`example shop: ${(error as Error).message}`);
      if (refusal.retryAfter !== undefined) ctx.set('Retry-After', String(refusal.retryAfter));
      ctx.status = refusal.status;
      const { message, fields, declined, confirm } = refusal;
      ctx.body = { error: { message, fields, declined, confirm } };
    }
  };

/**
 * Requiring JSON also keeps other sites out: a browser asks before it sends it across origins, and this shop never
 * allows it.
 */
export const readJson = async (ctx: Context): Promise<unknown> => {
  if (!ctx.is('application/json')) ctx.throw(415, 'Send the form as application/json.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    size += chunk.length;
    if (size > LARGEST_BODY) ctx.throw(413, 'The form is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return ctx.throw(400, 'The body is not JSON.');
  }
};
