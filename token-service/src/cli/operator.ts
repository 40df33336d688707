import type { OperatorSession } from '@service/billing/domain/operators/operator.ts';
import { isRole, ROLE_DESCRIPTIONS, ROLES, type Role } from '@service/billing/domain/operators/permissions.ts';
import { needOperator, type OperatorEditor } from '@service/billing/engine/operators/reach.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedOperator, listOperators, openSessions } from '@service/billing/queries/access/operators.ts';
import { changeOperatorRoles } from '@service/billing/usecases/operators/change-operator-roles.ts';
import { disableOperator } from '@service/billing/usecases/operators/disable-operator.ts';
import { endSessions } from '@service/billing/usecases/operators/end-sessions.ts';
import { inviteOperator } from '@service/billing/usecases/operators/invite-operator.ts';
import { setReadOnly } from '@service/billing/usecases/operators/set-read-only.ts';
import { invitationLink } from '../composition/console-address.ts';
import { openInvitationMail } from '../composition/mail-invitation.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { inColumns, isoMillis, isoMillisOrNull, shortTime } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const depsOf = ({ opened, world, digest }: Toolbox) => ({ operators: opened.operators, world, digest });
const editorOf = ({ operator }: Toolbox): OperatorEditor => ({ ...operator, standing: 'command line' });

const SITE_AND_ROLE = {
  site: { value: '<subdomain>', required: true, help: 'The site of the role.' },
  role: { value: '<role>', required: true, help: `The role at the site: ${ROLES.join(', ')}.` },
} as const;

const readSiteAndRole = async ({ sites }: Toolbox, { site, role }: OptionValues) => {
  if (typeof site !== 'string') throw new UsageError('Name the site: --site acme.');
  if (typeof role !== 'string' || !isRole(role)) throw new UsageError(`Name the role: --role ${ROLES.join('|')}.`);
  return { site: await needSite(sites, site), role };
};

/** Throws where an OpenID provider decides who has which role. */
const refuseWithOpenId = ({ config }: Toolbox): void => {
  if (config.consoleOpenId === null) return;
  throw new OperatorTrouble(
    'With CONSOLE_AUTH=oidc operators have the roles of their groups: change the groups at the provider, or CONSOLE_OIDC_ROLES.',
  );
};

const bySite = (roles: ListedOperator['roles']): string =>
  [...Map.groupBy(roles, ({ subdomain }) => subdomain)]
    .map(([subdomain, own]) => `${subdomain}: ${own.map(({ role }) => role).join(', ')}`)
    .join('; ') || 'no role';

