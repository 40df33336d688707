import Router from '@koa/router';
import type { Context } from 'koa';
import { BillingApiError } from './api-client.ts';
import type { BillingApi, Person } from './billing-api.ts';
import { answerRefusals, FormRefused, readJson } from './forms.ts';
import type { UnderWay } from './under-way.ts';
import type { Visitor } from './visitor.ts';
import { missingFields } from './words.ts';

type CheckoutContext = Context & { state: { visitor: Visitor } };

const NOTHING = { account: null, billing_info: null };
const PERSON = ['first_name', 'last_name', 'email'];

/**
 * The three requests of a page about billing info, for every kind of payment method. Each answers
 * `{account, billing_info}` as the XML API has them now, or `{error: {message, fields}}` for the customer.
 */
export const checkout = (api: BillingApi, purchases: UnderWay) => {
  const onFile = async (accountCode: string) => {
    const [account, billingInfo] = await Promise.all([api.account(accountCode), api.billingInfo(accountCode)]);
    return account?.state === 'active' ? { account, billing_info: billingInfo ?? null } : NOTHING;
  };

  const show = async (ctx: CheckoutContext) => {
    const { accountCode, returning } = ctx.state.visitor;
    await purchases.settled(accountCode);
    ctx.body = returning ? await onFile(accountCode) : NOTHING;
  };

  const save = async (ctx: CheckoutContext) => {
    const { accountCode } = ctx.state.visitor;
    const { person, token } = readForm(await readJson(ctx));
    const account = await api.account(accountCode);
    if (account?.state === 'active') {
      // The account first, so that a mistyped address is found before the token is consumed.
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
    .use(answerRefusals())
    .get('/billing-info', show)
    .post('/billing-info', save)
    .delete('/billing-info', remove)
    .routes();
};

const ignoreAbsent = (error: unknown): void => {
  if (!(error instanceof BillingApiError && error.status === 404)) throw error;
};

/** A form may ask for the customer's data or not; what it asks for is required. */
const readForm = (body: unknown): { person: Person; token: string } => {
  const fields = (body ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '');
  const required = PERSON.filter((name) => Object.hasOwn(fields, name));
  const empty = required.filter((name) => text(name) === '');
  if (empty.length > 0) throw new FormRefused(missingFields(empty));
  if (text('token') === '') throw new FormRefused(missingFields(['token']));
  return { person: Object.fromEntries(required.map((name) => [name, text(name)])), token: text('token') };
};
