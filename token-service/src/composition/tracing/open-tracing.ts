import type { DueKind } from '@service/billing/engine/due/kinds/kind.ts';
import type { SendMessage } from '@service/billing/engine/mail/send-message.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { Logger } from 'pino';
import type { Endpoint, ListEndpoint } from '../../apis/xml/endpoint.ts';
import type { Config } from '../../config.ts';
import type { Step } from '../../http/request.ts';
import type { Poster } from '../../worker/webhooks/post.ts';
import type { Spans } from './spans.ts';
import { tracedDueKinds } from './traced-due-kinds.ts';
import { tracedEndpoints, tracedLists } from './traced-endpoints.ts';
import { tracedGateways } from './traced-gateways.ts';
import { tracedMail } from './traced-mail.ts';
import { tracedPoster } from './traced-poster.ts';
import { tracedRequests } from './traced-requests.ts';
import { tracedStorage } from './traced-storage.ts';

/** The traces of this process, as decorators of its parts, which know nothing of them. */
export interface Tracing {
  /** Returns the step that has a span for each request of an origin; undefined without traces. */
  readonly requests: (origin: 'api' | 'browser' | 'console') => Step | undefined;
  readonly endpoints: (endpoints: readonly Endpoint[]) => readonly Endpoint[];
  readonly lists: (lists: readonly ListEndpoint[]) => readonly ListEndpoint[];
  readonly gateways: (gateways: Gateways) => Gateways;
  readonly storage: (storage: Storage) => Storage;
  readonly dueKinds: (kinds: readonly DueKind[]) => readonly DueKind[];
  readonly poster: (poster: Poster) => Poster;
  readonly mail: (send: SendMessage) => SendMessage;
  /** Returns the `traceparent` of the span that it is called in. */
  readonly traceparent: () => string | undefined;
  /** Fields of every line of the log. */
  readonly logFields: () => { readonly trace_id?: string };
  readonly close: () => Promise<void>;
}

/** The traces of a process without `OTEL_EXPORTER_OTLP_ENDPOINT`: nothing is wrapped, and no SDK is loaded. */
export const UNTRACED: Tracing = {
  requests: () => undefined,
  endpoints: (endpoints) => endpoints,
  lists: (lists) => lists,
  gateways: (gateways) => gateways,
  storage: (storage) => storage,
  dueKinds: (kinds) => kinds,
  poster: (poster) => poster,
  mail: (send) => send,
  traceparent: () => undefined,
  logFields: () => ({}),
  close: async () => {},
};

interface TracingParts {
  readonly config: Pick<Config, 'otlpEndpoint' | 'serve'>;
  readonly version: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Opens the traces of this process, if a collector is configured. */
export const openTracing = async ({ config, version, log }: TracingParts): Promise<Tracing> => {
  if (config.otlpEndpoint === null) return UNTRACED;
  const { otlpSpans } = await import('./otlp.ts');
  const spans: Spans = otlpSpans({
    endpoint: config.otlpEndpoint,
    resource: { 'service.name': 'billing', 'service.version': version, 'billing.serve': config.serve },
    onChange: (works) =>
      works
        ? log.info('the collector takes traces again')
        : log.warn('the collector at OTEL_EXPORTER_OTLP_ENDPOINT does not take traces: they are dropped'),
  });
  return {
    requests: (origin) => tracedRequests(spans, origin, origin === 'api'),
    endpoints: (endpoints) => tracedEndpoints(spans, endpoints),
    lists: (lists) => tracedLists(spans, lists),
    gateways: (gateways) => tracedGateways(spans, gateways),
    storage: (storage) => tracedStorage(spans, storage),
    dueKinds: (kinds) => tracedDueKinds(spans, kinds),
    poster: (poster) => tracedPoster(spans, poster),
    mail: (send) => tracedMail(spans, send),
    traceparent: spans.traceparent,
    logFields() {
      const trace_id = spans.traceId();
      return trace_id ? { trace_id } : {};
    },
    close: spans.close,
  };
};
