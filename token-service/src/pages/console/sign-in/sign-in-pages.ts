import { html, type Markup } from '../../../documents/html.ts';
import { fieldsOf } from '../../../http/query.ts';
import { operatorSessionCookie } from '../cookies.ts';
import { type ConsolePage, type ConsoleStep, sentForm } from '../visit.ts';
import { enrolmentPages } from './enrolment-pages.ts';
import { invitationPages } from './invitation-pages.ts';
import { openIdPages, providerLink } from './open-id-pages.ts';
import {
  goTo,
  LOCKED,
  operatorClient,
  passkeyForm,
  passkeyResponse,
  pathWithin,
  type SignInDeps,
  type SignInRoute,
  showAlone,
} from './sign-in-parts.ts';

/** Returns the step that begins a session in this browser: one that was planted there before is gone. */
export const beginning =
  ({ access, isSecure }: Pick<SignInDeps, 'access' | 'isSecure'>): SignInDeps['begin'] =>
  async (ctx, secret) => {
    const secure = isSecure(ctx);
    const held = operatorSessionCookie.read(ctx, secure);
    if (held) await access.closeSession(held);
    operatorSessionCookie.keep(ctx, secure, secret);
  };

const REFUSED = 'The email address or the password is wrong.';
const NO_PASSKEY = 'This passkey does not sign in here. Use another one, or your password.';

/** The pages of someone who is not signed in yet, or only with one factor. */
export const signInPages = (deps: SignInDeps): readonly SignInRoute[] => {
  const { access, isSecure, begin } = deps;

  const showSignIn = async (ctx: ConsolePage, to: string, problem?: string, email = ''): Promise<void> => {
    const hidden = html`<input type="hidden" name="to" value="${to}">`;
    const content: Markup[] = [];
    if (await access.hasDemo()) {
      content.push(html`<form method="post" action="/sign-in/demo">${hidden}
<p><button type="submit" class="main">Continue as demo owner</button></p>
<p class="quiet">Only this machine can reach the service, and its demo keys are published, so the owner of the demo site needs no password.</p>
</form><hr>`);
    }
    if (access.openId) {
      content.push(providerLink(to, 'Sign in with your organization'));
      return showAlone(ctx, 'Sign in', content, problem ? { problem, status: 422 } : {});
    }
    content.push(
      passkeyForm(
        { action: '/sign-in/passkey', options: '/sign-in/passkey/options', label: 'Sign in with a passkey' },
        hidden,
      ),
      html`<form method="post" action="/sign-in">${hidden}
<div class="field"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username webauthn" required value="${email}"></div>
<div class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required></div>
<div class="buttons"><button type="submit">Sign in</button></div>
</form>
<p class="quiet">Access lost? An owner sends a new link, or the operator of the service makes one on the command line.</p>`,
    );
    showAlone(ctx, 'Sign in', content, { ...(problem ? { problem, status: 422 } : {}), passkeys: true });
  };

  const signInWithPassword: ConsoleStep = async (ctx) => {
    const { email = '', password = '', to } = sentForm(ctx);
    const outcome = await access.signInWithPassword({ email, password }, operatorClient(ctx));
    const target = pathWithin(to);
    if (outcome.outcome === 'locked') return showSignIn(ctx, target, LOCKED(outcome.retry_after), email);
    if (outcome.outcome === 'refused') return showSignIn(ctx, target, REFUSED, email);
    await begin(ctx, outcome.secret);
    goTo(ctx, target);
  };

  const signInWithPasskey: ConsoleStep = async (ctx) => {
    const { response, to } = sentForm(ctx);
    const outcome = await access.signInWithPasskey(passkeyResponse(response), operatorClient(ctx));
    const target = pathWithin(to);
    if (outcome.outcome === 'locked') return showSignIn(ctx, target, LOCKED(outcome.retry_after));
    if (outcome.outcome === 'refused') return showSignIn(ctx, target, NO_PASSKEY);
    await begin(ctx, outcome.secret);
    goTo(ctx, target);
  };

  const signInDemo: ConsoleStep = async (ctx) => {
    const secure = isSecure(ctx);
    const opened = await access.signInDemoOwner(operatorClient(ctx), operatorSessionCookie.read(ctx, secure));
    if (!opened) return showSignIn(ctx, '/', 'The demo site is not served here.');
    operatorSessionCookie.keep(ctx, secure, opened.secret);
    goTo(ctx, pathWithin(sentForm(ctx).to));
  };

  const signOut: ConsoleStep = async (ctx) => {
    const secure = isSecure(ctx);
    const held = operatorSessionCookie.read(ctx, secure);
    if (held) await access.closeSession(held);
    operatorSessionCookie.forget(ctx, secure);
    goTo(ctx, '/sign-in');
  };

  const common: readonly SignInRoute[] = [
    {
      method: 'get',
      path: '/sign-in',
      name: 'console sign-in',
      run: (ctx) => showSignIn(ctx, pathWithin(fieldsOf(ctx.querystring).get('to'))),
    },
    { method: 'post', path: '/sign-in/demo', name: 'console demo sign-in', limit: 'console_sign_in', run: signInDemo },
    { method: 'post', path: '/sign-out', name: 'console sign-out', run: signOut },
  ];
  if (access.openId) return [...common, ...openIdPages(access.openId, deps, showSignIn)];
  return [
    ...common,
    { method: 'post', path: '/sign-in', name: 'console sign-in', limit: 'console_sign_in', run: signInWithPassword },
    {
      method: 'post',
      path: '/sign-in/passkey/options',
      name: 'console passkey options',
      limit: 'console_passkey_options',
      async run(ctx) {
        ctx.body = await access.offerPasskeySignIn();
      },
    },
    {
      method: 'post',
      path: '/sign-in/passkey',
      name: 'console passkey sign-in',
      limit: 'console_sign_in',
      run: signInWithPasskey,
    },
    ...enrolmentPages(deps),
    ...invitationPages(deps),
  ];
};
