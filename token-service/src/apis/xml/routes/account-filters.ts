import { foldedPostalCode } from '@service/billing/domain/search/fold.ts';
import { holdsLongNumber } from '@service/billing/domain/search/long-number.ts';
import { MOST_SEARCHED } from '@service/billing/domain/search/search-text.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { chosen } from './chosen.ts';

const STATES = ['active', 'closed', 'subscriber', 'non_subscriber', 'past_due'] as const;

/** The filters of the list of accounts. */
export const ACCOUNT_FILTERS = ['state', 'email', 'last_four', 'city', 'postal_code', 'q'] as const;

/**
 * Reads the filters of the list of accounts; those that are empty narrow nothing. Throws `bad_request` for a value that
 * cannot be read, and for a card number, which is never searched.
 */
export const accountFilter = (query: URLSearchParams): AccountFilter => {
  const email = textIn(query, 'email');
  const part = textIn(query, 'q');
  const city = textIn(query, 'city');
  const postalCode = foldedPostalCode(textIn(query, 'postal_code') ?? '');
  const lastFour = query.get('last_four');
  if (lastFour && !/^\d{4}$/.test(lastFour)) {
    throw new Failure('bad_request', { name: 'last_four' }, 'last_four must be four digits');
  }
  return {
    ...chosen(query, 'state', STATES),
    ...(email !== undefined && { email }),
    ...(part !== undefined && { part }),
    ...(city !== undefined && { city }),
    ...(postalCode !== '' && { postal_code: postalCode }),
    ...(lastFour && { last_four: lastFour }),
  };
};

const textIn = (query: URLSearchParams, name: string): string | undefined => {
  const sent = query.get(name)?.trim();
  if (!sent) return undefined;
  if (sent.length > MOST_SEARCHED) {
    throw new Failure('bad_request', { name }, `${name} must have at most ${MOST_SEARCHED} characters`);
  }
  if (holdsLongNumber(sent)) {
    throw new Failure('bad_request', { name }, `${name} must not contain a card number; last_four finds cards`);
  }
  return sent;
};
