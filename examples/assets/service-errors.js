/** Texts for customers about errors of the library. Branch on `code`; its `message` is for developers. */
import { inWords } from './form-errors.js';
import { Refused } from './shop.js';

const UNREACHABLE = 'The payment service did not answer. Check your connection, then try again.';

const MESSAGES = {
  'api-error': UNREACHABLE,
  'api-timeout': UNREACHABLE,
  'too-many-requests': 'Too many people are checking out right now. Wait a minute, then try again.',
  // The checkout adds to these that nothing was charged, as after any decline.
  'three-d-secure-failed': 'Your bank did not confirm this payment. Try again, or use another card.',
  'three-d-secure-canceled': 'You have not confirmed this payment to your bank.',
  'three-d-secure-timeout': 'The payment was not confirmed in time. Pay again.',
  'wallet-canceled': 'You left your wallet without agreeing, so nothing was charged. Try again whenever you like.',
  'wallet-not-configured': 'This shop takes no wallets. Pay in another way.',
  'wallet-error': 'Your wallet could not be opened, so nothing was charged. Try again, or pay in another way.',
};

/** A wrong key, or a site that requires more fields than the page has: only the shop's operator can fix it. */
const OURS = 'This shop cannot take payments right now. Please come back later.';

/** Details of values that only the service checks have no reason. */
const REASONS = {
  "can't be blank": 'empty',
  'does not match': 'mismatch',
  'is not a card number': 'checksum',
  'is past: the card has expired': 'expired',
  'is not the routing number of a US bank': 'unknown',
};

/** `{field: reason}` of a ServiceError, for the fields that the customer can correct. */
export const faultsOf = ({ fields, details }, canMend = () => true) => {
  const reasonOf = (name) => {
    const { reason, messages = [] } = details.find(({ field }) => field === name) ?? {};
    return reason ?? messages.map((message) => REASONS[message]).find(Boolean) ?? 'invalid';
  };
  return Object.fromEntries(fields.filter(canMend).map((name) => [name, reasonOf(name)]));
};

/** One sentence for the whole form. */
export const messageOf = ({ code }) => MESSAGES[code] ?? OURS;

/**
 * Returns the error as the form shows it: below its fields, or otherwise as a whole. `canMend(field)`: the form has
 * that field.
 */
export const refusalOf = (error, canMend) => {
  const faults = faultsOf(error, canMend);
  if (Object.keys(faults).length > 0) return new Refused('', inWords(faults));
  if (!(error.code in MESSAGES)) console.error(error);
  return new Refused(messageOf(error));
};
