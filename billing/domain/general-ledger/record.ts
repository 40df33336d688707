import type { GeneralLedgerAccount } from '../../resources/general-ledger-account.ts';
import type { PerformanceObligation } from '../../resources/performance-obligation.ts';

export interface GeneralLedgerAccountRecord extends GeneralLedgerAccount {
  /** UUIDv7; `id` is what clients see. */
  readonly key: string;
}

export interface PerformanceObligationRecord extends PerformanceObligation {
  /** UUIDv7 of an obligation of the site; `id` is what clients see. */
  readonly key: string;
  /** One that was removed stays for the records that refer to it. */
  readonly state: 'active' | 'inactive';
}
