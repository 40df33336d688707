import { copyList } from './copy-list.js';

/** How the sandbox gateway treats each card number. */
const TEST_CARDS = [
  ['4111 1111 1111 1111', 'Visa, accepted'],
  ['5555 5555 5555 4444', 'Mastercard, accepted'],
  ['3782 822463 10005', 'American Express, accepted'],
  ['4000 0000 0000 3220', 'The bank asks you to confirm (3-D Secure)'],
  ['4000 0000 0000 3063', 'The bank confirms by itself (3-D Secure)'],
  ['4000 0084 0000 1629', 'Accepted, but you confirm each renewal (3-D Secure)'],
  ['4000 0000 0000 0002', 'Declined by the bank'],
  ['4000 0000 0000 0077', 'Not enough funds'],
  ['4000 0000 0000 0101', 'Security code does not match'],
  ['4000 0000 0000 0119', 'The bank wants a call first'],
  ['4000 0000 0000 0309', 'The bank does not answer'],
  ['4000 0000 0000 0341', 'Saved, but payments fail'],
  ['4000 0000 0000 9979', 'Saved, but payments fail for good'],
  ['4000 0000 0000 5126', 'Saved, but the bank is not reached'],
  ['4000 0000 0000 9987', 'Saved, but must never be retried'],
];

/** A card that is accepted. */
export const [[FIRST_TEST_CARD]] = TEST_CARDS;

export const listTestCards = (list, spoken) => copyList(list, TEST_CARDS, spoken);
