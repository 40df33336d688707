import { isRole, type Role } from './permissions.ts';

/** The role that members of a group have, at one site or at all. */
export interface GroupRole {
  readonly group: string;
  /** Null: at every site. */
  readonly subdomain: string | null;
  readonly role: Role;
}

const ONE = /^(.+)=(?:([a-z0-9-]+):)?([a-z]+)$/;

/**
 * Reads `billing-admins=admin,helpdesk=acme:support`: groups of the OpenID provider with the role of their members, at
 * every site or at one. Returns undefined for anything else.
 */
export const readGroupRoles = (text: string): readonly GroupRole[] | undefined => {
  const read = text.split(',').map((one): GroupRole | undefined => {
    const [, group = '', subdomain = null, role = ''] = ONE.exec(one.trim()) ?? [];
    return isRole(role) && group.trim() !== '' ? { group: group.trim(), subdomain, role } : undefined;
  });
  const known = read.filter((one) => one !== undefined);
  return known.length === read.length ? known : undefined;
};

/** Returns the roles at a site of a member of these groups. */
export const rolesOfGroups = (
  mapping: readonly GroupRole[],
  groups: readonly string[],
  subdomain: string,
): readonly Role[] => [
  ...new Set(
    mapping
      .filter((one) => groups.includes(one.group) && (one.subdomain === null || one.subdomain === subdomain))
      .map(({ role }) => role),
  ),
];
