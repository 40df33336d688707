interface Placed {
  readonly country?: string | null;
}

/**
 * Returns the country of a customer, as lists, filters, search and files have it: that of the account's address, else
 * that of its payment method; null where neither has one.
 */
export const accountCountry = (
  account: { readonly address?: Placed | null },
  method: Placed | null | undefined,
): string | null => account.address?.country || method?.country || null;
