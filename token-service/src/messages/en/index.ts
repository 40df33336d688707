import type { Catalogue } from '../catalogue.ts';
import { failures } from './failures.ts';
import { issues } from './issues.ts';

const refused = {
  merchant_message: 'The payment was declined. Ask the customer for another payment method.',
  customer_message: 'Your payment was declined. Use another payment method, or ask your bank why.',
};

const declined = { declined: 'was declined', declined_bad: 'did not match' };

export const english: Catalogue = {
  language: 'en-US',
  failure: ({ symbol, params }) => failures[symbol](params),
  issue: ({ symbol, count }) => issues[symbol](count),
  declined: (symbol) => declined[symbol],
  decline: () => refused,
};
