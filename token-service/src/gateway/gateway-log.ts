import type { GatewayAnswer } from '@service/billing/ports/payments.ts';

/** One call that the test gateway received, and what it made of it. Names a scenario, never a number. */
export interface GatewayCall {
  /** Unique: the site's id and the caller's key, and for a reversal `reverse` after it. */
  readonly key: string;
  readonly action: 'verify' | 'verify_code' | 'reverse';
  readonly scenario: string;
  readonly currency: string;
  /** What moved, in order; all of it in zero-amount authorizations so far. */
  readonly movements: readonly ('authorize' | 'void')[];
  readonly answer: GatewayAnswer;
  readonly correlation: string;
  /** System clock, milliseconds. */
  readonly at: number;
}

/** Where the test gateway remembers its calls, which only ever grow. Survives a restart, like a gateway somewhere else would. */
export interface GatewayLog {
  find(key: string): Promise<GatewayCall | undefined>;
  /** False, with nothing done, when there is a call by that key already. */
  append(call: GatewayCall): Promise<boolean>;
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
    async append(call) {
      if (find(call.key)) return false;
      calls.push(structuredClone(call));
      return true;
    },
  };
};
