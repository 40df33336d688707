import type { TaxProvider } from '@service/billing/ports/tax.ts';
import { isCountry } from '@service/billing/resources/countries.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { TaxDocument } from '@service/billing/values/catalogue/browser.ts';
import { ratesOf } from '@service/billing/values/tax/taxation.ts';
import type { Form } from '../../../http/bodies/form.ts';

/** Only the shopper's browser may cache a response, because its URL contains where a shopper lives. */
export const TAX_CACHE = 'private, max-age=300';

/**
 * Returns the taxes at a shopper's address: `country`, `postal_code`, `tax_code` and `vat_number`, each optional. The
 * response is a JSON array, empty if no tax applies or the address is incomplete. Reverse charge, and sales that the
 * merchant may not make, are only reported with the invoice. Throws `service_unavailable` when the provider does not
 * respond.
 */
export const taxes =
  ({ taxation }: TaxProvider) =>
  async (site: Site, { country, postal_code, tax_code, vat_number }: Form): Promise<string> => {
    const code = country?.toUpperCase() ?? '';
    const answer = await taxation({
      site,
      destination: isCountry(code) ? { country: code, zip: postal_code } : undefined,
      tax_code: tax_code ?? null,
      vat_number: vat_number ?? null,
      exemptions: { exempt: false },
    });
    const documents = ratesOf(answer).map(
      ({ type, region, rate }): TaxDocument => ({ type, tax_type: type, region, rate }),
    );
    return JSON.stringify(documents);
  };
