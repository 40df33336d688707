import type { PaymentResult, Succeeded } from '@service/billing/domain/payments/gateway-result.ts';
import type { Millis, Seconds } from '@service/billing/values/time.ts';

/** One operation that the test gateway received, and its result. Contains a scenario, never a card number. */
export interface GatewayLogEntry {
  /** Unique: the site's id and the caller's key. */
  readonly key: string;
  /** `challenge`: the customer's decision at the bank's page. */
  readonly action: 'verify' | 'authorize' | 'purchase' | 'capture' | 'void' | 'refund' | 'challenge';
  /** The part that a repeated request must match: a different request with the same key is declined. */
  readonly request?: string;
  readonly scenario: string;
  readonly currency: string;
  /** The money movements in order, each of the result's full amount. `debit`: from a bank account, to settle later. */
  readonly movements: readonly ('authorize' | 'capture' | 'debit' | 'void' | 'refund')[];
  /** The result that the caller received. */
  readonly answer: PaymentResult;
  /** The outcome of the operation, if the caller received no response. */
  readonly happened?: Succeeded;
  /** The reference of the operation at the gateway. */
  readonly reference: string | null;
  /** The reference of the payment that a later operation refers to. */
  readonly about?: string;
  readonly initiator?: 'customer' | 'merchant';
  /** The reason why a merchant made the payment; undefined where the merchant did not say so. */
  readonly merchant_reason_code?: string | undefined;
  /** The network that the customer prefers; undefined for a card of one network. */
  readonly network_preference?: string | undefined;
  readonly network_transaction_id?: string | null;
  readonly descriptor?: string;
  /** The address to which the bank's page returns the customer's browser. */
  readonly return_url?: string | null;
  /** The site's clock, in seconds, which determines settlement. */
  readonly site_time?: Seconds;
  readonly correlation: string;
  /** System clock, milliseconds. */
  readonly at: Millis;
}

/**
 * The test gateway's record of its calls. The log is append-only and survives a restart, like the records of a real
 * gateway.
 */
export interface GatewayLog {
  find(key: string): Promise<GatewayLogEntry | undefined>;
  /** Appends a call; false, without any effect, when there is a call with that key already. */
  append(call: GatewayLogEntry): Promise<boolean>;
  /** The first call with a reference. */
  byReference(reference: string): Promise<GatewayLogEntry | undefined>;
  /** Later calls about a reference, oldest first. */
  about(reference: string): Promise<readonly GatewayLogEntry[]>;
  /** At most so many calls whose key begins with `prefix` and comes after another one, by key. */
  ofSite(prefix: string, after: string, limit: number): Promise<readonly GatewayLogEntry[]>;
}

export interface MemoryGatewayLog extends GatewayLog {
  readonly calls: readonly GatewayLogEntry[];
}

/** A log that ends with the process, for tests. */
export const memoryGatewayLog = (): MemoryGatewayLog => {
  const calls: GatewayLogEntry[] = [];
  const find = (key: string): GatewayLogEntry | undefined => calls.find((call) => call.key === key);
  return {
    calls,
    find: async (key) => find(key),
    byReference: async (reference) => calls.find((call) => call.reference === reference),
    about: async (reference) => calls.filter((call) => call.about === reference),
    ofSite: async (prefix, after, limit) =>
      calls
        .filter(({ key }) => key.startsWith(prefix) && key > after)
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .slice(0, limit),
    async append(call) {
      if (find(call.key)) return false;
      calls.push(structuredClone(call));
      return true;
    },
  };
};
