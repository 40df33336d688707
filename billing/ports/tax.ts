import type { Taxation, TaxRequest } from '../tax/taxed.ts';

/** Who knows the taxes: the table of rates that comes with the service, or somebody else's service. */
export interface TaxProvider {
  /** Throws `service_unavailable` where nobody can say. */
  taxation(request: TaxRequest): Promise<Taxation>;
}
