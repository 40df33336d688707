import type { SignedIn } from '@service/billing/engine/account-pages/begin-session.ts';
import { html } from '../../../documents/html.ts';
import { fieldsOf } from '../../../http/query.ts';
import { namesApart } from '../parts/customer-name.ts';
import { form } from '../parts/form.ts';
import { continueAt, show } from '../parts/respond.ts';
import { pendingCookie, sessionCookie } from '../steps/cookies.ts';
import { type AccountPage, formOf, type PageWithForm, visitOf } from '../visit.ts';
import { targetOf } from './sign-in.ts';

interface Deps {
  readonly continueSession: (secret: string) => Promise<SignedIn | undefined>;
  readonly closeSession: (secret: string) => Promise<void>;
  readonly isSecure: (ctx: AccountPage) => boolean;
}

const PATH = '/account/switch';

/**
 * Asks a customer who opened the link of another account whether to leave this one: a link that a stranger sent must
 * not lead a customer to pay or to enter a card for another account unnoticed.
 */
export const switchPage = ({ continueSession, closeSession, isSecure }: Deps): PageWithForm => {
  const pendingOf = async (ctx: AccountPage): Promise<SignedIn | undefined> => {
    const secret = pendingCookie.read(ctx, isSecure(ctx));
    return secret ? continueSession(secret) : undefined;
  };

  return {
    async get(ctx) {
      const visit = visitOf(ctx);
      const pending = await pendingOf(ctx);
      if (!pending) return continueAt(ctx, '/account');
      const { words } = visit;
      const [here, there] = namesApart(visit, pending);
      const to = fieldsOf(ctx.querystring).get('to') ?? '';
      show(ctx, { title: words.switch.title }, [
        html`<p>${words.switch.explain(here, there)}</p>`,
        form(
          visit,
          { action: PATH },
          html`<input type="hidden" name="to" value="${to}">
<div class="choices"><button class="main" type="submit" name="stay" value="yes">${words.switch.stay(here)}</button>
<button class="second" type="submit">${words.switch.leave(there)}</button></div>`,
        ),
      ]);
    },
    async post(ctx) {
      const { stay, to = '' } = formOf(ctx);
      const pending = await pendingOf(ctx);
      const secure = isSecure(ctx);
      pendingCookie.forget(ctx, secure);
      if (!pending || stay) {
        if (pending) await closeSession(pending.secret);
        return continueAt(ctx, '/account');
      }
      await closeSession(visitOf(ctx).secret);
      sessionCookie.keep(ctx, secure, pending.secret);
      continueAt(ctx, targetOf(to));
    },
  };
};
