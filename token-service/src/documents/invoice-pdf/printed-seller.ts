import { asSeller, linesOfAddress } from '@service/billing/domain/business-entities/seller.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { Site } from '@service/billing/resources/site.ts';

type ShownSeller = Pick<Site, 'company' | 'company_address' | 'company_vat_number' | 'seller_country'>;

/**
 * Returns a site as the seller on the document of an invoice: with the name of its business entity, and the address of
 * its look, else that of the entity.
 */
export const printedSeller = <S extends ShownSeller>({
  site,
  entity,
  invoice: { look },
}: Pick<InvoiceParts, 'invoice' | 'entity'> & { readonly site: S }): S => {
  const seller = asSeller(site, entity);
  if (look?.address) {
    const { address } = look;
    return { ...seller, company_address: linesOfAddress(address), seller_country: address.country ?? '' };
  }
  // The country that an entity is taxed in may be another one.
  const country = entity?.invoice_display_address.country;
  return country ? { ...seller, seller_country: country } : seller;
};
