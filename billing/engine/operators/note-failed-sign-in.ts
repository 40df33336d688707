import type { Operator } from '../../domain/operators/operator.ts';
import type { IdentityProof, ProofDeps } from './check-proof.ts';
import { noteOperator } from './note-operator.ts';
import type { OperatorClient } from './operator-deps.ts';

/** The actor of an attempt to sign in that failed: not the operator, as far as is known. */
const UNKNOWN = 'unknown person';

/**
 * Appends a failed attempt to sign in to the audit log of each site of a known operator. The limits of failed attempts
 * bound the number of entries. An unknown operator costs a transaction too, so that the time of an answer says little.
 */
export const noteFailedSignIn = (
  { operators, world }: Pick<ProofDeps, 'operators' | 'world'>,
  operator: Operator | undefined,
  proof: IdentityProof['kind'],
  { address, correlation }: OperatorClient,
): Promise<void> =>
  operators.changeOperators(async (inside, of) => {
    const sites = await inside.sites(operator?.id ?? '');
    if (!operator) return;
    await noteOperator(
      world,
      of,
      sites.map(({ site }) => site),
      {
        by: { actor: UNKNOWN, correlation, address },
        operator,
        action: 'operator.sign_in_failed',
        changes: { proof: { from: null, to: proof } },
      },
    );
  });
