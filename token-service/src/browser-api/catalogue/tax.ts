import type { TaxDocument } from '@service/billing/catalogue/browser.ts';
import type { TaxProvider } from '@service/billing/ports/tax.ts';
import { isCountry } from '@service/billing/resources/countries.ts';
import type { Site } from '@service/billing/site.ts';
import { ratesOf } from '@service/billing/tax/taxation.ts';
import type { Form } from '../form-body.ts';

/** Only the shopper's own browser keeps an answer: its address says where a shopper lives. */
export const TAX_CACHE = 'private, max-age=300';

/**
 * The taxes at a shopper's address: `country`, `postal_code`, `tax_code` and `vat_number`, each optional. Answers a
 * JSON array, empty where nothing applies or too little is known; whether that is a reverse charge, or a sale the
 * merchant may not make, shows on the invoice alone. Throws `service_unavailable` where the provider cannot say.
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
