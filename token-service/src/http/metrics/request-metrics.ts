import type { MonotonicClock } from '@service/billing/values/time.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Step } from '../request.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** The reasons why a request was rejected, by the symbol of its error. */
const REASONS: Readonly<Record<string, 'rate_limit' | 'auth' | 'https' | 'body'>> = {
  too_many_requests: 'rate_limit',
  'too-many-requests': 'rate_limit',
  unauthorized: 'auth',
  forbidden: 'auth',
  https_required: 'https',
  'https-required': 'https',
  invalid_xml: 'body',
  no_body: 'body',
  payload_too_large: 'body',
  'too-large': 'body',
  request_timeout: 'body',
  'too-slow': 'body',
  unsupported_media_type: 'body',
  'wrong-type': 'body',
};

const RESULTS = { first: 'new', replayed: 'replayed', mismatch: 'conflict', in_progress: 'in_progress' } as const;

/**
 * Registers what is measured of requests. Returns the step that measures those of one origin: their duration by route,
 * method and class of status, how many are in flight, those that were rejected before their work began, and what became
 * of those with an `Idempotency-Key`. Labels have names of routes and reasons only, never a path or an id.
 */
export const requestMetrics = (
  registry: Registry,
  clock: Pick<MonotonicClock, 'elapsed'>,
): ((origin: string) => Step) => {
  const registers = [registry];
  const duration = new Histogram({
    name: 'billing_http_request_duration_seconds',
    help: 'Time from the headers of a request to its response.',
    labelNames: ['origin', 'route', 'method', 'status_class'],
    buckets: SECONDS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'billing_http_requests_in_flight',
    help: 'Requests that are being answered.',
    labelNames: ['origin'],
    registers,
  });
  const rejected = new Counter({
    name: 'billing_http_rejected_total',
    help: 'Requests that were rejected before their work began: rate_limit, auth, https, or body.',
    labelNames: ['reason'],
    registers,
  });
  const idempotent = new Counter({
    name: 'billing_idempotency_total',
    help: 'Requests with an Idempotency-Key: new, replayed, conflict, or in_progress.',
    labelNames: ['result'],
    registers,
  });

  return (origin) => {
    inFlight.set({ origin }, 0);
    return async function measured(ctx, next) {
      const started = clock.elapsed();
      inFlight.inc({ origin });
      // What is thrown past every surface becomes a 500 after this step.
      let status = 500;
      try {
        await next();
        status = ctx.status;
      } finally {
        inFlight.dec({ origin });
        const { route = 'other', symbol, idempotency } = ctx.state;
        const method = METHODS.includes(ctx.method) ? ctx.method : 'other';
        const status_class = `${Math.floor(status / 100)}xx`;
        duration.observe({ origin, route, method, status_class }, (clock.elapsed() - started) / 1000);
        const reason = symbol === undefined ? undefined : REASONS[symbol];
        if (reason) rejected.inc({ reason });
        if (idempotency) idempotent.inc({ result: RESULTS[idempotency] });
      }
    };
  };
};
