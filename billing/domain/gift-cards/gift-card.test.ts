import { describe, expect, test } from 'vitest';
import type { GiftCardInput } from '../../resources/gift-card.ts';
import type { Site } from '../../resources/site.ts';
import { deliveryHour, giftCardIssues } from './gift-card.ts';

const NOW = 1_795_176_000;
const HOUR = 3600;
const site = {
  gift_card_offers: [
    { product_code: 'classic', currency: 'USD', unit_amount_in_cents: 2000 },
    { product_code: 'classic', currency: 'EUR', unit_amount_in_cents: 5000 },
    { product_code: 'deluxe', currency: 'USD', unit_amount_in_cents: 9000 },
  ],
} as unknown as Site;
const offered = { product_code: 'classic', currency: 'USD', unit_amount_in_cents: 2000 };
const found = (input: GiftCardInput) =>
  giftCardIssues(site, input, [], NOW).map(({ field, symbol }) => `${field.slice('gift_card.'.length)} ${symbol}`);

describe('a new gift card', () => {
  test.each<[GiftCardInput, string[]]>([
    [offered, []],
    [{}, ['product_code blank']],
    [{ ...offered, product_code: 'golden' }, ['product_code inclusion']],
    [{ ...offered, currency: 'GBP' }, ['currency inclusion']],
    [{ ...offered, currency: 'EUR' }, ['unit_amount_in_cents inclusion']],
    [{ ...offered, unit_amount_in_cents: 9000 }, ['unit_amount_in_cents inclusion']],
  ])('is one that the site offers: %j', (input, expected) => {
    expect(found(input)).toEqual(expected);
  });

  test.each<[NonNullable<GiftCardInput['delivery']>, string[]]>([
    [{ method: 'email' }, ['delivery.email_address blank']],
    [{ method: 'email', email_address: 'ada@example.com' }, []],
    [{ method: 'post' }, ['delivery.address blank']],
    [{ method: 'post', address: { city: 'Cork' } as never, deliver_at: NOW + HOUR }, []],
    [{ method: 'post', address: {} as never, deliver_at: NOW + HOUR - 1 }, ['delivery.deliver_at in_past']],
    [{ method: 'post', address: {} as never, deliver_at: NOW + 365 * 24 * HOUR + 1 }, ['delivery.deliver_at invalid']],
  ])('can be delivered: %j', (delivery, expected) => {
    expect(found({ ...offered, delivery })).toEqual(expected);
  });

  test('says nothing of what could not be read', () => {
    const unread = [{ field: 'gift_card.unit_amount_in_cents', symbol: 'not_a_number' as const }];
    expect(giftCardIssues(site, { product_code: 'classic', currency: 'USD' }, unread, NOW)).toEqual([]);
  });

  test('leaves on the hour', () => {
    expect(deliveryHour(NOW + 2 * HOUR + 59)).toBe(NOW + 2 * HOUR);
  });
});
