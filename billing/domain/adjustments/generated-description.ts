import type { AdjustmentRecord } from './record.ts';

/** A description that the service wrote itself, as stored and as the API returns it. */
export type GeneratedDescription =
  | { readonly kind: 'setup_fee'; readonly plan: string }
  | { readonly kind: 'gift_card' }
  /** The last tier of an add-on: from this quantity on. */
  | { readonly kind: 'last_tier'; readonly name: string; readonly from: string };

const SETUP_FEE = ': setup fee';
export const GIFT_CARD = 'Gift card';

export const setupFeeOf = (plan: string): string => `${plan}${SETUP_FEE}`;
export const lastTierOf = (name: string, from: number): string => `${name} (${from} and up)`;

/**
 * Returns the generated description of a line, for documents in another language; undefined for the merchant's own
 * words.
 */
export const readDescription = ({
  origin,
  description,
}: Pick<AdjustmentRecord, 'origin' | 'description'>): GeneratedDescription | undefined => {
  if (!description) return undefined;
  if (origin === 'setup_fee' && description.endsWith(SETUP_FEE))
    return { kind: 'setup_fee', plan: description.slice(0, -SETUP_FEE.length) };
  if (origin === 'gift_card' && description === GIFT_CARD) return { kind: 'gift_card' };
  if (origin !== 'add_on' && origin !== 'add_on_trial') return undefined;
  const [, name, from] = /^(.*) \((\d+) and up\)$/s.exec(description) ?? [];
  return name !== undefined && from !== undefined ? { kind: 'last_tier', name, from } : undefined;
};
