import type { Resource } from '@service/billing/resources/schema.ts';
import type { Failure, Invalid } from '@service/billing/values/failure.ts';
import type { ApiWords } from '../../messages/api-words.ts';
import { escaped, PROLOG, type RenderContext, renderElement } from '../codec/write.ts';

// The three shapes of an error.

/** A payment that failed, with the element of its error and the transaction. */
export interface DeclinedPayment {
  /** For example `transaction.account.billing_info.number`, or `purchase.base`. */
  readonly field: string;
  /** `declined`, `declined_bad`, `invalid` or `blank`; for a refund, the code of the decline. */
  readonly symbol: string;
  /** The message of that error, in the language that the client prefers. */
  readonly text: string;
  readonly error: { readonly resource: Resource; readonly record: object };
  /** Undefined when the payment failed without one. */
  readonly transaction?: { readonly resource: Resource; readonly record: object };
}

/** One error about the whole request. */
export const errorDocument = (failure: Failure, words: ApiWords): string => {
  const details = failure.details === undefined ? '' : `<details>${escaped(failure.details)}</details>\n`;
  return `${PROLOG}<error>
<symbol>${failure.symbol}</symbol>
<description lang="${words.language}">${escaped(words.failure(failure))}</description>
${details}</error>
`;
};

/** All problems of the fields of a request. */
export const errorsDocument = ({ issues }: Invalid, words: ApiWords): string => {
  const errors = issues.map((issue) => fieldError(issue.field, issue.symbol, words.language, words.issue(issue)));
  return `${PROLOG}<errors>\n${errors.join('')}</errors>\n`;
};

/**
 * A payment that failed: `transaction_error`, exactly one `error`, and the transaction if there is one, in this order.
 */
export const declinedDocument = (declined: DeclinedPayment, words: ApiWords, rendering: RenderContext): string => {
  const { error, field, symbol, text, transaction } = declined;
  return [
    `${PROLOG}<errors>\n`,
    renderElement(error.resource, error.record, rendering),
    fieldError(field, symbol, words.language, text),
    transaction ? renderElement(transaction.resource, transaction.record, rendering) : '',
    '</errors>\n',
  ].join('');
};

const fieldError = (field: string, symbol: string, language: string, text: string): string =>
  `<error field="${escaped(field)}" symbol="${symbol}" lang="${language}">${escaped(text)}</error>\n`;
