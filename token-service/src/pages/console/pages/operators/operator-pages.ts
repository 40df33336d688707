import {
  isPermitted,
  PERMISSIONS,
  permissionRule,
  ROLE_DESCRIPTIONS,
  ROLES,
  type Role,
} from '@service/billing/domain/operators/permissions.ts';
import type { LocalProofDeps, OperatorDeps } from '@service/billing/engine/operators/operator-deps.ts';
import type { OperatorEditor } from '@service/billing/engine/operators/reach.ts';
import { type ListedOperator, listOperators } from '@service/billing/queries/access/operators.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { changeOperatorRoles } from '@service/billing/usecases/operators/change-operator-roles.ts';
import { disableOperator } from '@service/billing/usecases/operators/disable-operator.ts';
import { endSessions } from '@service/billing/usecases/operators/end-sessions.ts';
import { inviteOperator } from '@service/billing/usecases/operators/invite-operator.ts';
import { setReadOnly } from '@service/billing/usecases/operators/set-read-only.ts';
import { notFound } from '@service/billing/values/failure.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { systemMomentOf, systemTime } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { actionLink, choiceField, formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import { refuseUnseen, seenFields, type VersionValues } from '../../record-version.ts';
import {
  type CarriedOut,
  type ConsoleRoute,
  type FormPageContent,
  FormProblem,
  formPage,
  readingPage,
} from '../../route.ts';
import { DATE_FILTERS, ORDER_FILTER } from '../../row-query.ts';
import { hasPart, shortList } from '../../short-list.ts';
import { type ConsoleVisit, consoleVisitOf, may, needPermission } from '../../visit.ts';

export interface InvitationToSend {
  readonly recipient: string;
  readonly site: Site;
  readonly role: Role;
  readonly link: string;
  readonly valid_until_ms: Millis;
}

export interface OperatorPagesDeps {
  /** An OpenID provider gives the roles by its groups, without invitations. */
  readonly operatorDeps: OperatorDeps & LocalProofDeps;
  /** Returns the link of an invitation. */
  readonly invitationLink: (secret: string) => string;
  /** Mails an invitation and returns whether it was accepted; undefined without a mail server. */
  readonly mailInvitation: ((invitation: InvitationToSend) => Promise<boolean>) | undefined;
}

const OPERATORS = '/operators';

/** The operators of a site with their roles, and the matrix of what each role may do. */
export const operatorPages = (deps: OperatorPagesDeps): readonly ConsoleRoute[] => {
  const list = listOperators(deps.operatorDeps);
  const { acceptsLocalProofs: invites } = deps.operatorDeps;
  const findListed = async (visit: ConsoleVisit, email: string): Promise<ListedOperator> => {
    const found = (await list([visit.site])).find((one) => one.email === email);
    if (!found) throw notFound('Operator', 'email', email);
    return found;
  };
  return [
    shortList<ListedOperator>({
      path: OPERATORS,
      name: 'operators',
      title: 'Operators',
      subtitle: ({ site }) => `People with a role at the site ${site.subdomain}`,
      permission: 'operators.read',
      filters: [
        { name: 'email', label: 'Part of the email' },
        { name: 'role', label: 'Role', choices: ROLES.map((role) => [role, role]) },
        { name: 'state', label: 'State', choices: stateChoices('operator', OPERATOR_STATES) },
        ...DATE_FILTERS,
        ORDER_FILTER,
      ],
      columns: operatorColumns,
      href: (visit, { email }) => (may(visit, 'operators.edit') ? `${visit.prefix}${operatorPath(email)}` : undefined),
      empty: (visit) =>
        html`There is no operator here yet${invites && may(visit, 'operators.edit') ? html`: <a href="${visit.prefix}${OPERATORS}/invite">invite the first one</a>` : ''}.`,
      one: 'operator',
      place: ({ id, created_at_ms }) => ({ id, at: Math.floor(created_at_ms / 1000) }),
      all: async ({ site }, { email, role, state }) =>
        (await list([site])).filter(
          (each) =>
            hasPart(each.email, email) &&
            (role === undefined || each.roles.some((one) => one.role === role)) &&
            (state === undefined || each.state === state || (state === 'read_only' && each.read_only)),
        ),
      actions: (visit) =>
        invites && may(visit, 'operators.edit')
          ? [actionLink(visit, `${OPERATORS}/invite`, 'Invite', { main: true })]
          : [],
      below: async () => roleMatrix(),
    }),
    ...(invites ? inviteRoutes(deps) : []),
    ...changeRoutes(deps, findListed),
  ];
};

