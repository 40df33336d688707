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

interface InCity {
  readonly city?: string | null;
}

/** Returns the city of a customer: that of the account's address, else that of its payment method; null without one. */
export const accountCity = (
  account: { readonly address?: InCity | null },
  method: InCity | null | undefined,
): string | null => account.address?.city || method?.city || null;
