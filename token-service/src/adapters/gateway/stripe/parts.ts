import type { MethodReader } from '@service/billing/ports/vault.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type Stripe from 'stripe';
import type { BegunOperation, GatewayAction, GatewayOperations, OperationKey } from './operations.ts';
import type { Send } from './send.ts';

/** The parts that the operations of one Stripe account share. */
export interface StripeParts {
  readonly stripe: Stripe;
  readonly vault: MethodReader;
  readonly operations: GatewayOperations;
  /** Starts an operation, whose requests share one time limit. */
  readonly begin: () => Send;
}

interface Keyed {
  readonly site: Pick<Site, 'id'>;
  readonly gateway_code: string;
  readonly key: string;
}

/** Returns the key of an operation in the service's own records. */
export const operationKey = ({ site, gateway_code, key }: Keyed): OperationKey => ({
  site_id: site.id,
  gateway_code,
  key,
});

/** Returns Stripe's idempotency key of one step. Two sites can share an account at Stripe. */
export const stepKey = ({ site, key }: Keyed, step: string): string => `${site.id}/${key}/${step}`;

/**
 * Records an operation before its first request, or finds the one that has its key. Undefined when that was a different
 * request: the key was used by mistake.
 *
 * @param request the part in which both must match
 */
export const recordOperation = async (
  operations: GatewayOperations,
  action: GatewayAction,
  keyed: Keyed & { readonly at: Seconds },
  request: string,
): Promise<BegunOperation | undefined> => {
  const operation = { ...operationKey(keyed), action, request, object: null, at: keyed.at };
  const recorded = await operations.begin(operation);
  return recorded.action === action && recorded.request === request ? recorded : undefined;
};

/** Expands the charge, which has the checks of the card and the network's id. */
export const WITH_CHARGE = { expand: ['latest_charge'] };
/** Expands the payment method, which has the checks of the card, and the mandate of a bank debit. */
export const WITH_METHOD = { expand: ['payment_method', 'mandate'] };