const OPERATOR_STATES = ['active', 'invited', 'expired', 'disabled', 'read_only'] as const;

const rolesOf = ({ roles }: ListedOperator): string => roles.map(({ role }) => role).join(', ');

const factorsOf = ({ has_password, has_authenticator, passkeys }: ListedOperator): string =>
  [
    has_password ? 'password' : '',
    has_authenticator ? 'authenticator' : '',
    passkeys > 0 ? `${passkeys} passkey${passkeys === 1 ? '' : 's'}` : '',
  ]
    .filter(Boolean)
    .join(', ');

const operatorColumns = (visit: ConsoleVisit): readonly TableColumn<ListedOperator>[] => [
  { name: 'email', label: 'Email', cell: ({ email }) => email, csv: ({ email }) => email },
  { name: 'roles', label: 'Roles', cell: rolesOf, csv: rolesOf },
  {
    name: 'state',
    label: 'State',
    cell: ({ state, read_only }) =>
      html`${stateBadge('operator', state)}${read_only ? html` ${stateBadge('operator', 'read_only')}` : ''}`,
    csv: ({ state, read_only }) => [state, ...(read_only ? ['read_only'] : [])].join(', '),
  },
  { name: 'factors', label: 'Signs in with', cell: factorsOf, csv: factorsOf },
  {
    name: 'sessions',
    label: 'Sessions',
    numeric: true,
    cell: ({ sessions }) => sessions,
    csv: ({ sessions }) => sessions,
  },
  {
    name: 'used',
    label: 'Last seen',
    cell: ({ used_at_ms }) => (used_at_ms === null ? '' : systemMomentOf(visit, used_at_ms)),
    csv: ({ used_at_ms }) => systemTime(used_at_ms),
  },
  {
    name: 'created_at',
    label: 'Added',
    optional: true,
    cell: ({ created_at_ms }) => systemMomentOf(visit, created_at_ms),
    csv: ({ created_at_ms }) => systemTime(created_at_ms),
  },
];

/** The permissions of each role, from the table of permissions. */
const roleMatrix = (): Markup => html`<section><h2>What each role may do</h2>
<dl class="facts">${ROLES.map((role) => html`<div><dt>${role}</dt><dd>${ROLE_DESCRIPTIONS[role]}</dd></div>`)}</dl>
<div class="scroll" role="region" aria-label="Permissions" tabindex="0"><table class="rows matrix"><caption class="spoken">Permissions of each role</caption>
<thead><tr><th scope="col">Permission</th>${ROLES.map((role) => html`<th scope="col">${role}</th>`)}</tr></thead>
<tbody>${PERMISSIONS.map(
  (
    permission,
  ) => html`<tr><th scope="row">${permissionRule(permission).label}</th>${ROLES.map((role) => html`<td data-label="${role}">${grantText(role, permission)}</td>`)}</tr>
`,
)}</tbody></table></div></section>`;

const grantText = (role: Role, permission: (typeof PERMISSIONS)[number]): string => {
  const standing = { roles: [role], readOnly: false };
  if (isPermitted({ ...standing, sandbox: false }, permission)) return 'yes';
  return isPermitted({ ...standing, sandbox: true }, permission) ? 'sandbox' : '–';
};

const operatorPath = (email: string, action = ''): string =>
  `${OPERATORS}/${encodeURIComponent(email)}${action && `/${action}`}`;

const roleChoices = ROLES.map((role) => [role, `${role}: ${ROLE_DESCRIPTIONS[role]}`] as const);

const knownRole = (text: string | undefined): Role => {
  const role = ROLES.find((one) => one === text);
  if (!role) throw new FormProblem('Choose a role.', { role: 'Choose a role.' });
  return role;
};

