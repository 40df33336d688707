import {
  type FieldFinding,
  type FrameToken,
  isText,
  members,
  serverError,
  type TokenAnswer,
  type TokenRequest,
} from './protocol.ts';
import { type CardValues, type Circumstances, cardFindings } from './validity.ts';

interface Deps {
  readonly fetch: typeof fetch;
  /** Address of the frame's own document: the token path is beside it, whatever the page says. */
  readonly document: string;
  readonly circumstances: () => Circumstances;
}

/** Names each field. `given`: the values of the page; one that is absent has no field or input there. */
const messageOf = (details: readonly FieldFinding[], given: Readonly<Record<string, string | undefined>>): string =>
  details
    .map(({ field, messages }) => {
      const absent = given[field] === undefined ? ' (the page has no such field)' : '';
      return `${field} ${messages.join(', ')}${absent}`;
    })
    .join('; ');

const invalid = (
  details: readonly FieldFinding[],
  given: Readonly<Record<string, string | undefined>>,
): TokenAnswer => ({
  error: {
    name: 'validation',
    code: 'validation',
    message: `Some fields are missing or invalid: ${messageOf(details, given)}.`,
    fields: details.map(({ field }) => field),
    details,
  },
});

const failure = (code: 'api-error' | 'api-timeout', message: string): TokenAnswer => ({
  error: { name: 'api-error', code, message, fields: [], details: [] },
});

const readAnswer = (body: unknown): TokenAnswer => {
  const answer = members(body);
  if (answer.error) return { error: serverError(answer.error) };
  if (isText(answer.id, 200) && isText(answer.type, 40)) return { token: answer as FrameToken };
  return failure('api-error', 'The payment service answered without a token.');
};

/**
 * Exchanges the card for a token: validates it and, if it is valid, posts it beside the frame's own document. Returns
 * the server's answer, `validation`, `api-error` (no or no readable answer) or `api-timeout`.
 */
export const tokenize =
  ({ fetch, document, circumstances }: Deps) =>
  async ({ key, version, timeout, inputs, required }: TokenRequest, values: CardValues): Promise<TokenAnswer> => {
    const wrong = cardFindings(values, inputs, required, circumstances());
    if (wrong.length) return invalid(wrong, { ...inputs, ...values });

    const body = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...inputs, ...values, key, version })) {
      if (value) body.set(name, value);
    }
    const signal = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(new URL('token', document), {
        method: 'POST',
        body,
        signal,
        mode: 'cors',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
      return readAnswer(await response.json());
    } catch (error) {
      if (signal.aborted) return failure('api-timeout', `The payment service did not answer within ${timeout} ms.`);
      const unreadable = error instanceof SyntaxError;
      return failure(
        'api-error',
        unreadable ? 'The answer was not JSON.' : 'The payment service could not be reached.',
      );
    }
  };
