import type { Version } from '@service/billing/resources/version.ts';
import { Failure, type FailureSymbol, Invalid, Unanswered } from '@service/billing/values/failure.ts';
import { type FailureFormat, type FailureResponse, RETRY_AFTER } from '../../../http/failures.ts';
import type { Request, RequestState } from '../../../http/request.ts';
import { english } from '../../messages/en/index.ts';
import { XML_UTF8 } from '../media-type.ts';
import { errorDocument, errorsDocument } from './documents.ts';
import { statusOf } from './status.ts';

/** State that the response to a failure follows from. */
export interface XmlFailureState extends RequestState {
  version?: { readonly rendered: Version };
}

type Failed = Request<XmlFailureState>;

/** Failures that say after how many seconds a client may retry. */
const WAITS: ReadonlySet<FailureSymbol> = new Set(['too_many_requests', 'too_many_attempts', 'cvv_verify_locked']);

/** Failures as XML documents. */
export const xmlFailures: FailureFormat<XmlFailureState> = {
  expected(error, ctx) {
    if (error instanceof Invalid) return invalid(error);
    return error instanceof Failure ? failed(ctx, error) : undefined;
  },
  unexpected: (error, ctx) =>
    failed(
      ctx,
      error instanceof Unanswered
        ? new Failure('service_unavailable')
        : new Failure('internal_server_error', { id: ctx.state.correlation }),
    ),
};

const failed = (ctx: Failed, failure: Failure): FailureResponse => {
  const { symbol, params } = failure;
  return {
    status: statusOf(symbol, ctx.state.version?.rendered),
    headers: {
      ...(symbol === 'service_unavailable' && { 'Retry-After': String(RETRY_AFTER) }),
      ...(WAITS.has(symbol) && { 'Retry-After': String(params.seconds) }),
      ...headersFor(symbol),
    },
    body: errorDocument(failure, english),
    symbol,
  };
};

const invalid = (problems: Invalid): FailureResponse => ({
  status: 422,
  headers: headersFor('field-errors'),
  body: errorsDocument(problems, english),
  symbol: 'invalid',
});

/** Returns the header that links an error to its explanation. `section`: that of the page of errors. */
export const helpLink = (section: string): string => `</docs/errors#${section}>; rel="help"`;

/** `section`: that of the page of errors which explains it. */
const headersFor = (section: string): FailureResponse['headers'] => ({
  'Content-Type': XML_UTF8,
  'Content-Language': english.language,
  'Cache-Control': 'no-cache',
  Link: helpLink(section),
});
