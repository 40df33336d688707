import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import { type AccountInput, account } from './account.ts';
import { code, currency, embedded, flag, integer, onCreate, required, text } from './field.ts';
import { initiationFields } from './initiation.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import { transaction } from './transaction.ts';

/** The request for a one-time charge that is invoiced and paid in one call. */
export const payment = resource(
  'transaction',
  {
    account: onCreate(required(embedded((): typeof account => account))),
    amount_in_cents: onCreate(required(integer(1, MAX_UNIT_CENTS))),
    currency: onCreate(required(currency())),
    description: onCreate(text(255)),
    accounting_code: onCreate(code(20)),
    product_code: onCreate(code(50)),
    tax_exempt: onCreate(flag()),
    tax_code: onCreate(code(50)),
    gateway_code: onCreate(code(50)),
    ...initiationFields,
  },
  { about: (): Resource => transaction },
);

export type PaymentInput = Omit<Writable<typeof payment>, 'account'> & { readonly account?: AccountInput | null };
