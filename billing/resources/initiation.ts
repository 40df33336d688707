import { INITIATORS, MERCHANT_REASON_CODES } from '../values/initiators.ts';
import { noted, onCreate, oneOf, since } from './field.ts';
import { resource } from './resource.ts';
import type { Resource } from './schema.ts';
import { transaction } from './transaction.ts';

/** The initiator of the payment of a request, and the reason. */
export const initiationFields = {
  initiator: noted(
    'The merchant pays with a stored method, which the customer is not asked to confirm. Left out: the customer.',
    since('2.29', onCreate(oneOf(INITIATORS))),
  ),
  merchant_reason_code: noted('Read where the merchant pays.', since('2.29', onCreate(oneOf(MERCHANT_REASON_CODES)))),
};

/** The payment of a purchase. */
export const initiation = resource('transaction', initiationFields, { about: (): Resource => transaction });
