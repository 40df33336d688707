import type { Taxation, TaxRequest } from '../values/tax/taxed.ts';

/** Determines taxes: from the table of rates that comes with the service, or by an external tax service. */
export interface TaxProvider {
  /** Throws `service_unavailable` when the provider does not respond. */
  taxation(request: TaxRequest): Promise<Taxation>;
}
