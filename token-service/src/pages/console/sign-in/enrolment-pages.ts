import type { SignedInOperator } from '@service/billing/engine/operators/operator-deps.ts';
import { Failure, isRefusedByRule } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { fieldsOf } from '../../../http/query.ts';
import { operatorSessionCookie } from '../cookies.ts';
import { consoleFailureWords } from '../parts/failure-words.ts';
import { type ConsolePage, type ConsoleStep, sentForm } from '../visit.ts';
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

const WRONG_CODE = 'The code is wrong, or was used before. Wait for the next one.';

/** The pages after a password at a production site: the second factor, or setting one up. */
export const enrolmentPages = ({
  access,
  isSecure,
}: Pick<SignInDeps, 'access' | 'isSecure'>): readonly SignInRoute[] => {
  /** The operator of the session in this browser; without one, continues at the sign-in page. */
  const operatorOf = async (
    ctx: ConsolePage,
  ): Promise<(SignedInOperator & { readonly secret: string }) | undefined> => {
    const secret = operatorSessionCookie.read(ctx, isSecure(ctx));
    const found = secret ? await access.continueSession(secret) : undefined;
    if (found && secret) return { ...found, secret };
    goTo(ctx, '/sign-in');
    return undefined;
  };

  const showSecond = async (ctx: ConsolePage, to: string, problem?: string): Promise<void> => {
    const found = await operatorOf(ctx);
    if (!found) return;
    if (found.state !== 'second_factor') return goTo(ctx, to);
    const hidden = html`<input type="hidden" name="to" value="${to}">`;
    const passkeys = (await access.passkeysOf(found.operator)).length > 0;
    showAlone(
      ctx,
      'Second factor',
      [
        passkeys
          ? passkeyForm(
              { action: '/sign-in/second-factor', options: '/prove/passkey/options', label: 'Use a passkey' },
              hidden,
            )
          : '',
        found.operator.authenticator === null
          ? ''
          : html`<form method="post" action="/sign-in/second-factor">${hidden}
<div class="field"><label for="code">Code of your authenticator app</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus></div>
<div class="buttons"><button type="submit" class="main">Continue</button></div></form>`,
        signOutForm(),
      ],
      { ...(problem ? { problem, status: 422 } : {}), passkeys },
    );
  };

  const proveSecond: ConsoleStep = async (ctx) => {
    const found = await operatorOf(ctx);
    if (!found) return;
    const { code, response, to } = sentForm(ctx);
    const proof =
      code === undefined
        ? ({ kind: 'passkey', response: passkeyResponse(response) } as const)
        : ({ kind: 'code', code: code.replaceAll(' ', '') } as const);
    const outcome = await access.proveAgain(found.secret, proof, operatorClient(ctx));
    const target = pathWithin(to);
    if (!outcome) return goTo(ctx, '/sign-in');
    if (outcome.outcome === 'proved') return goTo(ctx, target);
    await showSecond(ctx, target, outcome.outcome === 'locked' ? LOCKED(outcome.retry_after) : WRONG_CODE);
  };

  const showEnrolment = async (ctx: ConsolePage, to: string, problem?: string): Promise<void> => {
    const found = await operatorOf(ctx);
    if (!found) return;
    if (found.state === 'second_factor') return goTo(ctx, `/sign-in/second-factor?${new URLSearchParams({ to })}`);
    if (found.state === 'open') return goTo(ctx, to);
    const hidden = html`<input type="hidden" name="to" value="${to}">`;
    showAlone(
      ctx,
      'Set up a second factor',
      [
        html`<p>You work at a production site, so a password alone does not sign you in.</p>`,
        passkeyForm(
          {
            action: '/sign-in/enrol/passkey',
            options: '/sign-in/enrol/passkey/options',
            label: 'Add a passkey of this device',
            create: true,
          },
          hidden,
        ),
        await authenticatorForm(() => access.offerAuthenticator(found.secret), '/sign-in/enrol', hidden),
        signOutForm(),
      ],
      { ...(problem ? { problem, status: 422 } : {}), passkeys: true },
    );
  };

  const enrol: ConsoleStep = async (ctx) => {
    const found = await operatorOf(ctx);
    if (!found) return;
    const { sealed = '', code = '', to } = sentForm(ctx);
    const typed = { sealed, code: code.replaceAll(' ', '') };
    const outcome = await access.enrolAuthenticator(found.secret, typed, operatorClient(ctx));
    const target = pathWithin(to);
    if (outcome.outcome === 'enrolled') return goTo(ctx, target);
    if (outcome.outcome === 'ended') return goTo(ctx, '/sign-in');
    await showEnrolment(ctx, target, outcome.outcome === 'locked' ? LOCKED(outcome.retry_after) : WRONG_CODE);
  };

  const enrolPasskey: ConsoleStep = async (ctx) => {
    const found = await operatorOf(ctx);
    if (!found) return;
    const { response, to } = sentForm(ctx);
    const made = { response: passkeyResponse(response), name: 'Passkey' };
    const outcome = await access.registerPasskey(found.secret, made, operatorClient(ctx));
    if (outcome === 'registered') return goTo(ctx, pathWithin(to));
    if (outcome === 'ended') return goTo(ctx, '/sign-in');
    await showEnrolment(ctx, pathWithin(to), 'The passkey could not be added. Try again.');
  };

  const toOf = (ctx: ConsolePage): string => pathWithin(fieldsOf(ctx.querystring).get('to'));
  const asking = (path: string, name: string, run: ConsoleStep): SignInRoute => ({
    ...{ method: 'get', path, name: `console ${name}`, run },
  });
  const sending = (path: string, name: string, run: ConsoleStep): SignInRoute => ({
    ...{ method: 'post', path, name: `console ${name}`, run },
    limit: path.endsWith('/options') ? 'console_passkey_options' : 'console_sign_in',
  });
  return [
    asking('/sign-in/second-factor', 'second factor', (ctx) => showSecond(ctx, toOf(ctx))),
    sending('/sign-in/second-factor', 'second factor', proveSecond),
    asking('/sign-in/enrol', 'enrolment', (ctx) => showEnrolment(ctx, toOf(ctx))),
    sending('/sign-in/enrol', 'enrolment', enrol),
    sending('/sign-in/enrol/passkey', 'passkey enrolment', enrolPasskey),
    sending('/sign-in/enrol/passkey/options', 'passkey enrolment options', async (ctx) => {
      const found = await operatorOf(ctx);
      if (found) ctx.body = (await access.offerPasskey({ session: found.secret })) ?? {};
    }),
    sending('/prove/passkey/options', 'passkey proof options', async (ctx) => {
      const found = await operatorOf(ctx);
      if (found) ctx.body = (await access.offerPasskeyProof(found.secret)) ?? {};
    }),
  ];
};

const signOutForm = (): Markup =>
  html`<form method="post" action="/sign-out"><p><button type="submit" class="plain">Sign out</button></p></form>`;

/** The form that sets up an authenticator app, or the reason why it cannot be. */
export const authenticatorForm = async (
  offer: () => ReturnType<SignInDeps['access']['offerAuthenticator']>,
  action: string,
  hidden: Markup | string,
): Promise<Markup> => {
  try {
    const offered = await offer();
    if (!offered) return html``;
    return html`<form method="post" action="${action}">${hidden}
<h2>Authenticator app</h2>
<p>Add this key to your app, or <a href="${offered.uri}">open it in the app on this device</a>:</p>
<p><code class="secret">${offered.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code> <button type="button" class="copy" data-copy="${offered.secret}" hidden>Copy</button></p>
<input type="hidden" name="sealed" value="${offered.sealed}">
<div class="field"><label for="code">The code that it shows</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required></div>
<div class="buttons"><button type="submit">Set up the app</button></div></form>`;
  } catch (error) {
    if (!(error instanceof Failure) || !isRefusedByRule(error)) throw error;
    return html`<p class="quiet">${consoleFailureWords(error)}</p>`;
  }
};
