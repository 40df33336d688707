import type { GatewayOutage } from '../domain/gateway-outages/outage.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

export interface GatewayOutageRecords {
  /**
   * Records that a gateway does not answer, and when to check whether it is still asked. Returns whether that began an
   * outage; one under way goes on, as if the gateway had not answered since.
   */
  open(outage: Pick<GatewayOutage, 'gateway_code' | 'since' | 'error_code' | 'check_at'>): Promise<boolean>;
  find(gatewayCode: string): Promise<GatewayOutage | undefined>;
  /** The oldest first. */
  all(): Promise<readonly GatewayOutage[]>;
  /** Records that a gateway has answered, unless that is known. Returns whether it was not. */
  answered(gatewayCode: string, at: Seconds, checkAt: Seconds): Promise<boolean>;
  save(outage: GatewayOutage): Promise<void>;
  remove(gatewayCode: string): Promise<void>;
  /** Outages whose gateway has answered, or was not asked for four days, to be checked. */
  readonly dueForCheck: DueQuery;
}
