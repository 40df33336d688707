import { DEMO_OWNER, isProofFresh } from '@service/billing/domain/operators/operator.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { fieldsOf } from '../../../http/query.ts';
import { systemMomentOf } from '../parts/figures.ts';
import { secretForm } from '../parts/form.ts';
import { showPage } from '../parts/shell.ts';
import { consoleTable } from '../parts/table.ts';
import { type ConsoleRoute, continueTo, FormProblem } from '../route.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf, sentForm } from '../visit.ts';
import type { ConsoleAccess } from './access.ts';
import { downloadPage } from './download-page.ts';
import { authenticatorForm } from './enrolment-pages.ts';
import { providerLink } from './open-id-pages.ts';
import { LOCKED, operatorClient, passkeyForm, passkeyResponse, pathWithin } from './sign-in-parts.ts';

/** The pages of an operator's own proofs and sessions, and of the proof before dangerous actions. */
export const profilePages = (access: ConsoleAccess): readonly ConsoleRoute[] => [
  ...provePages(access),
  downloadPage(),
  ...ownPages(access),
];

const provePages = (access: ConsoleAccess): readonly ConsoleRoute[] => {
  const show = async (ctx: ConsolePage, to: string, problem?: string): Promise<void> => {
    const visit = consoleVisitOf(ctx);
    const { operator } = visit;
    const hidden = html`<input type="hidden" name="to" value="${to}">`;
    const isDemo = operator.id === DEMO_OWNER.id;
    const isLocal = !isDemo && !access.openId;
    const passkeys = isLocal ? (await access.passkeysOf(operator)).length : 0;
    const content: (Markup | string)[] = [
      problem ? html`<p class="trouble" role="alert" tabindex="-1" autofocus>${problem}</p>` : '',
      html`<p>What you are about to do needs a proof that it is you. It counts for five minutes.</p>`,
    ];
    if (isDemo) {
      content.push(
        html`<form method="post" action="/sign-in/demo">${hidden}<button type="submit" class="main">Continue as demo owner</button></form>`,
      );
    }
    if (!isDemo && access.openId) {
      content.push(providerLink(to, 'Sign in with your organization again', { fresh: true }));
    }
    if (passkeys > 0) {
      content.push(
        passkeyForm(
          { action: `${visit.prefix}/prove`, options: '/prove/passkey/options', label: 'Use a passkey' },
          html`${hidden}<input type="hidden" name="form_key" value="${visit.formKey()}"><input type="hidden" name="form_id" value="${visit.newFormId()}">`,
        ),
      );
    }
    if (isLocal && operator.authenticator !== null) {
      content.push(
        secretForm(visit, { action: `${visit.prefix}/prove` }, [
          hidden,
          html`<div class="field"><label for="code">Code of your authenticator app</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required></div><button type="submit" class="main">Continue</button>`,
        ]),
      );
    } else if (isLocal && operator.password !== null && passkeys === 0) {
      content.push(
        secretForm(visit, { action: `${visit.prefix}/prove` }, [
          hidden,
          html`<div class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required></div><button type="submit" class="main">Continue</button>`,
        ]),
      );
    }
    showPage(ctx, { title: 'Is it you?', scripts: ['passkeys.js'] }, content, problem ? 422 : 200);
  };

  return [
    {
      method: 'get',
      path: '/prove',
      name: 'console prove',
      permission: 'signed in',
      run: (ctx) => show(ctx, pathWithin(fieldsOf(ctx.querystring).get('to'))),
    },
    {
      method: 'post',
      path: '/prove',
      name: 'console prove',
      permission: 'signed in',
      async run(ctx) {
        const visit = consoleVisitOf(ctx);
        const { code, password, response, to } = sentForm(ctx);
        const proof = code
          ? ({ kind: 'code', code: code.replaceAll(' ', '') } as const)
          : password
            ? ({ kind: 'password', password } as const)
            : ({ kind: 'passkey', response: passkeyResponse(response) } as const);
        const outcome = await access.proveAgain(visit.secret, proof, operatorClient(ctx));
        const target = pathWithin(to);
        if (outcome?.outcome === 'proved') return continueTo(ctx, target);
        const locked = outcome?.outcome === 'locked' ? LOCKED(outcome.retry_after) : undefined;
        await show(ctx, target, locked ?? 'That was not right. Try again.');
      },
    },
  ];
};

