import type { Permission } from '@service/billing/domain/operators/permissions.ts';

/** The reason why there is no page. */
export type ConsoleRefusal =
  | 'missing'
  | 'forbidden'
  | 'expired_form'
  | 'too_large'
  | 'repeated'
  | 'in_progress'
  | 'insecure'
  | 'foreign_network'
  | 'no_operator';

/** Ends a request with a page that says why. */
export class ConsoleRefused extends Error {
  readonly refusal: ConsoleRefusal;
  readonly permission: Permission | undefined;
  constructor(refusal: ConsoleRefusal, { permission }: { readonly permission?: Permission } = {}) {
    super(refusal);
    this.refusal = refusal;
    this.permission = permission;
  }
}
