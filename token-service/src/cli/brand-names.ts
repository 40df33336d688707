import { BRANDS } from '@service/billing/gateway-accounts/account-rules.ts';

type Brand = (typeof BRANDS)[number];

/** A card brand as the command line names it: `american-express`. */
export const brandName = (brand: string): string => brand.toLowerCase().replaceAll(' ', '-');

/** The card brand of a name, in any case, with blanks, dashes, underscores or nothing between its words. */
export const brandOfName = (typed: string): Brand | undefined =>
  BRANDS.find((brand) => letters(brand) === letters(typed));

const letters = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '');
