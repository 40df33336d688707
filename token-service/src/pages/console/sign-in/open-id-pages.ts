import type { OpenIdOutcome } from '@service/billing/usecases/operators/sign-in-with-open-id.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { fieldsOf } from '../../../http/query.ts';
import { operatorSessionCookie, providerCookie } from '../cookies.ts';
import type { ConsolePage, ConsoleStep } from '../visit.ts';
import type { OpenIdAccess } from './access.ts';
import { goTo, operatorClient, pathWithin, type SignInDeps, type SignInRoute } from './sign-in-parts.ts';

const START = '/sign-in/provider';
const CALLBACK = '/sign-in/callback';

const UNFINISHED = 'The sign-in at your organization was not completed, or took too long. Try again.';
const REFUSALS: Readonly<Record<Extract<OpenIdOutcome, { outcome: 'refused' }>['reason'], string>> = {
  no_email: 'Your organization reports no confirmed email address of yours, so you cannot be signed in.',
  no_role: 'None of your groups has a role here. Those who look after the groups of your organization can change that.',
  disabled: 'You are disabled here. An operator of the service can let you sign in again, on the command line.',
};

/**
 * A link to the provider. It is no form: the policy of the pages lets forms lead to this origin only, redirects
 * included.
 */
export const providerLink = (to: string, label: string, { fresh = false } = {}): Markup => {
  const query = new URLSearchParams({ to, ...(fresh ? { fresh: 'yes' } : {}) }).toString();
  return html`<p><a class="button main" href="${START}?${query}">${label}</a></p>`;
};

/** The way to the OpenID provider of the deployment, and the page to which it sends browsers back. */
export const openIdPages = (
  openId: OpenIdAccess,
  { isSecure, begin }: Pick<SignInDeps, 'isSecure' | 'begin'>,
  /** Shows the sign-in page. `to`: the page to which it leads. */
  showSignIn: (ctx: ConsolePage, to: string, problem: string) => Promise<void>,
): readonly SignInRoute[] => {
  const leave: ConsoleStep = async (ctx) => {
    const query = fieldsOf(ctx.querystring);
    const { url, held } = await openId.begin({ fresh: query.get('fresh') === 'yes' });
    const value = `${held}.${Buffer.from(pathWithin(query.get('to'))).toString('base64url')}`;
    providerCookie.keep(ctx, isSecure(ctx), value);
    goTo(ctx, url);
  };

  const comeBack: ConsoleStep = async (ctx) => {
    const secure = isSecure(ctx);
    const [held = '', kept = ''] = providerCookie.read(ctx, secure)?.split('.') ?? [];
    providerCookie.forget(ctx, secure);
    const target = pathWithin(Buffer.from(kept, 'base64url').toString());
    const outcome = await openId.finish(ctx.URL, held, operatorClient(ctx), operatorSessionCookie.read(ctx, secure));
    if (!outcome) return showSignIn(ctx, target, UNFINISHED);
    if (outcome.outcome === 'refused') return showSignIn(ctx, target, REFUSALS[outcome.reason]);
    await begin(ctx, outcome.secret);
    goTo(ctx, target);
  };

  return [
    { method: 'get', path: START, name: 'console provider', limit: 'console_sign_in', run: leave },
    { method: 'get', path: CALLBACK, name: 'console provider callback', limit: 'console_sign_in', run: comeBack },
  ];
};
