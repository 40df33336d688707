/** Returns the brand of a card as customers see it, from the API's `card_type`. */
export const cardBrand = (cardType: string | undefined): string =>
  cardType && cardType !== 'Unknown' ? cardType : 'Card';
