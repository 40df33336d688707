import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import { moneyOf } from '../../parts/figures.ts';

const ACTIONS: Readonly<Record<TransactionRecord['action'], string>> = {
  purchase: 'purchase',
  authorization: 'authorization',
  refund: 'refund',
  verify: 'card check',
};

/** The action of a payment for a table: `purchase`, `card check`. */
export const actionInWords = (action: TransactionRecord['action']): string => ACTIONS[action];

const TITLES: Readonly<Record<TransactionRecord['action'], string>> = {
  purchase: 'Payment of',
  authorization: 'Authorization of',
  refund: 'Refund of',
  verify: 'Card checked',
};

type Titled = Pick<TransactionRecord, 'action' | 'amount_in_cents' | 'currency'>;

/** `Payment of $19.99`. The check of a card moves nothing, so it has no amount. */
export const paymentTitle = ({ action, amount_in_cents, currency }: Titled): string =>
  action === 'verify' ? TITLES.verify : `${TITLES[action]} ${moneyOf(amount_in_cents, currency)}`;
