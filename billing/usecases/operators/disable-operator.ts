import type { Operator } from '../../domain/operators/operator.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { OperatorDeps } from '../../engine/operators/operator-deps.ts';
import { needOperatorInReach, type OperatorEditor } from '../../engine/operators/reach.ts';
import { refuseLastOwner } from '../../engine/operators/refuse-last-owner.ts';

/**
 * Ends all sessions of an operator and their invitation, and lets them sign in no longer. The roles stay, for the
 * record and for another invitation. Disabling twice changes nothing. Throws `not_found`, `operator_out_of_reach`, and
 * `last_owner` for the only owner of a site.
 */
export const disableOperator =
  ({ operators, world }: Pick<OperatorDeps, 'operators' | 'world'>) =>
  (editor: OperatorEditor, email: string): Promise<Operator> =>
    operators.changeOperators(async (inside, of) => {
      const { operator, sites } = await needOperatorInReach(inside, editor, email);
      if (operator.disabled_at_ms !== null) return operator;
      for (const { site, roles } of sites) if (roles.includes('owner')) await refuseLastOwner(inside, site, operator);
      const disabled = { ...operator, disabled_at_ms: world.clock.now() };
      await inside.save(disabled);
      await inside.removeSessions(operator.id);
      await inside.removeInvitation(operator.id);
      const noted = sites.map(({ site }) => site);
      await noteOperator(world, of, noted, { by: editor, operator, action: 'operator.disabled' });
      return disabled;
    });
