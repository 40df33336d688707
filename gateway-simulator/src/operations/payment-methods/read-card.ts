import { CARD_TOKENS, TEST_CARDS } from '../../cards/numbers.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import type { RequestParams } from '../../http/params.ts';
import type { CardFacts } from '../../objects/payment-method.ts';
import { fingerprint } from '../../world/ids.ts';
import type { SimulatorWorld } from '../../world/world.ts';

export interface ReadCard extends CardFacts {
  readonly securityCode: boolean;
}

/** Predefined PaymentMethods expire at the end of the next year. */
const predefinedExpiry = (world: SimulatorWorld) => ({
  exp_month: 12,
  exp_year: new Date(world.clock.now()).getUTCFullYear() + 1,
});

/**
 * Reads `card[number]`, `card[exp_month]`, `card[exp_year]` and `card[cvc]`, or `card[token]`. The number itself goes
 * no further than this function.
 *
 * @throws {ApiError} 402 for a number, date or security code that is not valid, and for a card that is no test card
 */
export const readCard = (world: SimulatorWorld, params: RequestParams): ReadCard => {
  const preferred = params.object('networks')?.text('preferred');
  const token = params.text('token');
  if (token !== undefined) return { ...predefinedCard(world, token.replace(/^tok_/, 'pm_card_'), 'token'), preferred };
  const number = params.needText('number').replaceAll(/[ -]/g, '');
  const month = params.needWhole('exp_month');
  const year = params.needWhole('exp_year');
  const code = params.text('cvc');
  checkNumber(number);
  const facts = factsOf(world, number);
  const exp_year = checkExpiry(world, month, year);
  if (code !== undefined && !(facts.card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(code))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return { ...facts, exp_month: month, exp_year, securityCode: code !== undefined, preferred };
};

/** Returns the card of a predefined PaymentMethod such as `pm_card_visa`. */
export const predefinedCard = (world: SimulatorWorld, id: string, param: string): ReadCard => {
  const number = CARD_TOKENS.get(id);
  if (!number) throw invalidRequest(`No such token: '${id}'`, { code: 'resource_missing', param });
  return { ...factsOf(world, number), ...predefinedExpiry(world), securityCode: true };
};

const factsOf = (world: SimulatorWorld, number: string) => {
  const card = TEST_CARDS.get(number);
  if (!card)
    throw new ApiError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. ' +
        'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  return { card, last4: number.slice(-4), fingerprint: fingerprint(world.fingerprintKey, number) };
};

const cardError = (code: string, message: string, param: string): ApiError =>
  new ApiError(402, { type: 'card_error', code, message, param });

const checkNumber = (number: string): void => {
  if (!/^\d{12,19}$/.test(number))
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  if (sum % 10 !== 0) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
};

/** Returns the year with four digits. */
const checkExpiry = (world: SimulatorWorld, month: number, year: number): number => {
  const now = new Date(world.clock.now());
  const full = year < 100 ? 2000 + year : year;
  if (month < 1 || month > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (full < now.getUTCFullYear() || full > now.getUTCFullYear() + 50)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (full === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  return full;
};
