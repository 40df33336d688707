import type { SystemClock } from '@service/billing/values/time.ts';
import { html } from '../../../documents/html.ts';
import { clientAddress } from '../../../http/client-address.ts';
import type { RequireEncryption } from '../../../http/in-the-clear.ts';
import { fieldsOf } from '../../../http/query.ts';
import { messageShell } from '../parts/shell.ts';
import type { OperatorOnDuty } from '../steps/operator-signed-in.ts';
import { forgetOperatorSession, keepOperatorSession, readOperatorSession } from '../steps/session-cookie.ts';
import { type ConsolePage, type ConsoleStep, sentForm } from '../visit.ts';

/** The connection that a session begins at. */
export interface SignInFrom {
  readonly address: string;
  readonly user_agent: string;
}

export interface SignInDeps {
  /** Whether anyone may sign in. */
  readonly isOpen: () => Promise<boolean>;
  readonly continueSession: (secret: string) => Promise<OperatorOnDuty | undefined>;
  readonly closeSession: (secret: string) => Promise<void>;
  /** Begins a session of the owner of the demo site; undefined where the demo keys are not served. */
  readonly signInDemoOwner: ((from: SignInFrom) => Promise<{ readonly secret: string }>) | undefined;
  readonly clock: SystemClock;
  readonly isSecure: (ctx: Pick<ConsolePage, 'secure'>) => boolean;
  readonly encrypted: RequireEncryption;
}

interface SignInRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly name: string;
  readonly run: ConsoleStep;
}

/** Paths of the console, and nothing that leads out of it: no `//host`, no `/\host`, no control characters. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
const LONGEST_PATH = 1000;

/** The page that a `to` in an address names; the home page for anything else. */
export const pathWithin = (to: string | null | undefined): string =>
  to && to.length <= LONGEST_PATH && PATH.test(to) ? to : '/';

const fromOf = (ctx: ConsolePage): SignInFrom => ({
  address: clientAddress(ctx),
  user_agent: ctx.get('User-Agent').slice(0, 200),
});

const go = (ctx: ConsolePage, to: string): void => {
  ctx.status = 303;
  ctx.redirect(to);
  ctx.body = '';
};

/** The pages of someone who is not signed in yet. */
export const signInRoutes = ({ closeSession, signInDemoOwner, isSecure }: SignInDeps): readonly SignInRoute[] => {
  /** Begins a session in this browser, and ends the one that it had: a session that was planted there is gone. */
  const begin = async (ctx: ConsolePage, secret: string, to: string): Promise<void> => {
    const secure = isSecure(ctx);
    const held = readOperatorSession(ctx, secure);
    if (held) await closeSession(held);
    keepOperatorSession(ctx, secure, secret);
    go(ctx, to);
  };

  const showSignIn: ConsoleStep = (ctx) => {
    const to = pathWithin(fieldsOf(ctx.querystring).get('to'));
    ctx.type = 'html';
    ctx.body = messageShell('Sign in', [
      signInDemoOwner
        ? html`<form method="post" action="/sign-in/demo">
<input type="hidden" name="to" value="${to}">
<button type="submit" class="main">Continue as demo owner</button>
<p class="quiet">Only this machine can reach the service, and its demo keys are published, so the owner of the demo site needs no password.</p>
</form>`
        : '',
    ]);
  };

  return [
    { method: 'get', path: '/sign-in', name: 'console sign-in', run: showSignIn },
    ...(signInDemoOwner
      ? [
          {
            method: 'post',
            path: '/sign-in/demo',
            name: 'console demo sign-in',
            run: (async (ctx) => {
              const { secret } = await signInDemoOwner(fromOf(ctx));
              await begin(ctx, secret, pathWithin(sentForm(ctx).to));
            }) as ConsoleStep,
          } as const,
        ]
      : []),
    {
      method: 'post',
      path: '/sign-out',
      name: 'console sign-out',
      async run(ctx) {
        const secure = isSecure(ctx);
        const held = readOperatorSession(ctx, secure);
        if (held) await closeSession(held);
        forgetOperatorSession(ctx, secure);
        go(ctx, '/sign-in');
      },
    },
  ];
};
