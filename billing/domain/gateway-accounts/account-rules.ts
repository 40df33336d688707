import { isCountry } from '../../resources/countries.ts';
import { isCurrency } from '../../resources/currencies.ts';
import { type CardType, NUMBERED_CARD_TYPES } from '../../values/card/card-type.ts';
import type { Issue } from '../../values/failure.ts';
import type { AccountTerms, GatewayAccount } from './account.ts';

/** Card brands that an account can be limited to. */
export const ACCEPTABLE_BRANDS: readonly CardType[] = NUMBERED_CARD_TYPES;

const CODE = /^[A-Za-z0-9_-]{1,50}$/;
const LAST_POSITION = 999;
const isBrand = (brand: string): boolean => ACCEPTABLE_BRANDS.some((each) => each === brand);

/** Returns everything wrong with a gateway account, its fields named `gateway_account.…`. */
export const gatewayAccountIssues = (account: Pick<GatewayAccount, 'code'> & AccountTerms): Issue[] => [
  ...(CODE.test(account.code) ? [] : [{ field: 'gateway_account.code', symbol: 'invalid' } as const]),
  ...listIssues('currencies', account.currencies, isCurrency),
  ...listIssues('brands', account.brands, isBrand),
  ...listIssues('countries', account.countries, isCountry),
  ...positionIssues(account.position),
];

const listIssues = (name: string, listed: readonly string[] | null, isKnown: (each: string) => boolean): Issue[] => {
  const field = `gateway_account.${name}`;
  if (listed === null) return [];
  if (listed.length === 0) return [{ field, symbol: 'empty' }];
  if (new Set(listed).size < listed.length) return [{ field, symbol: 'taken' }];
  return listed.every(isKnown) ? [] : [{ field, symbol: 'inclusion' }];
};

const positionIssues = (position: number): Issue[] => {
  const field = 'gateway_account.order';
  if (!Number.isSafeInteger(position)) return [{ field, symbol: 'not_an_integer' }];
  if (position < 1) return [{ field, symbol: 'greater_than_or_equal_to', count: 1 }];
  return position > LAST_POSITION ? [{ field, symbol: 'less_than_or_equal_to', count: LAST_POSITION }] : [];
};
