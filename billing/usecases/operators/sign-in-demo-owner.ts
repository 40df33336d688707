import { DEMO_OWNER } from '../../domain/operators/operator.ts';
import { beginOperatorSession, type OpenedOperatorSession } from '../../engine/operators/begin-operator-session.ts';
import type { DemoDeps, OperatorClient, OperatorDeps } from '../../engine/operators/operator-deps.ts';

/**
 * Signs in the owner of the demo site, without a password; undefined while the published demo keys are not accepted.
 * Pressing the button again is the fresh proof of the demo owner: it begins another session, and ends the one before,
 * whose secret is passed.
 */
export const signInDemoOwner =
  (deps: OperatorDeps & DemoDeps) =>
  async (client: OperatorClient, before?: string): Promise<OpenedOperatorSession | undefined> => {
    const site = await deps.demoSite();
    if (!site) return undefined;
    return deps.operators.changeOperators(async (inside, of) => {
      if (before !== undefined) await inside.removeSession(deps.digest(before));
      const sites = [{ site, roles: ['owner'] as const }];
      return beginOperatorSession(deps, DEMO_OWNER, { operators: inside, of, sites, client, second_factor: false });
    });
  };
