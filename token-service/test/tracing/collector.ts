import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP has it in JSON. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: SentSpan[];
  /** The attributes of the process that sent spans. */
  readonly resources: Readonly<Record<string, unknown>>[];
  /** Every request as it came. */
  readonly bodies: string[];
  /** The status of the answers that follow. */
  answer(status: number): void;
  close(): Promise<void>;
}

interface SentAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SentTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SentSpan, 'attributes'> & { readonly attributes: readonly SentAttribute[] })[];
    }[];
  }[];
}

/** A real collector: an HTTP server that reads OTLP in JSON at `/v1/traces`. */
export const openCollector = async (): Promise<Collector> => {
  const spans: SentSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') {
        response.writeHead(404).end();
        return;
      }
      bodies.push(body);
      for (const { resource, scopeSpans } of (JSON.parse(body) as SentTraces).resourceSpans) {
        resources.push(read(resource.attributes));
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({ ...span, attributes: read(span.attributes) as SentSpan['attributes'] });
        }
      }
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    bodies,
    answer(next) {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

const read = (attributes: readonly SentAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
