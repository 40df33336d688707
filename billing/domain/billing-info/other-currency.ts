import { debitCurrency } from '../../values/bank/debits.ts';
import type { Issue } from '../../values/failure.ts';

/** Returns the issue of a payment in a currency that a method of a type cannot pay, because its scheme has another. */
export const otherCurrencyIssues = (field: string, type: string, currency: string): Issue[] => {
  const debited = debitCurrency(type);
  return debited === undefined || debited === currency
    ? []
    : [{ field, symbol: 'invalid', reason: 'debits_another_currency' }];
};