/** The editor of operators whom a visit stands for. */
const editorOf = ({ caller, sites, rolesAt, canChange }: ConsoleVisit): OperatorEditor => ({
  actor: caller.actor,
  correlation: caller.correlation,
  address: caller.address,
  standing: {
    sites: sites.map((site) => ({ site, roles: rolesAt.get(site.id) ?? [] })),
    read_only: !canChange,
  },
});

const inviteRoutes = ({ operatorDeps, invitationLink, mailInvitation }: OperatorPagesDeps): readonly ConsoleRoute[] => {
  const invite = inviteOperator(operatorDeps);
  const ask = async (visit: ConsoleVisit, filled: FilledForm): Promise<FormPageContent> => ({
    title: 'Invite an operator',
    back: { href: OPERATORS, label: 'Operators' },
    content: [
      html`${formTrouble(filled)}`,
      secretForm(visit, { action: `${visit.prefix}${OPERATORS}/invite` }, [
        inputField(filled, {
          name: 'email',
          label: 'Email',
          attributes: { type: 'email', required: '', autofocus: '' },
        }),
        choiceField(filled, { name: 'role', label: 'Role', value: 'support' }, roleChoices),
        html`<p class="quiet">${
          mailInvitation
            ? 'They get a mail with a link, valid for 72 hours and usable once.'
            : 'No mail server is set, so the next page shows the link: pass it on. It is valid for 72 hours and usable once.'
        }</p>`,
        formButtons('Invite', { back: `${visit.prefix}${OPERATORS}` }),
      ]),
    ],
  });
  const [asking, sending] = formPage({
    path: `${OPERATORS}/invite`,
    name: 'operator invite',
    permission: 'operators.edit',
    fresh: true,
    ask: (_, visit, filled) => ask(visit, filled),
    async carryOut(ctx, visit, form): Promise<CarriedOut | undefined> {
      needPermission(visit, 'operators.edit');
      const role = knownRole(form.role);
      const invited = await invite(editorOf(visit), { email: form.email ?? '', site: visit.site, role });
      const { email } = invited.operator;
      if (invited.secret === null || invited.valid_until_ms === null) {
        return { to: OPERATORS, notice: `${email} signs in already, and has the role ${role} now.` };
      }
      const link = invitationLink(invited.secret);
      const { site } = visit;
      const isMailed = await mailInvitation?.({
        recipient: email,
        site,
        role,
        link,
        valid_until_ms: invited.valid_until_ms,
      });
      if (isMailed) return { to: OPERATORS, notice: `${email} was invited as ${role}, and got the link by mail.` };
      // The link is a credential: it is in this response only, never in an address.
      showPage(ctx, { title: `Invitation of ${email}`, back: { href: OPERATORS, label: 'Operators' } }, [
        html`<p>Pass this link on. It is shown only now, is valid for 72 hours, and can be used once.</p>
<p><code class="secret">${link}</code> <button type="button" class="copy" data-copy="${link}" hidden>Copy</button></p>`,
      ]);
      return undefined;
    },
  });
  return [asking, sending].filter((route) => route !== undefined);
};

interface OperatorChange {
  readonly action: string;
  readonly title: string;
  readonly danger?: boolean;
  readonly content: (visit: ConsoleVisit, operator: ListedOperator, filled: FilledForm) => readonly (Markup | string)[];
  readonly button: (operator: ListedOperator) => string;
  /** Whether it is decided by the present roles and limits of the operator, which another one may change meanwhile. */
  readonly needsPresent?: boolean;
  readonly carryOut: (
    visit: ConsoleVisit,
    operator: ListedOperator,
    form: Readonly<Record<string, string | undefined>>,
  ) => Promise<string>;
}

const seenOf = ({ roles, read_only }: ListedOperator): VersionValues => ({
  roles: roles.map(({ role }) => role).join(', '),
  'read-only': read_only ? 'yes' : 'no',
});

