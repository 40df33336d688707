import type { MethodDescription } from './payment-method.ts';

/** A payment method that a gateway account held before it became billing info. */
export interface VaultedMethod {
  readonly description: MethodDescription;
  /** The gateway's reference, by which it is charged. */
  readonly reference: string;
  readonly gateway_code: string;
}

/** The word that an adapter may append to the gateway's token, for the kind of method. */
const KIND = /\/[a-z]+$/;

/** Returns the gateway's own token in a reference, such as `pm_1Q0PsI` in `cus_9s6XKz/pm_1Q0PsI/bank`. */
export const gatewayTokenIn = (reference: string): string => reference.replace(KIND, '').split('/').at(-1) ?? '';
