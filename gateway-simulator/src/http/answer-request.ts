import type { InjectedFault } from '../faults/fault.ts';
import type { CurrentRequest, SimulatorWorld } from '../world/world.ts';
import { ApiError, invalidRequest } from './api-error.ts';
import { SIMULATED_API_VERSION } from './api-version.ts';
import { expand } from './expand.ts';
import { type DecodedForm, decodeForm, FormError } from './form.ts';
import type { FinishedAnswer, IdempotencyMemory } from './idempotency.ts';
import { readParams } from './params.ts';
import { findRoute, type Route } from './router.ts';

/** A request as it came in, with its body read. */
export interface SimulatorRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/**
 * The oldest supported version. In later ones, the objects that the simulator serves have the same members, or more.
 */
const OLDEST_VERSION = '2025-03-31.basil';

/** An answer to send, and what its idempotency key has to do when it was sent. */
export interface PreparedAnswer {
  readonly answer: FinishedAnswer;
  /** The fault that the card of the operation asks for. */
  readonly fault?: InjectedFault | undefined;
  /** Tells the idempotency key that the first request is over. */
  finish(): void;
}

type Headers = FinishedAnswer['headers'];
type Run = { readonly answer: FinishedAnswer; readonly begun: boolean; readonly fault?: InjectedFault | undefined };

const done = () => {};

/** Answers requests to the API. Nothing is awaited, so that an operation is never seen half done. */
export const answerRequest =
  (world: SimulatorWorld, routes: readonly Route[], keys: IdempotencyMemory) =>
  (request: SimulatorRequest, fault: InjectedFault | undefined): PreparedAnswer => {
    const headers = {
      'content-type': 'application/json',
      'request-id': request.id,
      'stripe-version': request.headers['stripe-version'] ?? SIMULATED_API_VERSION,
    };
    try {
      const account = needKey(request.headers.authorization);
      checkVersion(request.headers['stripe-version']);
      const early = refusalBefore(fault);
      if (early) return { answer: failed(headers, early), finish: done };
      const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
      if (key === undefined) {
        const { answer, fault: ofCard } = run(world, routes, request, headers, fault, null);
        return { answer, fault: ofCard, finish: done };
      }
      const use = keys.use(account, key, request.path, request.body);
      if (use.kind === 'replay') return { answer: replayed(use.answer, headers), finish: done };
      const { answer, begun, fault: ofCard } = run(world, routes, request, headers, fault, key);
      const sent = { ...answer, headers: { ...answer.headers, 'idempotency-key': key } };
      return { answer: sent, fault: ofCard, finish: () => (begun ? use.keep(sent) : use.forget()) };
    } catch (error) {
      if (error instanceof ApiError) return { answer: failed(headers, error), finish: done };
      throw error;
    }
  };

const failed = (headers: Headers, error: ApiError): FinishedAnswer => ({
  status: error.status,
  // Its idempotency key keeps a 500, so that a client gains nothing by repeating the request.
  headers: error.status === 500 ? { ...headers, 'stripe-should-retry': 'false' } : headers,
  body: render({ error: { ...error.body, request_log_url: logUrl(headers['request-id'] ?? '') } }),
});

/** Returns the error of a request that a fault ends before its idempotency key is looked at. */
const refusalBefore = (fault: InjectedFault | undefined): ApiError | undefined => {
  if (fault?.kind === 'unavailable')
    return new ApiError(503, { type: 'api_error', message: 'The service is temporarily unavailable. Try again.' });
  if (fault?.kind === 'rate_limit')
    return new ApiError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. Repeat the request later, with growing pauses.',
    });
  return undefined;
};

const serverError = (): ApiError =>
  new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' }, true);

const run = (
  world: SimulatorWorld,
  routes: readonly Route[],
  request: SimulatorRequest,
  headers: Headers,
  fault: InjectedFault | undefined,
  idempotency_key: string | null,
): Run => {
  if (fault?.kind === 'server_error') return { answer: failed(headers, serverError()), begun: true };
  const current: CurrentRequest = {
    id: request.id,
    idempotency_key,
    version: headers['stripe-version'] ?? SIMULATED_API_VERSION,
    fault: undefined,
  };
  world.request = current;
  try {
    const ran = execute(world, routes, request, headers);
    // A request that was refused before anything was done has nothing that a fault could hide.
    if (!ran.begun) return ran;
    const happens = fault ?? current.fault;
    if (happens?.kind === 'server_error_after') return { answer: failed(headers, serverError()), begun: true };
    return { ...ran, fault: current.fault };
  } finally {
    world.request = null;
  }
};

const execute = (world: SimulatorWorld, routes: readonly Route[], request: SimulatorRequest, headers: Headers): Run => {
  try {
    const { route, ids } = findRoute(routes, request.method, request.path);
    const params = readParams(decoded(request));
    const paths = params.list('expand') ?? [];
    const object = route.handler({ world, params, ids, path: request.path });
    params.finish();
    return { answer: { status: 200, headers, body: render(expand(world.state, object, paths)) }, begun: true };
  } catch (error) {
    if (error instanceof ApiError) return { answer: failed(headers, error), begun: error.begun };
    throw error;
  }
};

const render = (body: object): string => `${JSON.stringify(body, null, 2)}\n`;

const logUrl = (id: string): string => `https://dashboard.stripe.com/test/logs/${id}`;

const replayed = (answer: FinishedAnswer, headers: Headers): FinishedAnswer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'idempotent-replayed': 'true',
    'request-id': headers['request-id'] ?? '',
    'original-request': answer.headers['request-id'] ?? '',
  },
});

const decoded = (request: SimulatorRequest): DecodedForm => {
  try {
    const type = request.headers['content-type'] ?? '';
    if (request.body !== '' && !type.startsWith('application/x-www-form-urlencoded'))
      throw invalidRequest(
        'Invalid request. Send the parameters as application/x-www-form-urlencoded, not as JSON or another type.',
      );
    return decodeForm([request.query, request.body].filter((part) => part !== '').join('&'));
  } catch (error) {
    if (error instanceof FormError) throw invalidRequest(error.message);
    throw error;
  }
};

/** Returns the secret key, which is the account that idempotency keys belong to. */
const needKey = (authorization: string | undefined): string => {
  const key = keyOf(authorization);
  if (key === undefined)
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  if (/^sk_test_\w{8,}$/.test(key)) return key;
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${masked(key)}. The simulator takes any key that begins with sk_test_.`,
  });
};

const keyOf = (authorization: string | undefined): string | undefined => {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return credentials || undefined;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(credentials, 'base64').toString().split(':')[0] || undefined;
};

const masked = (key: string): string =>
  `${key.slice(0, 8)}${'*'.repeat(Math.min(key.length, 32) - Math.min(8, key.length))}`;

const checkVersion = (version: string | undefined): void => {
  if (version === undefined || (/^\d{4}-\d{2}-\d{2}\.\w+$/.test(version) && version >= OLDEST_VERSION)) return;
  throw invalidRequest(
    `Invalid Stripe API version: ${version.slice(0, 40)}. The simulator answers in the shape of ${SIMULATED_API_VERSION}, and ` +
      `takes versions from ${OLDEST_VERSION} on.`,
  );
};
