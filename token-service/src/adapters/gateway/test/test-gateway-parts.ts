import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { RequestedMethod } from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { GatewayLog, GatewayLogEntry } from '../gateway-log.ts';
import type { MethodScenario, TestResults } from './test-results.ts';

/** Dependencies of the operations of the test gateway. */
export interface TestGatewayParts extends TestResults {
  readonly log: GatewayLog;
  keyOf(site: Site, key: string): string;
  /**
   * Returns the result of an earlier call with this key, a decline when that was a different request, or undefined.
   * `request`: the part in which both must match.
   */
  before(key: string, request: string): Promise<PaymentResult | undefined>;
  /** Logs a call and returns its result, or that of an earlier call with the same key. */
  remember(call: Omit<GatewayLogEntry, 'reference' | 'at'>): Promise<PaymentResult>;
  /** Returns the scenario of a payment method in a currency. Consumes a presented method. */
  ask(method: RequestedMethod, currency: string): Promise<MethodScenario>;
}
