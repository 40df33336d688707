import type { Millis } from '../../values/time.ts';
import type { Operator } from './operator.ts';

/** Returns an operator who cannot sign in yet. `email` is in lower case. */
export const newOperator = (id: string, email: string, now: Millis): Operator => ({
  id,
  email,
  password: null,
  authenticator: null,
  authenticator_step: null,
  read_only: false,
  created_at_ms: now,
  disabled_at_ms: null,
});
