import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { type BillingApi, BillingApiError, type Person } from './billing-api.ts';
import type { Visitor } from './visitor.ts';
import { inWords, missing, type Refusal } from './words.ts';

type CheckoutContext = Context & { state: { visitor: Visitor } };

const LARGEST_BODY = 16 * 1024;

/**
 * The three things the page can ask of its shop. Each answers `{account, card}` as the XML API has them now,
 * or `{error: {message, fields}}` in words for the shopper.
 */
export const checkout = (api: BillingApi) => {
  const onFile = async (accountCode: string) => {
    const [account, card] = await Promise.all([api.account(accountCode), api.billingInfo(accountCode)]);
    return account?.state === 'active' ? { account, card: card ?? null } : { account: null, card: null };
  };

  const showCard = async (ctx: CheckoutContext) => {
    const { accountCode, returning } = ctx.state.visitor;
    ctx.body = returning ? await onFile(accountCode) : { account: null, card: null };
  };

  const saveCard = async (ctx: CheckoutContext) => {
    const { accountCode } = ctx.state.visitor;
    const { person, token } = readForm(await readJson(ctx));
    const account = await api.account(accountCode);
    if (account?.state === 'active') {
      // The account first: a mistyped address is then found before the token is spent.
      await api.updateAccount(accountCode, person);
      await api.setBillingInfo(accountCode, token);
    } else {
      await api.createAccount(accountCode, person, token);
    }
    ctx.body = await onFile(accountCode);
  };

  const removeCard = async (ctx: CheckoutContext) => {
    const { accountCode } = ctx.state.visitor;
    await api.removeBillingInfo(accountCode).catch(ignoreAbsent);
    ctx.body = await onFile(accountCode);
  };

  return new Router<{ visitor: Visitor }>({ prefix: '/api' })
    .use(tellRefusals)
    .get('/card', showCard)
    .post('/card', saveCard)
    .delete('/card', removeCard)
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

const readForm = (body: unknown): { person: Person; token: string } => {
  const fields = (body ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '');
  const person = { first_name: text('first_name'), last_name: text('last_name'), email: text('email') };
  const empty = Object.entries(person)
    .filter(([, value]) => value === '')
    .map(([name]) => name);
  if (empty.length > 0) throw new Refused(missing(empty));
  if (text('token') === '') throw new Refused(missing(['number']));
  return { person, token: text('token') };
};
