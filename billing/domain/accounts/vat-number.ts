import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';
import { isVatNumber } from '../../values/tax/vat-number.ts';

/** A VAT number is checked when it is stored, by the country beside it. `field`: `account.vat_number`. */
export const vatNumberIssues = (
  { mode }: Pick<Site, 'mode'>,
  field: string,
  country: string | null | undefined,
  vat_number: string | null | undefined,
): Issue[] => (!country || !vat_number || isVatNumber(mode, country, vat_number) ? [] : [{ field, symbol: 'invalid' }]);
