import type { Seconds } from '@service/billing/values/time.ts';

export type GatewayAction = 'verify' | 'authorize' | 'purchase' | 'capture' | 'void' | 'refund';

/** Identifies an operation: idempotency keys belong to an account of a site. */
export interface OperationKey {
  readonly site_id: string;
  readonly gateway_code: string;
  readonly key: string;
}

/** An operation that was begun at Stripe. Holds ids of Stripe and amounts, nothing of a card. */
export interface GatewayOperation extends OperationKey {
  readonly action: GatewayAction;
  /** The part that a repeated request must match: a different request with the same key is a mistake. */
  readonly request: string;
  /** Stripe's id of the payment that the operation acts on; null until it is known. */
  readonly object: string | null;
  /** The time on the site's clock. */
  readonly at: Seconds;
}

export interface BegunOperation extends GatewayOperation {
  /** Whether it was begun before: an earlier attempt may still be under way. */
  readonly isRepeated: boolean;
}

/**
 * The operations that were begun at Stripe, by idempotency key. Stripe forgets keys after 24 hours and cannot be asked
 * for one, so the id of a payment is recorded here before the request that moves money. An operation without an id has
 * moved none.
 */
export interface GatewayOperations {
  /** Records an operation; returns the recorded one if there is one with this key. */
  begin(operation: GatewayOperation): Promise<BegunOperation>;
  find(key: OperationKey): Promise<GatewayOperation | undefined>;
  /**
   * Records the id of an operation that has none, and returns the recorded one. Undefined when the operation was
   * closed: it must not move money any more.
   */
  assign(key: OperationKey, object: string): Promise<string | undefined>;
  /** Closes an operation that has no id; false when it has one. */
  close(key: OperationKey): Promise<boolean>;
}

/** Operations that end with the process, for the command line and tests. */
export const memoryOperations = (): GatewayOperations => {
  const all = new Map<string, { operation: GatewayOperation; closed: boolean }>();
  const id = ({ site_id, gateway_code, key }: OperationKey): string => JSON.stringify([site_id, gateway_code, key]);
  return {
    async begin(operation) {
      const found = all.get(id(operation));
      if (!found) all.set(id(operation), { operation, closed: false });
      return { ...(found?.operation ?? operation), isRepeated: found !== undefined };
    },
    find: async (key) => all.get(id(key))?.operation,
    async assign(key, object) {
      const found = all.get(id(key));
      if (!found || found.closed) return undefined;
      found.operation = { ...found.operation, object: found.operation.object ?? object };
      return found.operation.object ?? undefined;
    },
    async close(key) {
      const found = all.get(id(key));
      if (!found || found.operation.object !== null) return false;
      found.closed = true;
      return true;
    },
  };
};
