import { type FailureFormat, type FailureResponse, plainText, RETRY_AFTER } from '../../../http/failures.ts';
import type { Request } from '../../../http/request.ts';
import type { BrowserState } from '../api.ts';
import { asRefusal, errorJson, Refusal, refusalText } from '../refusal.ts';
import type { Head } from './head.ts';

/** Failures as JSON: a refusal as it is, any other as `unexpected` with the id of its log entry. */
export const jsonRefusals = (head: Head): FailureFormat<BrowserState> => {
  const headers = recordOf(head);
  const response = ({ req, state }: Request<BrowserState>, refusal: Refusal): FailureResponse => ({
    status: refusal.status,
    headers: {
      ...headers,
      ...(refusal.reason === 'too-many-requests' && { 'Retry-After': refusal.value }),
      ...(refusal.reason === 'unavailable' && { 'Retry-After': String(RETRY_AFTER) }),
      // The rest of the body would be parsed as the next request.
      ...(!req.complete && !state.isRead && { Connection: 'close' }),
    },
    body: errorJson(refusal),
    symbol: refusal.reason,
  });
  return {
    expected(error, ctx) {
      const refusal = asRefusal(error);
      return refusal && response(ctx, refusal);
    },
    unexpected: (_, ctx) => response(ctx, new Refusal('unexpected', ctx.state.correlation)),
  };
};

/** Failures as plain text, for pages that customers see. */
export const textRefusals: FailureFormat = {
  expected(error) {
    const refusal = asRefusal(error);
    return (
      refusal && {
        status: refusal.status,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        body: refusalText(refusal),
        symbol: refusal.reason,
      }
    );
  },
  unexpected: plainText.unexpected,
};

const recordOf = (head: Head): Readonly<Record<string, string>> =>
  Object.fromEntries(head.flatMap((name, index) => (index % 2 === 0 ? [[name, head[index + 1] ?? '']] : [])));
