import { type GroupRole, readGroupRoles } from '@service/billing/domain/operators/group-roles.ts';
import { isLoopback } from '@service/billing/values/loopback.ts';
import { OperatorTrouble } from '../operator-trouble.ts';
import { oneOfSetting, unusableSetting, urlSetting } from './plain-settings.ts';
import type { Settings } from './process-settings.ts';

/** An OpenID provider, and this service as its client. */
export interface ConsoleOpenId {
  /** The address under which the provider publishes its configuration. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly groupRoles: readonly GroupRole[];
}

const OPEN_ID_SETTINGS = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ROLES',
] as const;

/** Returns the OpenID provider of the console; null where passwords and passkeys sign in. */
export const consoleOpenIdSetting = (env: Settings): ConsoleOpenId | null => {
  if (oneOfSetting(env, 'CONSOLE_AUTH', ['local', 'oidc']) === 'local') return null;
  const missing = OPEN_ID_SETTINGS.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new OperatorTrouble(`CONSOLE_AUTH=oidc signs in by an OpenID provider: set ${missing.join(', ')} too.`);
  }
  const issuer = urlSetting(env, 'CONSOLE_OIDC_ISSUER', ['https:', 'http:']) ?? '';
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw unusableSetting('CONSOLE_OIDC_ISSUER', issuer, 'an address that begins with https://');
  }
  const groupRoles = readGroupRoles(env.CONSOLE_OIDC_ROLES ?? '');
  if (!groupRoles) {
    throw unusableSetting(
      'CONSOLE_OIDC_ROLES',
      env.CONSOLE_OIDC_ROLES,
      'groups with roles, such as admins=admin,help=acme:support',
    );
  }
  const { CONSOLE_OIDC_CLIENT_ID: clientId = '', CONSOLE_OIDC_CLIENT_SECRET: clientSecret = '' } = env;
  return { issuer, clientId, clientSecret, groupRoles };
};
