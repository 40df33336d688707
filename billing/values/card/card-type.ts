import type { BrandSlug } from './issuer.ts';

/** `card_type` of each brand: stored, printed by the XML API and shown to customers in this form. */
const BY_BRAND = {
  visa: 'Visa',
  master: 'MasterCard',
  american_express: 'American Express',
  discover: 'Discover',
  diners_club: 'Diners Club',
  jcb: 'JCB',
  maestro: 'Maestro',
  union_pay: 'UnionPay',
  elo: 'Elo',
  hipercard: 'Hipercard',
  tarjeta_naranja: 'Tarjeta Naranja',
  unknown: 'Unknown',
} as const satisfies Record<BrandSlug, string>;

/** Brands of cards that are known by a gateway's token only: their numbers are those of other networks. */
const OF_GATEWAYS = ['Dankort', 'Forbrugsforeningen', 'Laser'] as const;

export type CardType = (typeof BY_BRAND)[BrandSlug] | (typeof OF_GATEWAYS)[number];

export const CARD_TYPES: readonly CardType[] = [...Object.values(BY_BRAND), ...OF_GATEWAYS];

/** Those that a card number can have. */
export const NUMBERED_CARD_TYPES: readonly CardType[] = Object.values(BY_BRAND).filter((type) => type !== 'Unknown');

export const cardTypeOfBrand = (slug: BrandSlug): CardType => BY_BRAND[slug];

const withoutSeparators = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

/** Other names of brands, in the browser library, client libraries and gateways. */
const ALIASES: readonly (readonly [written: string, type: CardType])[] = [
  ['master', 'MasterCard'],
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['naranja', 'Tarjeta Naranja'],
  ['chinaunionpay', 'UnionPay'],
];

const BY_NAME: ReadonlyMap<string, CardType> = new Map([
  ...CARD_TYPES.map((type) => [withoutSeparators(type), type] as const),
  ...ALIASES,
]);

/**
 * Returns the card type that a text means, in any case and with blanks, dashes, underscores or nothing between its
 * words: `american_express`, `MASTERCARD`, `union pay`. Undefined for anything else.
 */
export const readCardType = (written: string): CardType | undefined => BY_NAME.get(withoutSeparators(written));

/** Returns the card type that a text means, if that names a brand; undefined for `Unknown` and anything else. */
export const knownCardType = (written: string | null | undefined): CardType | undefined => {
  const type = readCardType(written ?? '');
  return type === 'Unknown' ? undefined : type;
};

/** Networks whose cards always belong to another network, too. */
const SHARED = ['CartesBancaires', 'Bancontact'] as const;

/** A network that is to process a card which belongs to more than one. */
export type NetworkPreference = Exclude<CardType, 'Unknown'> | (typeof SHARED)[number];

const isKnown = (type: CardType): type is Exclude<CardType, 'Unknown'> => type !== 'Unknown';

export const NETWORK_PREFERENCES: readonly NetworkPreference[] = [...CARD_TYPES.filter(isKnown), ...SHARED];

const PREFERENCE_BY_NAME: ReadonlyMap<string, NetworkPreference> = new Map([
  ...SHARED.map((network) => [withoutSeparators(network), network] as const),
  ['cb', 'CartesBancaires'],
]);

/** Returns the network that a text means, as `readCardType` reads brands; undefined for anything else. */
export const readNetworkPreference = (written: string): NetworkPreference | undefined => {
  const type = readCardType(written) ?? PREFERENCE_BY_NAME.get(withoutSeparators(written));
  return type === 'Unknown' ? undefined : type;
};