export const operatorTool: Tool = {
  ...topic('operator'),
  about: 'An operator who has lost the password, the authenticator or all passkeys is invited again.',
  notes: `Roles:

${inColumns(ROLES.map((role: Role) => [`  ${role}`, ROLE_DESCRIPTIONS[role]]))}`,
  commands: {
    invite: command({
      takes: ['email'],
      does: 'Gives an operator a role at a site, and prints a link for a password or a passkey, usable once within 72 hours.',
      example: 'ada@example.com --site acme --role owner',
      options: SITE_AND_ROLE,
      members: ['email', 'site', 'role', 'link', 'valid_until', 'mailed'],
      async run(toolbox, [email = ''], given) {
        refuseWithOpenId(toolbox);
        const { site, role } = await readSiteAndRole(toolbox, given);
        const invited = await inviteOperator(depsOf(toolbox))(editorOf(toolbox), { email, site, role });
        const { operator, secret, valid_until_ms } = invited;
        if (secret === null || valid_until_ms === null) throw new Error('The command line always makes a link.');
        const link = invitationLink(toolbox.config, secret);
        const send = openInvitationMail(toolbox.config, toolbox.world.ids);
        const sent = await send?.({ recipient: operator.email, site, role, link, valid_until_ms });
        const mailed = sent?.outcome === 'accepted';
        const about = mailed
          ? `It was mailed to ${operator.email}, too.`
          : `It was not mailed: ${sent === undefined ? 'SMTP_URL is not set' : `the mail server says “${sent.reason}”`}.`;
        return {
          text: `${operator.email} has the role ${role} at ${site.subdomain}.
This link sets a password or a passkey, once, until ${shortTime(valid_until_ms)}:

  ${link}

${about}`,
          json: {
            ...{ email: operator.email, site: site.subdomain, role, link, mailed },
            valid_until: isoMillis(valid_until_ms),
          },
        };
      },
    }),
    list: command({
      takes: ['subdomain?'],
      does: 'Lists operators with their roles, of all sites or of one.',
      example: '',
      prints: 'array',
      members: [
        ...(['email', 'roles', 'state', 'read_only', 'has_password', 'has_authenticator'] as const),
        ...(['passkeys', 'sessions', 'used_at'] as const),
      ],
      async run(toolbox, [subdomain]) {
        const all = subdomain === undefined;
        const sites = all ? await toolbox.sites.all() : [await needSite(toolbox.sites, subdomain)];
        const listed = await listOperators(depsOf(toolbox))(sites, { all });
        return {
          text:
            listed.length === 0
              ? 'There are no operators. The first one: npm run operator -- invite <email> --site <subdomain> --role owner'
              : inColumns([['EMAIL', 'ROLES', 'STATE', 'SESSIONS'], ...listed.map(row)]),
          json: listed.map(({ used_at_ms, roles, ...shown }) => ({
            ...shown,
            roles: roles.map((one) => ({ site: one.subdomain, role: one.role })),
            used_at: isoMillisOrNull(used_at_ms),
          })),
        };
      },
    }),
    role: command({
      takes: ['email'],
      does: 'Gives a known operator a role at a site, or removes it.',
      example: 'ada@example.com --site acme --role support',
      options: { ...SITE_AND_ROLE, remove: { help: 'Removes the role.' } },
      members: ['email', 'site', 'roles'],
      async run(toolbox, [email = ''], { remove, ...given }) {
        refuseWithOpenId(toolbox);
        const { site, role } = await readSiteAndRole(toolbox, given);
        const change = remove === true ? 'remove' : 'give';
        const roles = await changeOperatorRoles(depsOf(toolbox))(editorOf(toolbox), { email, site, role, change });
        return {
          text: `${email} has ${roles.length === 0 ? 'no role' : `the roles ${roles.join(', ')}`} at ${site.subdomain}.`,
          json: { email, site: site.subdomain, roles: [...roles] },
        };
      },
    }),
    disable: command({
      takes: ['email'],
      does: 'Ends the sessions of an operator, who can sign in no longer until invited again.',
      example: 'ada@example.com',
      members: ['email', 'state'],
      async run(toolbox, [email = '']) {
        const operator = await disableOperator(depsOf(toolbox))(editorOf(toolbox), email);
        return {
          text: `${operator.email} is disabled, and all sessions have ended.`,
          json: { email: operator.email, state: 'disabled' },
        };
      },
    }),
    'read-only': command({
      takes: ['email', 'on|off'],
      does: 'Lets an operator change nothing, whatever the roles allow, or again what they allow.',
      example: 'ada@example.com on',
      members: ['email', 'read_only'],
      async run(toolbox, [email = '', value = '']) {
        if (value !== 'on' && value !== 'off') throw new UsageError('Say on or off.');
        await setReadOnly(depsOf(toolbox))(editorOf(toolbox), email, value === 'on');
        return {
          text: `${email} ${value === 'on' ? 'sees what the roles allow, and changes nothing' : 'does what the roles allow'}.`,
          json: { email, read_only: value === 'on' },
        };
      },
    }),
    sessions: command({
      takes: ['email'],
      does: 'Lists the open sessions of an operator, or ends them.',
      example: 'ada@example.com',
      options: { end: { help: 'Ends all sessions, also the one in use.' } },
      prints: 'array',
      members: ['since', 'used_at', 'address', 'user_agent', 'second_factor', 'ended'],
      async run(toolbox, [email = ''], { end }) {
        const deps = depsOf(toolbox);
        const { operator } = await needOperator(deps.operators, editorOf(toolbox), email);
        const sessions = await openSessions(deps)(operator.id);
        const ended = end === true;
        if (ended) await endSessions(deps)(editorOf(toolbox), email);
        return {
          text: sessionsText(operator.email, sessions, ended),
          json: sessions.map(({ created_at_ms, used_at_ms, address, user_agent, second_factor }) => ({
            ...{ address, user_agent, second_factor, ended },
            since: isoMillis(created_at_ms),
            used_at: isoMillis(used_at_ms),
          })),
        };
      },
    }),
  },
};

const row = ({ email, roles, state, read_only, sessions }: ListedOperator): string[] => [
  email,
  bySite(roles),
  read_only ? `${state}, read-only` : state,
  String(sessions),
];

const sessionsText = (email: string, sessions: readonly OperatorSession[], ended: boolean): string => {
  if (sessions.length === 0) return `${email} has no open session.`;
  if (ended) return `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'} of ${email} ended.`;
  const rows = sessions.map((one) => [
    shortTime(one.created_at_ms),
    shortTime(one.used_at_ms),
    one.address,
    one.second_factor ? 'yes' : 'no',
    one.user_agent,
  ]);
  return inColumns([['SINCE', 'LAST USED', 'ADDRESS', 'SECOND FACTOR', 'BROWSER'], ...rows]);
};

if (import.meta.main) await main(operatorTool);
