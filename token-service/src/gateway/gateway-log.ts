import type { PaymentAnswer } from '@service/billing/payments/gateway-result.ts';

/** One call that the test gateway received, and what it made of it. Names a scenario, never a number. */
export interface GatewayCall {
  /** Unique: the site's id and the caller's key, and for a reversal `reverse` after it. */
  readonly key: string;
  readonly action: 'verify' | 'verify_code' | 'charge' | 'capture' | 'void' | 'refund' | 'reverse';
  readonly scenario: string;
  readonly currency: string;
  /** What moved, in order: each time the whole of the answer's amount. `debit`: from a bank account, to settle later. */
  readonly movements: readonly ('authorize' | 'capture' | 'debit' | 'void' | 'refund')[];
  readonly answer: PaymentAnswer;
  /** The gateway's reference of the charge that a later call is about. */
  readonly about?: string;
  /** The site's clock, seconds: what settles, settles by it. */
  readonly site_time?: number;
  readonly correlation: string;
  /** System clock, milliseconds. */
  readonly at: number;
}

/** Where the test gateway remembers its calls, which only ever grow. Survives a restart, like a gateway somewhere else would. */
export interface GatewayLog {
  find(key: string): Promise<GatewayCall | undefined>;
  /** False, with nothing done, when there is a call by that key already. */
  append(call: GatewayCall): Promise<boolean>;
  /** The first call that was answered with a reference. */
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
    answered: async (reference) => calls.find((call) => call.answer.reference === reference),
    about: async (reference) => calls.filter((call) => call.about === reference),
    async append(call) {
      if (find(call.key)) return false;
      calls.push(structuredClone(call));
      return true;
    },
  };
};
