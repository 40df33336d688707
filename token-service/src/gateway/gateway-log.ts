import type { PaymentResult, Succeeded } from '@service/billing/payments/gateway-result.ts';

/** One operation that the test gateway received, and its result. Names a scenario, never a number. */
export interface GatewayCall {
  /** Unique: the site's id and the caller's key. */
  readonly key: string;
  readonly action: 'verify' | 'authorize' | 'purchase' | 'capture' | 'void' | 'refund';
  /** What a repeated request must equal: another request with the same key is declined. */
  readonly request?: string;
  readonly scenario: string;
  readonly currency: string;
  /**
   * What moved, in order: each time the whole of the result's amount. `debit`: from a bank account, to settle later.
   */
  readonly movements: readonly ('authorize' | 'capture' | 'debit' | 'void' | 'refund')[];
  /** What the caller received. */
  readonly answer: PaymentResult;
  /** What the operation came to, where the caller received no answer. */
  readonly happened?: Succeeded;
  /** The reference of the operation at the gateway. */
  readonly reference: string | null;
  /** The reference of the payment that a later operation is about. */
  readonly about?: string;
  readonly initiator?: 'customer' | 'merchant';
  readonly network_transaction_id?: string | null;
  readonly descriptor?: string;
  /** The site's clock, in seconds: what settles, settles by it. */
  readonly site_time?: number;
  readonly correlation: string;
  /** System clock, milliseconds. */
  readonly at: number;
}

/**
 * Where the test gateway records its calls. The log only grows and survives a restart, like a gateway elsewhere would.
 */
export interface GatewayLog {
  find(key: string): Promise<GatewayCall | undefined>;
  /** False, with nothing done, when there is a call with that key already. */
  append(call: GatewayCall): Promise<boolean>;
  /** The first call with a reference. */
  answered(reference: string): Promise<GatewayCall | undefined>;
  /** Later calls about a reference, oldest first. */
  about(reference: string): Promise<readonly GatewayCall[]>;
}

export interface MemoryGatewayLog extends GatewayLog {
  readonly calls: readonly GatewayCall[];
}

/** A log that ends with the process, for tests. */
export const memoryGatewayLog = (): MemoryGatewayLog => {
  const calls: GatewayCall[] = [];
  const find = (key: string): GatewayCall | undefined => calls.find((call) => call.key === key);
  return {
    calls,
    find: async (key) => find(key),
    answered: async (reference) => calls.find((call) => call.reference === reference),
    about: async (reference) => calls.filter((call) => call.about === reference),
    async append(call) {
      if (find(call.key)) return false;
      calls.push(structuredClone(call));
      return true;
    },
  };
};