const changeRoutes = (
  { operatorDeps }: OperatorPagesDeps,
  findListed: (visit: ConsoleVisit, email: string) => Promise<ListedOperator>,
): readonly ConsoleRoute[] => {
  const changeRoles = changeOperatorRoles(operatorDeps);
  const disable = disableOperator(operatorDeps);
  const readOnly = setReadOnly(operatorDeps);
  const end = endSessions(operatorDeps);
  const changes: readonly OperatorChange[] = [
    {
      action: 'roles',
      title: 'Roles',
      needsPresent: true,
      content: (_, { roles }, filled) => [
        html`<p>Now: ${roles.map(({ role }) => role).join(', ')}.</p>`,
        choiceField(filled, { name: 'role', label: 'Role' }, roleChoices),
        choiceField(filled, { name: 'change', label: 'Change' }, [
          ['give', 'Give the role'],
          ['remove', 'Take the role away'],
        ]),
      ],
      button: () => 'Change the roles',
      async carryOut(visit, { email }, form) {
        const change = form.change === 'remove' ? 'remove' : 'give';
        const now = await changeRoles(editorOf(visit), { email, site: visit.site, role: knownRole(form.role), change });
        return now.length === 0 ? `${email} has no role here any more.` : `${email} is now ${now.join(', ')}.`;
      },
    },
    {
      action: 'read-only',
      title: 'Read-only',
      needsPresent: true,
      content: (_, { read_only }) => [
        html`<p>${read_only ? 'They see what their roles allow, and change nothing.' : 'Read-only operators see what their roles allow, and change nothing.'}</p>`,
      ],
      button: ({ read_only }) => (read_only ? 'Let them change things' : 'Make read-only'),
      async carryOut(visit, { email, read_only }) {
        await readOnly(editorOf(visit), email, !read_only);
        return read_only ? `${email} can change things again.` : `${email} is read-only.`;
      },
    },
    {
      action: 'end-sessions',
      title: 'End sessions',
      content: (_, { sessions }) => [html`<p>They have ${String(sessions)} open sessions, at all sites.</p>`],
      button: () => 'End all sessions',
      async carryOut(visit, { email }) {
        return `${await end(editorOf(visit), email)} sessions of ${email} have ended.`;
      },
    },
    {
      action: 'disable',
      title: 'Disable',
      danger: true,
      content: () => [
        html`<p>All their sessions end, and they can no longer sign in, at any site. Only the command line can let them sign in again.</p>`,
      ],
      button: ({ email }) => `Disable ${email}`,
      async carryOut(visit, { email }) {
        await disable(editorOf(visit), email);
        return `${email} is disabled, and all their sessions have ended.`;
      },
    },
  ];
  const offered = changes.filter(({ action }) => operatorDeps.acceptsLocalProofs || action !== 'roles');
  return [
    readingPage(`${OPERATORS}/:email`, 'operator', 'operators.edit', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const operator = await findListed(visit, ctx.params.email ?? '');
      showPage(
        ctx,
        {
          title: operator.email,
          badge: stateBadge('operator', operator.state),
          back: { href: OPERATORS, label: 'Operators' },
          actions: offered.map(({ action, title }) => actionLink(visit, operatorPath(operator.email, action), title)),
        },
        [
          consoleTable<ListedOperator>({
            caption: operator.email,
            columns: operatorColumns(visit),
            rows: [operator],
            empty: '',
          }),
        ],
      );
    }),
    ...offered.flatMap(({ action, title, danger = false, needsPresent = false, content, button, carryOut }) =>
      formPage({
        path: `${OPERATORS}/:email/${action}`,
        name: `operator ${action}`,
        permission: 'operators.edit',
        fresh: true,
        async ask(ctx, visit, filled) {
          const operator = await findListed(visit, ctx.params.email ?? '');
          const here = operatorPath(operator.email);
          return {
            title: `${title}: ${operator.email}`,
            back: { href: here, label: operator.email },
            content: [
              html`${formTrouble(filled)}`,
              secretForm(visit, { action: `${visit.prefix}${here}/${action}` }, [
                needsPresent ? seenFields(seenOf(operator)) : '',
                ...content(visit, operator, filled),
                formButtons(button(operator), { back: `${visit.prefix}${here}`, danger }),
              ]),
            ],
          };
        },
        async carryOut(ctx, visit, form) {
          needPermission(visit, 'operators.edit');
          const operator = await findListed(visit, ctx.params.email ?? '');
          if (needsPresent) refuseUnseen(form, seenOf(operator), `${operator.email} was`);
          return { to: OPERATORS, notice: await carryOut(visit, operator, form) };
        },
      }),
    ),
  ];
};
