import type { Failure, Invalid } from '@service/billing/values/failure.ts';
import type { Catalogue } from '../../../documents/messages/words.ts';
import { escaped, PROLOG, type Rendering, renderElement } from '../../../documents/xml/codec/write.ts';
import type { Declined } from '../endpoint.ts';

// The three shapes of an error.

/** One error about the whole request. */
export const errorDocument = (failure: Failure, words: Catalogue): string => {
  const details = failure.details === undefined ? '' : `<details>${escaped(failure.details)}</details>\n`;
  return `${PROLOG}<error>
<symbol>${failure.symbol}</symbol>
<description lang="${words.language}">${escaped(words.failure(failure))}</description>
${details}</error>
`;
};

/** All problems of the fields of a request. */
export const errorsDocument = ({ issues }: Invalid, words: Catalogue): string => {
  const errors = issues.map((issue) => fieldError(issue.field, issue.symbol, words.language, words.issue(issue)));
  return `${PROLOG}<errors>\n${errors.join('')}</errors>\n`;
};

/**
 * A payment that failed: `transaction_error`, exactly one `error`, and the transaction if there is one, in this order.
 */
export const declinedDocument = (declined: Declined, words: Catalogue, rendering: Rendering): string => {
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
