import type { Operator } from '../../domain/operators/operator.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';

/** Whether a site has no other owner who may sign in and change something. */
export const isLastOwner = async (
  operators: Pick<OperatorRecords, 'assignments' | 'find'>,
  site: Site,
  operator: Pick<Operator, 'id'>,
): Promise<boolean> => {
  const others = (await operators.assignments(site.id)).filter(
    ({ role, operator_id }) => role === 'owner' && operator_id !== operator.id,
  );
  for (const { operator_id } of others) {
    const other = await operators.find(operator_id);
    if (other && other.disabled_at_ms === null && !other.read_only) return false;
  }
  return true;
};

/**
 * Throws `last_owner` unless a site has another owner who may sign in and change something. Within a transaction, so
 * that two owners cannot remove each other.
 */
export const refuseLastOwner = async (
  operators: Pick<OperatorRecords, 'assignments' | 'find'>,
  site: Site,
  operator: Pick<Operator, 'id' | 'email'>,
): Promise<void> => {
  if (await isLastOwner(operators, site, operator)) {
    throw new Failure('last_owner', { value: operator.email, subdomain: site.subdomain });
  }
};
