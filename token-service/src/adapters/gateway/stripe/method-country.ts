/** Two letters: Stripe also has codes for cards whose country is not known. */
const COUNTRY = /^[A-Z]{2}$/;

/** Returns the country of a card or a bank account as Stripe reports it; null where it reports none. */
export const countryOf = (method: { readonly country?: string | null } | null | undefined): string | null =>
  COUNTRY.test(method?.country ?? '') ? (method?.country ?? null) : null;
