import type { TaxProvider } from '@service/billing/ports/tax.ts';
import type { RateTable } from '@service/billing/values/tax/rates.ts';
import { taxationBy } from '@service/billing/values/tax/taxation.ts';

/** Knows the taxes by a table of rates, which `openTaxRates` reads. */
export const tableTaxProvider = (table: RateTable): TaxProvider => {
  const taxation = taxationBy(table);
  return { taxation: async (request) => taxation(request) };
};
