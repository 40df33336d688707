import { ACCEPTABLE_BRANDS } from '@service/billing/domain/gateway-accounts/account-rules.ts';
import { type CardType, readCardType } from '@service/billing/values/card/card-type.ts';

/** A card brand as the command line names it: `american-express`. */
export const brandName = (brand: string): string => brand.toLowerCase().replaceAll(' ', '-');

/** The card brand of a name, in any case, with blanks, dashes, underscores or nothing between its words. */
export const brandOfName = (typed: string): CardType | undefined => {
  const type = readCardType(typed);
  return ACCEPTABLE_BRANDS.find((brand) => brand === type);
};
