import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { OperatorDeps } from '../../engine/operators/operator-deps.ts';
import { needOperatorInReach, type OperatorEditor } from '../../engine/operators/reach.ts';
import { refuseLastOwner } from '../../engine/operators/refuse-last-owner.ts';

/**
 * Lets an operator change nothing, at any site, or again what the roles allow. Throws `not_found`,
 * `operator_out_of_reach`, and `last_owner` for the only owner of a site.
 */
export const setReadOnly =
  ({ operators, world }: Pick<OperatorDeps, 'operators' | 'world'>) =>
  (editor: OperatorEditor, email: string, read_only: boolean): Promise<void> =>
    operators.changeOperators(async (inside, of) => {
      const { operator, sites } = await needOperatorInReach(inside, editor, email);
      if (operator.read_only === read_only) return;
      if (read_only)
        for (const { site, roles } of sites) if (roles.includes('owner')) await refuseLastOwner(inside, site, operator);
      await inside.save({ ...operator, read_only });
      const changes = { read_only: { from: operator.read_only, to: read_only } };
      const noted = sites.map(({ site }) => site);
      await noteOperator(world, of, noted, { by: editor, operator, action: 'operator.changed', changes });
    });
