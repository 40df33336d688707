import type { Seller } from './seller.ts';

/**
 * The part of a product that determines exemption. `tax_exempt` is that of a plan, which also covers its add-ons, or of
 * a charge, which may leave it to the site.
 */
export type Sold =
  | { readonly kind: 'plan'; readonly tax_exempt: boolean }
  | { readonly kind: 'charge'; readonly tax_exempt: boolean | null }
  | { readonly kind: 'credit' };

/** Whether a line is tax-exempt regardless of its destination. Credits made by hand always are. */
export const isExempt = (
  site: Pick<Seller, 'tax_charges'>,
  account: { readonly tax_exempt: boolean },
  sold: Sold,
): boolean => {
  if (account.tax_exempt || sold.kind === 'credit') return true;
  return sold.kind === 'plan' ? sold.tax_exempt : (sold.tax_exempt ?? !site.tax_charges);
};
