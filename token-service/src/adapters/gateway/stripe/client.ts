import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Secret } from '@service/billing/values/secret.ts';
import Stripe from 'stripe';
import { CONNECTION_LOST } from './problem.ts';

/** The version of Stripe's API that the adapter is written for: that of the library's types. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Connections that are kept open for the next request; more are opened when these are in use. */
const KEPT_OPEN = 16;
const plainAgent = new HttpAgent({ keepAlive: true, maxFreeSockets: KEPT_OPEN });
const secureAgent = new HttpsAgent({ keepAlive: true, maxFreeSockets: KEPT_OPEN });

/** The library sends a request again by itself when a connection is closed; here, `send.ts` decides that. */
const asLost = (error: unknown): unknown => {
  const { code } = error as { readonly code?: unknown };
  return code === 'ECONNRESET' || code === 'EPIPE'
    ? Object.assign(new Error('The connection was lost.'), { code: CONNECTION_LOST })
    : error;
};

/** Returns the W3C `traceparent` of the call that it is called in; undefined where nothing is traced. */
export type TraceParent = () => string | undefined;

const httpClient = (secure: boolean, traceParent: TraceParent): Stripe.HttpClient => {
  const inner = Stripe.createNodeHttpClient(secure ? secureAgent : plainAgent);
  return Object.assign(Object.create(inner), {
    makeRequest: async (...request: Parameters<Stripe.HttpClient['makeRequest']>) => {
      const [host, port, path, method, headers, ...rest] = request;
      const traceparent = traceParent();
      const traced = traceparent === undefined ? headers : { ...headers, traceparent };
      try {
        return await inner.makeRequest(host, port, path, method, traced, ...rest);
      } catch (error) {
        throw asLost(error);
      }
    },
  });
};

/**
 * Opens Stripe's library with a secret key. `endpoint`: another address than Stripe's own, for example of a simulator.
 * Nothing is sent before the first request.
 */
export const stripeClient = (
  key: Secret,
  endpoint: string | null,
  traceParent: TraceParent = () => undefined,
): Stripe => {
  const { protocol, hostname, port } = new URL(endpoint ?? 'https://api.stripe.com');
  const secure = protocol === 'https:';
  return new Stripe(key.reveal(), {
    apiVersion: STRIPE_API_VERSION,
    host: hostname,
    port: port || (secure ? 443 : 80),
    protocol: secure ? 'https' : 'http',
    httpClient: httpClient(secure, traceParent),
    maxNetworkRetries: 0,
    telemetry: false,
  });
};
