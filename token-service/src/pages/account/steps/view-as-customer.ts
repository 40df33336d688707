import type { SignedIn } from '@service/billing/engine/account-pages/begin-session.ts';
import type { RequireEncryption } from '../../../http/in-the-clear.ts';
import type { AnonymousLimits } from '../../../http/limits/anonymous.ts';
import { continueAt } from '../parts/respond.ts';
import { PageRefused } from '../refused.ts';
import type { AccountPage, PageStep } from '../visit.ts';
import { knownCookie, pendingCookie, returnCookie, sessionCookie } from './cookies.ts';

interface Deps {
  readonly openView: (token: string) => Promise<SignedIn | undefined>;
  readonly continueSession: (secret: string) => Promise<SignedIn | undefined>;
  readonly closeSession: (secret: string) => Promise<void>;
  readonly anonymous: Pick<AnonymousLimits, 'hit' | 'look'>;
  readonly isSecure: (ctx: AccountPage) => boolean;
  readonly encrypted: RequireEncryption;
}

/**
 * Exchanges the token of an operator's link for a session that shows the pages as the customer sees them. It takes the
 * place of the session in this browser, and an earlier one of an operator ends.
 */
export const viewSignIn = (deps: Deps): PageStep => {
  const { openView, continueSession, closeSession, anonymous, isSecure, encrypted } = deps;
  return async function viewSignIn(ctx) {
    const wait = await anonymous.look(ctx, 'sign_in');
    if (wait > 0) throw new PageRefused('tooMany', wait);
    const opened = await openView(ctx.params.token ?? '');
    if (!opened) {
      await anonymous.hit(ctx, 'sign_in');
      throw new PageRefused('unknown');
    }
    ctx.state.identity = { site: opened.site };
    encrypted(ctx, opened.site);
    const secure = isSecure(ctx);
    const held = sessionCookie.read(ctx, secure);
    const before = held ? await continueSession(held) : undefined;
    if (before && before.viewer !== null) await closeSession(before.secret);
    // Nothing of another customer stays in this browser, such as the way to a link by mail.
    for (const cookie of [knownCookie, pendingCookie, returnCookie]) cookie.forget(ctx, secure);
    sessionCookie.keep(ctx, secure, opened.secret);
    continueAt(ctx, '/account');
  };
};

/** Refuses the form of an operator who looks at the pages as the customer, where no other step finds the session. */
export const refusedToViewers = (
  { continueSession, isSecure }: Pick<Deps, 'continueSession' | 'isSecure'>,
  signedIn: PageStep,
): PageStep =>
  async function refusedToViewers(ctx, next) {
    const secret = sessionCookie.read(ctx, isSecure(ctx));
    const found = secret ? await continueSession(secret) : undefined;
    return found && found.viewer !== null ? signedIn(ctx, next) : next();
  };
