import { code, currency, noted, onCreate, required } from './field.ts';
import { giftCard } from './gift-card.ts';
import { resource } from './resource.ts';
import type { Resource } from './schema.ts';

/** A gift card that pays for a sale, named by its code. */
export const redeemedGiftCard = resource(
  'gift_card',
  {
    redemption_code: onCreate(required(code(50))),
    currency: noted('That of the sale, if it is sent.', onCreate(currency())),
  },
  { about: (): Resource => giftCard },
);
