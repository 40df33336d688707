import type { SignedIn } from '@service/billing/usecases/account-pages/open-session.ts';
import type { AnonymousLimits } from '../../limits/anonymous.ts';
import { fieldsOf } from '../../query.ts';
import { Refused } from '../refused.ts';
import type { Page, Step } from '../visit.ts';
import { keepSession } from './session-cookie.ts';

interface Deps {
  readonly openSession: (token: string) => Promise<SignedIn | undefined>;
  readonly anonymous: Pick<AnonymousLimits, 'hit' | 'look'>;
  readonly isSecure: (ctx: Page) => boolean;
  /** Whether the request crossed a network unencrypted. */
  readonly isInTheClear: (ctx: Page) => boolean;
}

const TOKEN = /^[A-Za-z0-9]{32}$/;
/** `invoices/1002`, `payment-method`: parts of a path under `/account`, and nothing that leads out of it. */
const TARGET = /^[a-z][a-z-]*(\/[A-Za-z0-9-]{1,40}){0,2}$/;

/**
 * Exchanges the hosted login token in the URL for a session, and redirects to a URL without it, so that the token
 * appears in no history, bookmark or referrer. `to` names the page that a message links to.
 */
export const signIn = ({ openSession, anonymous, isSecure, isInTheClear }: Deps): Step =>
  async function signIn(ctx) {
    const wait = await anonymous.look(ctx, 'sign_in');
    if (wait > 0) throw new Refused('tooMany', wait);
    const { token = '' } = ctx.params;
    const opened = TOKEN.test(token) ? await openSession(token) : undefined;
    if (!opened) {
      await anonymous.hit(ctx, 'sign_in');
      throw new Refused('unknown');
    }
    if (opened.site.mode === 'production' && isInTheClear(ctx)) throw new Refused('insecure');
    keepSession(ctx, isSecure(ctx), opened.secret);
    const target = fieldsOf(ctx.querystring).get('to') ?? '';
    ctx.status = 303;
    ctx.redirect(TARGET.test(target) ? `/account/${target}` : '/account');
  };
