import type { SignedIn } from '@service/billing/engine/account-pages/begin-session.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Opened } from '@service/billing/usecases/account-pages/open-session.ts';
import type { RequireEncryption } from '../../../http/in-the-clear.ts';
import type { AnonymousLimits } from '../../../http/limits/anonymous.ts';
import { fieldsOf } from '../../../http/query.ts';
import { allowedReturn } from '../parts/brand.ts';
import { continueAt } from '../parts/respond.ts';
import { PageRefused } from '../refused.ts';
import { knownCookie, pendingCookie, returnCookie, sessionCookie } from '../steps/cookies.ts';
import { readerFor } from '../steps/failures.ts';
import type { AccountPage, PageStep } from '../visit.ts';
import { expiredLinkTo, showExpiredLink } from './expired-link.ts';

interface Deps {
  readonly openSession: (token: string) => Promise<Opened | undefined>;
  readonly continueSession: (secret: string) => Promise<SignedIn | undefined>;
  readonly closeSession: (secret: string) => Promise<void>;
  /** The site that a token names, whether or not it signs in. */
  readonly siteOfLink: (token: string) => Promise<Site | undefined>;
  readonly anonymous: Pick<AnonymousLimits, 'hit' | 'look'>;
  readonly isSecure: (ctx: AccountPage) => boolean;
  readonly encrypted: RequireEncryption;
}

/** `invoices/1002#why`, `payment-method`: parts of a path under `/account`, and nothing that leads out of it. */
const TARGET = /^[a-z][a-z-]*(\/[A-Za-z0-9-]{1,40}){0,2}(#why)?$|^payment-method\?method=[0-9a-f]{1,12}$/;

/**
 * Exchanges the token in the URL, a hosted login token or that of a link in mail, for a session, and redirects to a URL
 * without it, so that the token appears in no history, bookmark or referrer. `to` names the page that a message links
 * to. A customer who is signed in to another account is asked before this one replaces it.
 */
export const signIn = (deps: Deps): PageStep => {
  const { openSession, continueSession, closeSession, siteOfLink, anonymous, isSecure, encrypted } = deps;
  return async function signIn(ctx) {
    const wait = await anonymous.look(ctx, 'sign_in');
    if (wait > 0) throw new PageRefused('tooMany', wait);
    const { token = '' } = ctx.params;
    const opened = await openSession(token);
    if (!opened) {
      await anonymous.hit(ctx, 'sign_in');
      const site = await siteOfLink(token);
      if (site) ctx.state.reader = { ...readerFor(ctx), site };
      throw new PageRefused('unknown');
    }
    ctx.state.identity = { site: opened.site };
    ctx.state.reader = { ...readerFor(ctx), site: opened.site };
    encrypted(ctx, opened.site);
    const secure = isSecure(ctx);
    const held = sessionCookie.read(ctx, secure);
    const current = held ? await continueSession(held) : undefined;
    const isCurrent = current?.account.id === opened.account.id;
    const query = fieldsOf(ctx.querystring);
    const named = query.get('to') ?? pageOfTask(query.get('task') ?? '');
    const target = targetOf(named);
    if (opened.outcome === 'expired') return isCurrent ? continueAt(ctx, target) : showExpiredLink(ctx, token, opened);
    knownCookie.keep(ctx, secure, expiredLinkTo(opened));
    comeFrom(ctx, opened.site, query.get('return_url'), secure);
    if (current && !isCurrent) {
      pendingCookie.keep(ctx, secure, opened.secret);
      return continueAt(ctx, `/account/switch?to=${encodeURIComponent(named)}`);
    }
    if (held) await closeSession(held);
    sessionCookie.keep(ctx, secure, opened.secret);
    continueAt(ctx, target);
  };
};

/** Keeps the page of the shop that a login link leads back to; without one, forgets that of an earlier link. */
const comeFrom = (ctx: AccountPage, site: Site, wanted: string | null, secure: boolean): void => {
  const address = allowedReturn(site, wanted);
  if (wanted && !address) ctx.state.symbol = 'return_url_refused';
  if (address) returnCookie.keep(ctx, secure, encodeURIComponent(address));
  else if (returnCookie.read(ctx, secure)) returnCookie.forget(ctx, secure);
};

/** Tasks about a subscription: the customer's only one, or one that the customer chooses. */
const OF_SUBSCRIPTION = ['cancel', 'change', 'pause', 'resume', 'reactivate'];

/**
 * Returns the page of a task: `payment-method`, `details`, `invoice/1002#why`, `cancel`, or `cancel/<uuid>` for one of
 * several subscriptions.
 */
const pageOfTask = (task: string): string => {
  const [name = '', subject] = task.split('/');
  if (name === 'invoice') return subject ? `invoices/${subject}` : 'invoices';
  if (!OF_SUBSCRIPTION.includes(name)) return task;
  return subject ? `subscriptions/${subject}/${name}` : `tasks/${name}`;
};

/** The page that a `to` in a URL names. */
export const targetOf = (to: string): string => (TARGET.test(to) ? `/account/${to}` : '/account');
