import { Invalid } from '@service/billing/values/failure.ts';
import { html } from '../../../documents/html.ts';
import { english } from '../../../documents/messages/en/index.ts';
import { type ConsolePage, type ConsoleStep, sentForm } from '../visit.ts';
import {
  goTo,
  operatorClient,
  passkeyForm,
  passkeyResponse,
  type SignInDeps,
  type SignInRoute,
  showAlone,
} from './sign-in-parts.ts';

const SECRET = /^[A-Za-z0-9]{20,64}$/;

/** The page of the link that an operator is invited with: it sets a password or a passkey, once. */
export const invitationPages = ({ access, begin }: Pick<SignInDeps, 'access' | 'begin'>): readonly SignInRoute[] => {
  const PATH = '/invitation/:secret';
  const secretOf = (ctx: ConsolePage): string => {
    const { secret = '' } = ctx.params;
    return SECRET.test(secret) ? secret : '';
  };

  const gone = (ctx: ConsolePage): void =>
    showAlone(
      ctx,
      'This link is no longer valid',
      [
        html`<p>It was used, replaced by a newer one, or is older than 72 hours. An owner of the site can send you another one.</p>
<p><a class="button" href="/sign-in">Sign in</a></p>`,
      ],
      { status: 404 },
    );

  const show = async (ctx: ConsolePage, problem?: string): Promise<void> => {
    const secret = secretOf(ctx);
    const invited = secret ? await access.readInvitation(secret) : undefined;
    if (!invited) return gone(ctx);
    showAlone(
      ctx,
      'Welcome',
      [
        html`<p>Choose how you sign in as <strong>${invited.email}</strong>.</p>`,
        passkeyForm({
          action: `/invitation/${secret}`,
          options: `/invitation/${secret}/passkey/options`,
          label: 'Create a passkey on this device',
          create: true,
        }),
        html`<form method="post" action="/invitation/${secret}">
<input type="hidden" name="username" autocomplete="username" value="${invited.email}">
<div class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="12" required aria-describedby="password-hint"><p class="quiet" id="password-hint">12 characters or more. A few words are easy to remember and hard to guess.</p></div>
<div class="buttons"><button type="submit">Set the password and sign in</button></div>
</form>`,
      ],
      { ...(problem ? { problem, status: 422 } : {}), passkeys: true },
    );
  };

  const accept: ConsoleStep = async (ctx) => {
    const secret = secretOf(ctx);
    const { password, response } = sentForm(ctx);
    try {
      const chosen =
        password === undefined
          ? ({ kind: 'passkey', response: passkeyResponse(response), name: 'Passkey' } as const)
          : ({ kind: 'password', password } as const);
      const opened = secret ? await access.acceptInvitation(secret, chosen, operatorClient(ctx)) : undefined;
      if (!opened) {
        return chosen.kind === 'passkey' ? show(ctx, 'The passkey could not be created. Try again.') : gone(ctx);
      }
      await begin(ctx, opened.secret);
      goTo(ctx, '/');
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      await show(ctx, error.issues.map((issue) => `The password ${english.issue(issue)}.`).join(' '));
    }
  };

  return [
    { method: 'get', path: PATH, name: 'console invitation', run: (ctx) => show(ctx) },
    { method: 'post', path: PATH, name: 'console invitation', limit: 'console_sign_in', run: accept },
    {
      method: 'post',
      path: `${PATH}/passkey/options`,
      name: 'console invitation passkey options',
      limit: 'console_passkey_options',
      async run(ctx) {
        ctx.body = (await access.offerPasskey({ invitation: secretOf(ctx) })) ?? {};
      },
    },
  ];
};
