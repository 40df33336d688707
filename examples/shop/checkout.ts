import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { type BillingApi, BillingApiError, type Person } from './billing-api.ts';
import type { Visitor } from './visitor.ts';
import { inWords, missing, type Refusal } from './words.ts';

type CheckoutContext = Context & { state: { visitor: Visitor } };

const LARGEST_BODY = 16 * 1024;
const NOTHING = { account: null, billing_info: null };
const PERSON = ['first_name', 'last_name', 'email'];

/**
 * The three things a page can ask of its shop, whatever the shopper pays with. Each answers `{account, billing_info}`
 * as the XML API has them now, or `{error: {message, fields}}` in words for the shopper.
 */
export const checkout = (api: BillingApi) => {
  const onFile = async (accountCode: string) => {
    const [account, billingInfo] = await Promise.all([api.account(accountCode), api.billingInfo(accountCode)]);
    return account?.state === 'active' ? { account, billing_info: billingInfo ?? null } : NOTHING;
  };

  const show = async (ctx: CheckoutContext) => {
    const { accountCode, returning } = ctx.state.visitor;
    ctx.body = returning ? await onFile(accountCode) : NOTHING;
  };

  const save = async (ctx: CheckoutContext) => {
    const { accountCode } = ctx.state.visitor;
    const { person, token } = readForm(await readJson(ctx));
    const account = await api.account(accountCode);
    if (account?.state === 'active') {
      // The account first: a mistyped address is then found before the token is spent.
      if (Object.keys(person).length > 0) await api.updateAccount(accountCode, person);
      await api.setBillingInfo(accountCode, token);
    } else {
      await api.createAccount(accountCode, person, token);
    }
    ctx.body = await onFile(accountCode);
  };

  const remove = async (ctx: CheckoutContext) => {
    const { accountCode } = ctx.state.visitor;
    await api.removeBillingInfo(accountCode).catch(ignoreAbsent);
    ctx.body = await onFile(accountCode);
  };

  return new Router<{ visitor: Visitor }>({ prefix: '/api' })
    .use(tellRefusals)
    .get('/billing-info', show)
    .post('/billing-info', save)
    .delete('/billing-info', remove)
    .routes();
};

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const tellRefusals: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  try {
    await next();
  } catch (error) {
    const refusal = error instanceof Refused ? error.refusal : error instanceof BillingApiError && inWords(error);
    if (!refusal) throw error;
    // What the shopper cannot help, the shop has to know.
    if (refusal.status !== 422) console.error(`example shop: ${(error as Error).message}`);
    if (refusal.retryAfter !== undefined) ctx.set('Retry-After', String(refusal.retryAfter));
    ctx.status = refusal.status;
    ctx.body = { error: { message: refusal.message, fields: refusal.fields } };
  }
};

const ignoreAbsent = (error: unknown): void => {
  if (!(error instanceof BillingApiError && error.status === 404)) throw error;
};

/** A JSON body also keeps other sites out: a browser asks before it sends one across, and this shop never says yes. */
const readJson = async (ctx: Context): Promise<unknown> => {
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

/** A form is free to ask who pays, or not: what it asks for has to be filled in. */
const readForm = (body: unknown): { person: Person; token: string } => {
  const fields = (body ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '');
  const asked = PERSON.filter((name) => Object.hasOwn(fields, name));
  const empty = asked.filter((name) => text(name) === '');
  if (empty.length > 0) throw new Refused(missing(empty));
  if (text('token') === '') throw new Refused(missing(['token']));
  return { person: Object.fromEntries(asked.map((name) => [name, text(name)])), token: text('token') };
};
