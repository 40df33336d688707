import { actorOf } from '../../domain/operators/operator.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { OperatorDeps } from '../../engine/operators/operator-deps.ts';
import { needOperatorInReach, type OperatorEditor } from '../../engine/operators/reach.ts';

/**
 * Ends all sessions of an operator, for example after a laptop was lost. Operators may end their own. Returns how many
 * there were. Throws `not_found`, `operator_out_of_reach`.
 */
export const endSessions =
  ({ operators, world }: Pick<OperatorDeps, 'operators' | 'world'>) =>
  (editor: OperatorEditor, email: string): Promise<number> =>
    operators.changeOperators(async (inside, of) => {
      const own = await inside.byEmail(email);
      const isOwn = own !== undefined && actorOf(own) === editor.actor;
      const { operator, sites } = isOwn
        ? { operator: own, sites: await inside.sites(own.id) }
        : await needOperatorInReach(inside, editor, email);
      const { length } = await inside.sessions(operator.id);
      if (length === 0) return 0;
      await inside.removeSessions(operator.id);
      const noted = sites.map(({ site }) => site);
      await noteOperator(world, of, noted, { by: editor, operator, action: 'operator.sessions_ended' });
      return length;
    });
