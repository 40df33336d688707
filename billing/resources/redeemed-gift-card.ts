import { code, onCreate, required } from './field.ts';
import { resource } from './resource.ts';

/** A gift card that a sale is paid with, by its code. */
export const redeemedGiftCard = resource('gift_card', { redemption_code: onCreate(required(code(50))) });
