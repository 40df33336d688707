import type { AuditAction } from '../../domain/audit-log/areas.ts';
import { operatorEmail, operatorEmailIssues } from '../../domain/operators/email-rules.ts';
import { type GroupRole, rolesOfGroups } from '../../domain/operators/group-roles.ts';
import { newOperator } from '../../domain/operators/new-operator.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Role } from '../../domain/operators/permissions.ts';
import { beginOperatorSession, type OpenedOperatorSession } from '../../engine/operators/begin-operator-session.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { OperatorClient, OperatorDeps } from '../../engine/operators/operator-deps.ts';
import { isLastOwner } from '../../engine/operators/refuse-last-owner.ts';
import type { OpenIdIdentity } from '../../ports/open-id.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

interface Deps extends OperatorDeps {
  readonly sites: Pick<SiteRecords, 'all'>;
  /** The roles of the provider's groups. */
  readonly groupRoles: readonly GroupRole[];
}

/** `no_email`: the provider reports no verified address; `no_role`: none of the groups has a role. */
export type OpenIdOutcome =
  | ({ readonly outcome: 'signed_in' } & OpenedOperatorSession)
  | { readonly outcome: 'refused'; readonly reason: 'no_email' | 'no_role' | 'disabled' };

const ACTOR = 'OpenID provider';

/**
 * Signs in the person whom the OpenID provider reports. Their roles become those of their groups, as of now; the last
 * owner of a site stays its owner. Second factors are the provider's business. Another sign-in is the fresh proof: it
 * ends the session before, whose secret is passed.
 */
export const signInWithOpenId =
  (deps: Deps) =>
  async (identity: OpenIdIdentity, client: OperatorClient, before?: string): Promise<OpenIdOutcome> => {
    const { operators, world, digest, groupRoles } = deps;
    const email = operatorEmail(identity.email ?? '');
    if (operatorEmailIssues(email).length > 0) return { outcome: 'refused', reason: 'no_email' };
    const wanted = (await deps.sites.all()).map((site) => ({
      site,
      roles: rolesOfGroups(groupRoles, identity.groups, site.subdomain),
    }));
    const fresh = newOperator(world.ids.uuid(), email, world.clock.now());
    return operators.changeOperators(async (inside, of): Promise<OpenIdOutcome> => {
      const known = await inside.byEmail(email);
      if (known && known.disabled_at_ms !== null) return { outcome: 'refused', reason: 'disabled' };
      const hasRole = wanted.some(({ roles }) => roles.length > 0);
      if (!known && !hasRole) return { outcome: 'refused', reason: 'no_role' };
      const operator = known ?? fresh;
      if (!known) await inside.add(operator);
      for (const one of wanted) await followGroups(deps, inside, of, operator, one, client.correlation);
      const sites = await inside.sites(operator.id);
      if (sites.length === 0) return { outcome: 'refused', reason: 'no_role' };
      if (before !== undefined) await inside.removeSession(digest(before));
      const begun = { operators: inside, of, sites, client, second_factor: true };
      return { outcome: 'signed_in', ...(await beginOperatorSession(deps, operator, begun)) };
    });
  };

const followGroups = async (
  { world }: Pick<Deps, 'world'>,
  inside: OperatorRecords,
  of: (siteId: string) => Records,
  operator: Operator,
  { site, roles }: { readonly site: Site; readonly roles: readonly Role[] },
  correlation: string,
): Promise<void> => {
  const had = (await inside.sites(operator.id)).find((one) => one.site.id === site.id)?.roles ?? [];
  const note = (action: AuditAction, role: { readonly from: string | null; readonly to: string | null }) =>
    noteOperator(world, of, [site], { by: { actor: ACTOR, correlation }, operator, action, changes: { role } });
  for (const role of roles.filter((one) => !had.includes(one))) {
    await inside.assign({ site_id: site.id, operator_id: operator.id, role });
    await note('operator.role_added', { from: null, to: role });
  }
  for (const role of had.filter((one) => !roles.includes(one))) {
    if (role === 'owner' && (await isLastOwner(inside, site, operator))) continue;
    await inside.unassign({ site_id: site.id, operator_id: operator.id, role });
    await note('operator.role_removed', { from: role, to: null });
  }
};
