import type { Role } from '../../domain/operators/permissions.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { OperatorDeps } from '../../engine/operators/operator-deps.ts';
import { needOperator, type OperatorEditor, refuseRoleBeyondReach } from '../../engine/operators/reach.ts';
import { refuseLastOwner } from '../../engine/operators/refuse-last-owner.ts';
import type { Site } from '../../resources/site.ts';

export interface ChangeOperatorRoles {
  readonly email: string;
  readonly site: Site;
  readonly role: Role;
  readonly change: 'give' | 'remove';
}

/**
 * Gives an operator a role at a site, or removes it. Returns the roles that the operator has there now. Giving a role
 * twice changes nothing. Throws `not_found`, `operator_out_of_reach`, and `last_owner` for the only owner of the site.
 */
export const changeOperatorRoles =
  ({ operators, world }: Pick<OperatorDeps, 'operators' | 'world'>) =>
  (editor: OperatorEditor, { email, site, role, change }: ChangeOperatorRoles): Promise<readonly Role[]> =>
    operators.changeOperators(async (inside, of) => {
      const { operator, sites } = await needOperator(inside, editor, email);
      refuseRoleBeyondReach(editor, operator, site, role);
      const before = sites.find((one) => one.site.id === site.id)?.roles ?? [];
      if (before.includes(role) === (change === 'give')) return before;
      const assignment = { site_id: site.id, operator_id: operator.id, role };
      if (change === 'give') {
        await inside.assign(assignment);
      } else {
        if (role === 'owner') await refuseLastOwner(inside, site, operator);
        await inside.unassign(assignment);
      }
      await noteOperator(world, of, [site], {
        by: editor,
        operator,
        action: change === 'give' ? 'operator.role_added' : 'operator.role_removed',
        changes: { role: change === 'give' ? { from: null, to: role } : { from: role, to: null } },
      });
      return (await inside.sites(operator.id)).find((one) => one.site.id === site.id)?.roles ?? [];
    });
