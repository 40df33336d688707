import { Failure, type FailureSymbol } from '@service/billing/values/failure.ts';
import type { Markup } from '../../../documents/html.ts';
import { type AccountPage, visitOf } from '../visit.ts';
import { type Shell, shell } from './shell.ts';

/** Answers with a page. A form that is shown again because something in it is wrong has status 422. */
export const show = (ctx: AccountPage, options: Shell, content: readonly Markup[], status = 200): void => {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = shell(visitOf(ctx), options, content);
};

/** Continues at another page after a form, so that reloading it sends nothing again. */
export const continueAt = (ctx: AccountPage, path: string): void => {
  ctx.status = 303;
  ctx.redirect(path);
  ctx.body = '';
};

/** The outcome of a form; `stale`: the records have changed, and the overview shows how they are now. */
export type Done = keyof ReturnType<typeof visitOf>['words']['done'] | 'stale';

export const doneAs = (ctx: AccountPage, done: Done): void => continueAt(ctx, `/account?done=${done}`);

/** Refusals that say that a subscription is not as the customer saw it. */
const STALE: readonly FailureSymbol[] = [
  'precondition_failed',
  'account_closed',
  'subscription_expired',
  'subscription_not_cancelable',
  'subscription_not_reactivatable',
  'subscription_not_pausable',
  'subscription_not_paused',
  'subscription_on_hold',
];

/** Runs what a form asks for. Where the records have changed meanwhile, continues at the overview. */
export const unlessStale = async (ctx: AccountPage, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || !STALE.includes(error.symbol)) throw error;
    ctx.state.symbol = error.symbol;
    doneAs(ctx, 'stale');
  }
};
