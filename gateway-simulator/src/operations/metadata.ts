import type Stripe from 'stripe';

/** Returns metadata after an update: keys with an empty value are removed, and an empty map removes every key. */
export const mergeMetadata = (
  metadata: Stripe.Metadata | null,
  changes: Readonly<Record<string, string>> | undefined,
): Stripe.Metadata => {
  if (changes && Object.keys(changes).length === 0) return {};
  return Object.fromEntries(Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== ''));
};