const ownPages = (access: ConsoleAccess): readonly ConsoleRoute[] => {
  const PATH = '/profile';
  const show = async (ctx: ConsolePage, problem?: string): Promise<void> => {
    const visit = consoleVisitOf(ctx);
    const { operator, session } = visit;
    const isDemo = operator.id === DEMO_OWNER.id;
    const [passkeys, sessions] = await Promise.all([access.passkeysOf(operator), access.sessionsOf(operator)]);
    showPage(
      ctx,
      { title: 'Sign-in and sessions', subtitle: operator.email, scripts: ['passkeys.js'] },
      [
        problem ? html`<p class="trouble" role="alert" tabindex="-1" autofocus>${problem}</p>` : '',
        isDemo
          ? html`<p>The demo owner signs in by a button, while only this machine can reach the service.</p>`
          : access.openId
            ? html`<p>Your organization signs you in: your second factor and your groups are managed there.</p>`
            : html`<section><h2>Passkeys</h2>${consoleTable({
                caption: 'Passkeys',
                rows: passkeys,
                empty: 'None yet. A passkey signs you in with the lock of your device, and is both factors.',
                columns: [
                  { name: 'name', label: 'Name', cell: ({ name }) => name },
                  { name: 'created', label: 'Added', cell: (one) => systemMomentOf(visit, one.created_at_ms) },
                  {
                    name: 'used',
                    label: 'Last used',
                    cell: ({ used_at_ms }) => (used_at_ms === null ? 'never' : systemMomentOf(visit, used_at_ms)),
                  },
                  {
                    name: 'remove',
                    label: 'Action',
                    cell: ({ id }) =>
                      secretForm(
                        visit,
                        { action: `${visit.prefix}${PATH}/passkeys/remove`, className: 'inline-form' },
                        [
                          html`<input type="hidden" name="id" value="${id}"><button type="submit" class="plain">Remove</button>`,
                        ],
                      ),
                  },
                ],
              })}
${passkeyForm(
  {
    action: `${visit.prefix}${PATH}/passkeys`,
    options: '/sign-in/enrol/passkey/options',
    label: 'Add a passkey of this device',
    create: true,
  },
  html`<input type="hidden" name="form_key" value="${visit.formKey()}"><input type="hidden" name="form_id" value="${visit.newFormId()}">
<div class="field"><label for="passkey-name">Name of the device</label><input id="passkey-name" name="name" maxlength="60" value="Passkey"></div>`,
)}</section>
<section>${await authenticatorForm(
                () => access.offerAuthenticator(visit.secret),
                `${visit.prefix}${PATH}/authenticator`,
                html`<input type="hidden" name="form_key" value="${visit.formKey()}"><input type="hidden" name="form_id" value="${visit.newFormId()}">`,
              )}</section>
<section><h2>Password</h2>${secretForm(visit, { action: `${visit.prefix}${PATH}/password` }, [
                html`<div class="field"><label for="password">New password</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="12" required></div><button type="submit">Change the password</button><p class="quiet">Your other sessions end.</p>`,
              ])}</section>`,
        html`<section><h2>Sessions</h2>${consoleTable({
          caption: 'Open sessions',
          rows: sessions,
          empty: 'None.',
          columns: [
            {
              name: 'browser',
              label: 'Browser',
              cell: ({ user_agent, hash }) => `${browserOf(user_agent)}${hash === session.hash ? ', this one' : ''}`,
            },
            { name: 'address', label: 'Address', cell: ({ address }) => address },
            { name: 'since', label: 'Since', cell: (one) => systemMomentOf(visit, one.created_at_ms) },
            { name: 'used', label: 'Last used', cell: (one) => systemMomentOf(visit, one.used_at_ms) },
            {
              name: 'end',
              label: 'Action',
              cell: ({ hash }) =>
                hash === session.hash
                  ? ''
                  : secretForm(visit, { action: `${visit.prefix}${PATH}/sessions/end`, className: 'inline-form' }, [
                      html`<input type="hidden" name="hash" value="${hash}"><button type="submit" class="plain">End</button>`,
                    ]),
            },
          ],
        })}</section>`,
      ],
      problem ? 422 : 200,
    );
  };

  const post: PostOf = (path, fresh, run) => ({
    method: 'post',
    path: `${PATH}/${path}`,
    name: `console profile ${path.split('/')[0]}`,
    permission: 'signed in',
    async run(ctx) {
      const visit = consoleVisitOf(ctx);
      if (fresh && !isProofFresh(visit.session, visit.now)) {
        return continueTo(ctx, `/prove?${new URLSearchParams({ to: `${visit.prefix}${PATH}` })}`);
      }
      try {
        continueTo(ctx, `${visit.prefix}${PATH}`, await run(ctx, visit));
      } catch (error) {
        if (!(error instanceof FormProblem)) throw error;
        await show(ctx, error.problems.form);
      }
    },
  });

  return [
    {
      method: 'get',
      path: PATH,
      name: 'console profile',
      permission: 'signed in',
      fresh: true,
      run: (ctx) => show(ctx),
    },
    ...(access.openId ? [] : ownProofs(access, post)),
    post('sessions/end', false, async (ctx, { operator }) => {
      await access.endSession(operator, sentForm(ctx).hash ?? '');
      return 'The session has ended.';
    }),
  ];
};

