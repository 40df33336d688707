import { declineCategory, declineCodes } from '@service/billing/domain/payments/decline-codes.ts';
import { TIMEFRAMES } from '@service/billing/resources/changed-subscription.ts';
import { Failure, type FailureSymbol, Invalid, type IssueSymbol } from '@service/billing/values/failure.ts';
import { html } from '../documents/html.ts';
import { english } from '../documents/messages/en/index.ts';
import { issues, remedies } from '../documents/messages/en/issues.ts';
import { errorDocument, errorsDocument } from '../documents/xml/errors/documents.ts';
import { LATER_STATUS, STATUS } from '../documents/xml/errors/status.ts';
import { codeCell, docTable, listing, type Section } from './parts.ts';

/**
 * Placeholders for the values in a message. `what` is a whole sentence that replaces the general one, which the page
 * shows.
 */
const PLACEHOLDERS = new Proxy({}, { get: (_, name) => (name === 'what' ? undefined : `{${String(name)}}`) }) as Record<
  string,
  string
>;

/** Details that the description of an error does not mention. */
const WHERE: Readonly<Partial<Record<FailureSymbol, string>>> = {
  not_found:
    '. Where the text names an address, that does not exist, or not in this version. The pages of the reference list all addresses.',
  invalid_xml: ' The details name the element or the line, and where one is similar, the element that was meant.',
};

const symbols = Object.keys(STATUS) as FailureSymbol[];
const issueSymbols = Object.keys(issues);

/** Each error has an address, `/docs/errors#symbol`. A symbol of two tables is that of the first one. */
const idOfIssue = (symbol: string): string => (symbol in STATUS ? `field-${symbol}` : symbol);
const idOfDecline = (symbol: string): string =>
  symbol in STATUS || issueSymbols.includes(symbol) ? `decline-${symbol}` : symbol;

/** `404; from 2.21, 422`. */
const statusWords = (symbol: FailureSymbol): string => {
  const later = LATER_STATUS[symbol];
  return later ? `${STATUS[symbol]}; from\u00a0${later.since}, ${later.status}` : String(STATUS[symbol]);
};

/** The meaning of each status, and who can fix it. */
const STATUSES: readonly (readonly [status: string, means: string, who: string])[] = [
  ['400', 'The request cannot be understood: malformed XML, an unknown element, an invalid header.', 'your program'],
  ['401', 'The key is missing, wrong or a public one.', 'your program: send a private key of the site'],
  ['402', 'The site is suspended.', 'you, with the operator of the service'],
  ['403', 'The key may only read, or the request came unencrypted.', 'your program'],
  [
    '404',
    'There is no such record, or no such address in this version.',
    'your program: check the code or the address',
  ],
  ['405, 406, 415', 'Method, Accept or Content-Type do not fit the address.', 'your program'],
  ['408', 'The body did not arrive in time.', 'send the request again'],
  ['412', 'The record is not in the state that the request needs.', 'your program: read the record again'],
  ['413', 'The body is too large.', 'your program'],
  [
    '422',
    'The request is understood and refused: a field is not valid, the state of a record does not allow it, or the payment failed.',
    'your program, or the customer where a payment failed or a token is no longer valid',
  ],
  ['429', 'Too many requests or attempts.', 'wait as long as Retry-After says'],
  ['500', 'A bug of the service, which has logged it.', 'the operator of the service; give the id in the text'],
  ['503', 'The service cannot answer for a moment.', 'send the request again, with its Idempotency-Key'],
];

export const errorRules: readonly Section[] = [
  {
    id: 'form',
    title: 'What an error looks like',
    body: html`<p>A <code>symbol</code> stays what it is; its words may improve. An error about the whole request is one <code>error</code>; what is wrong with fields comes
all at once. A payment that failed is 422 with a <code>transaction_error</code>, one <code>error</code> and the <code>transaction</code>.</p>
${listing('404', errorDocument(new Failure('not_found', { model: 'Account', key: 'account_code', value: 'ada' }), english))}
${listing('422', errorsDocument(new Invalid([{ field: 'account.email', symbol: 'invalid_email' }]), english))}`,
  },
  {
    id: 'statuses',
    title: 'Statuses, and who can fix them',
    body: docTable(
      ['Status', 'What it means', 'Who can fix it'],
      STATUSES.map(([status, means, who]) => [codeCell(status), means, who]),
      STATUSES.map(([status]) => `status-${status.replaceAll(', ', '-')}`),
    ),
  },
  {
    id: 'single-errors',
    title: 'Single errors',
    body: docTable(
      ['Symbol', 'Status', 'Description'],
      symbols.map((symbol) => [
        codeCell(symbol),
        statusWords(symbol),
        `${english.failure(new Failure(symbol, PLACEHOLDERS))}${WHERE[symbol] ?? ''}`,
      ]),
      symbols,
    ),
  },
  {
    id: 'field-errors',
    title: 'Errors of fields',
    body: html`<p>The text follows the name of the field, and client libraries know it. Where a list of values is short, the text names them after a colon:
<code>${english.issue({ field: 'subscription.timeframe', symbol: 'inclusion', choices: TIMEFRAMES })}</code>.</p>${docTable(
      ['Symbol', 'Text', 'Send instead'],
      Object.entries(issues).map(([symbol, say]) => [codeCell(symbol), say('N'), remedies[symbol as IssueSymbol]]),
      issueSymbols.map(idOfIssue),
    )}`,
  },
];

export const declineRules: Section = {
  id: 'declines',
  title: 'Failed payments',
  body: html`<p>The <code>error_code</code> of a <code>transaction_error</code> says why a payment failed. Show customers the <code>customer_message</code>, which they
can act on; the <code>merchant_message</code> is for you.</p>${docTable(
    ['Code', 'Category', 'Merchant message', 'Customer message'],
    declineCodes().map((symbol) => {
      const { merchant_message, customer_message } = english.decline(symbol);
      return [codeCell(symbol), declineCategory(symbol), merchant_message, customer_message];
    }),
    declineCodes().map(idOfDecline),
  )}`,
};
