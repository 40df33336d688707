import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { InvoiceSeller } from '../../../domain/business-entities/seller.ts';
import type { TaxProvider } from '../../../ports/tax.ts';
import type { TaxRate } from '../../../values/price/cart.ts';
import { type CustomerAddresses, type TaxAddress, taxDestination } from '../../../values/tax/destination.ts';
import { ratesOf } from '../../../values/tax/taxation.ts';
import type { TaxAddressSource, Taxation } from '../../../values/tax/taxed.ts';

/** The data of a customer that determines tax. */
export interface Taxpayer {
  readonly seller: Pick<InvoiceSeller, 'site' | 'entity'>;
  readonly collection: 'automatic' | 'manual';
  readonly addresses: Omit<CustomerAddresses, 'shipping'>;
  readonly vat_number: string | null;
  readonly exemption_certificate: string | null;
  readonly entity_use_code: string | null;
}

export interface TaxLookup {
  /** Returns the rates of an item. Items that are taxed alike share one request to the provider. */
  rates(sold: {
    readonly shipping: CustomerAddresses['shipping'];
    readonly tax_code: string | null;
    readonly exempt: boolean;
    readonly sources?: Pick<AdjustmentRecord, 'origin_tax_address_source' | 'destination_tax_address_source'>;
  }): Promise<readonly TaxRate[]>;
  /**
   * Summarizes the responses so far: whether reverse charge applies to any item, whether any item may not be sold
   * there, and whether the provider was asked about an item that is not exempt; null where the site collects no tax.
   */
  findings(): { readonly reverseCharge: boolean; readonly refused: boolean; readonly usedTaxService: boolean | null };
}

/** Looks up the taxes of one order's items at the tax provider. */
export const taxLookup = (provider: TaxProvider, payer: Taxpayer): TaxLookup => {
  const { site, entity } = payer.seller;
  const lookups = new Map<string, Promise<Taxation>>();
  const taxations: Taxation[] = [];
  let asked = false;
  return {
    async rates({ shipping, tax_code, exempt, sources }) {
      const { origin_tax_address_source: origin = null, destination_tax_address_source: end = null } = sources ?? {};
      const destination = destinationOf(payer, shipping, end);
      const key = JSON.stringify([destination, origin, end, tax_code, exempt]);
      const lookup =
        lookups.get(key) ??
        provider.taxation({
          site,
          destination,
          origin_source: origin ?? entity?.origin_tax_address_source ?? null,
          destination_source: end,
          tax_code,
          vat_number: payer.vat_number,
          exemptions: {
            exempt,
            exemption_certificate: payer.exemption_certificate,
            entity_use_code: payer.entity_use_code,
          },
        });
      lookups.set(key, lookup);
      asked ||= !exempt;
      const taxation = await lookup;
      taxations.push(taxation);
      return ratesOf(taxation);
    },
    findings: () => ({
      reverseCharge: taxations.some(({ outcome }) => outcome === 'reverse_charge'),
      refused: taxations.some(({ outcome }) => outcome === 'refused'),
      usedTaxService: site.tax_registrations.length > 0 ? asked : null,
    }),
  };
};

/**
 * Returns the address that a sale ends at. An entity may sell as if its customers were where it is, unless the line has
 * a source of its own.
 */
const destinationOf = (
  { seller: { site, entity }, collection, addresses }: Taxpayer,
  shipping: CustomerAddresses['shipping'],
  source: TaxAddressSource | null,
): TaxAddress | undefined =>
  source === null && entity?.destination_tax_address_source === 'origin'
    ? entity.tax_address
    : taxDestination(site, collection, { ...addresses, shipping });
