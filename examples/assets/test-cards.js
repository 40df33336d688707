import { listWithButtons } from './copy-list.js';

/** Card numbers, how the sandbox gateway treats each, and the name by which the library fills it in. */
const TEST_CARDS = [
  ['4111 1111 1111 1111', 'Visa, accepted', 'approved'],
  ['5555 5555 5555 4444', 'Mastercard, accepted', 'mastercard'],
  ['3782 822463 10005', 'American Express, accepted', 'american-express'],
  ['4000 0000 0000 3220', 'The bank asks you to confirm (3-D Secure)', 'challenge-customer'],
  ['4000 0000 0000 3063', 'The bank confirms by itself (3-D Secure)', 'challenge-device'],
  ['4000 0084 0000 1629', 'Accepted, but you confirm each renewal (3-D Secure)', 'challenge-stored'],
  ['4000 0000 0000 0002', 'Declined by the bank', 'declined'],
  ['4000 0000 0000 0077', 'Not enough funds', 'insufficient-funds'],
  ['4000 0000 0000 0101', 'Security code does not match', 'security-code'],
  ['4000 0000 0000 0119', 'The bank wants a call first', 'call-issuer'],
  ['4000 0000 0000 0135', 'Too many attempts', 'too-many-attempts'],
  ['4000 0000 0000 0309', 'The bank does not answer', 'timeout'],
  ['4000 0000 0000 0341', 'Saved, but payments fail', 'saveable'],
  ['4000 0000 0000 9979', 'Saved, but payments fail for good', 'saveable-hard'],
  ['4000 0000 0000 5126', 'Saved, but the bank is not reached', 'saveable-trouble'],
  ['4000 0000 0000 9987', 'Saved, but must never be retried', 'saveable-never-again'],
];

/** A card that is accepted. */
export const [[FIRST_TEST_CARD, , FIRST_NAME]] = TEST_CARDS;

/** Lists the cards, each with a button that calls `fill(name, number)`. */
export const listTestCards = (list, fill) =>
  listWithButtons(list, TEST_CARDS, 'Fill in', (button, [number, , name]) => {
    button.addEventListener('click', () => fill(name, number));
  });
