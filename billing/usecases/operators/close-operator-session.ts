import type { OperatorDeps } from '../../engine/operators/operator-deps.ts';

/** Ends a session: the operator signs out. An unknown one stays unknown. */
export const closeOperatorSession =
  ({ operators, digest }: Pick<OperatorDeps, 'operators' | 'digest'>) =>
  (secret: string): Promise<void> =>
    operators.removeSession(digest(secret));