type PostOf = (
  path: string,
  fresh: boolean,
  run: (ctx: ConsolePage, visit: ConsoleVisit) => Promise<string>,
) => ConsoleRoute;

/** The forms that add, change and remove what an operator signs in with. */
const ownProofs = (access: ConsoleAccess, post: PostOf): readonly ConsoleRoute[] => [
  post('passkeys', true, async (ctx, { secret }) => {
    const { response, name = 'Passkey' } = sentForm(ctx);
    const made = { response: passkeyResponse(response), name: name.slice(0, 60) };
    const outcome = await access.registerPasskey(secret, made, operatorClient(ctx));
    if (outcome !== 'registered') throw new FormProblem('The passkey could not be added. Try again.');
    return 'The passkey was added.';
  }),
  post('passkeys/remove', true, async (ctx, { secret }) => {
    if (!(await access.removePasskey(secret, sentForm(ctx).id ?? '', operatorClient(ctx)))) {
      throw new FormProblem('Prove that it is you, then remove it again.');
    }
    return 'The passkey was removed.';
  }),
  post('authenticator', true, async (ctx, { secret }) => {
    const { sealed = '', code = '' } = sentForm(ctx);
    const typed = { sealed, code: code.replaceAll(' ', '') };
    const { outcome } = await access.enrolAuthenticator(secret, typed, operatorClient(ctx));
    if (outcome !== 'enrolled') throw new FormProblem('The code was wrong. A new key is below: try again with it.');
    return 'The authenticator app is set up.';
  }),
  post('password', true, async (ctx, { secret }) => {
    if (!(await access.changePassword(secret, sentForm(ctx).password ?? '', operatorClient(ctx)))) {
      throw new FormProblem('Prove that it is you, then change it again.');
    }
    return 'The password was changed. Your other sessions have ended.';
  }),
];

/** `Firefox on Windows`: enough to recognize one's own browser. */
const browserOf = (agent: string): string => {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)(?=\/)/.exec(agent)?.[1] ?? 'Browser';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
  return `${names[browser] ?? browser}${system ? ` on ${system}` : ''}`;
};
