import { DEMO_OWNER, isOperatorSessionOpen } from '../../domain/operators/operator.ts';
import type { DemoDeps, OperatorDeps, SignedInOperator } from './operator-deps.ts';
import { sessionState } from './session-state.ts';

/**
 * Returns the operator of a session; undefined once it has ended: by time, by signing out, because the operator was
 * disabled, or because demo keys are accepted no longer.
 */
export const findSignedIn = async (
  { operators, world, digest, demoSite }: OperatorDeps & DemoDeps,
  secret: string,
): Promise<SignedInOperator | undefined> => {
  const found = await operators.findSession(digest(secret));
  if (!found) return undefined;
  const { session } = found;
  const ended = async () => {
    await operators.removeSession(session.hash);
    return undefined;
  };
  if (!isOperatorSessionOpen(session, world.clock.now())) return ended();
  if (session.operator_id === DEMO_OWNER.id) {
    const site = await demoSite();
    if (!site) return ended();
    return { operator: DEMO_OWNER, session, sites: [{ site, roles: ['owner'] }], state: 'open' };
  }
  const { operator } = found;
  if (!operator || operator.disabled_at_ms !== null) return ended();
  const sites = await operators.sites(operator.id);
  return { operator, session, sites, state: await sessionState(operators, operator, session, sites) };
};
