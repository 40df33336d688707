import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { Failure } from '@service/billing/values/failure.ts';
import type { OpenSpan, SpanAttributes, SpanRole, Spans } from './spans.ts';

interface OtlpDeps {
  /** The address of a collector: spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly resource: SpanAttributes;
  /** Called when the collector stops or begins to take spans. */
  readonly onChange: (works: boolean) => void;
}

/** Milliseconds that a collector has for a batch. Spans beyond the queue of the SDK (2,048) are dropped. */
const PATIENCE = 5_000;
const BATCH_EVERY = 2_000;

const KINDS: Readonly<Record<SpanRole, SpanKind>> = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Opens spans that are sent by OTLP/HTTP in JSON. */
export const otlpSpans = ({ endpoint, resource, onChange }: OtlpDeps): Spans => {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = reporting(new OTLPTraceExporter({ url, timeoutMillis: PATIENCE }), onChange);
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: BATCH_EVERY,
    exportTimeoutMillis: PATIENCE,
  });
  const provider = new TracerProvider({ resource: resourceFromAttributes(resource), spanProcessors: [processor] });
  const tracer = provider.getTracer('billing');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorage<Context>();
  const current = (): Context => contexts.getStore() ?? ROOT_CONTEXT;

  return {
    async within(name, { role, attributes, from }, work) {
      const parent =
        from === undefined ? current() : propagator.extract(current(), { traceparent: from }, defaultTextMapGetter);
      const span = tracer.startSpan(name, { kind: KINDS[role], attributes: { ...attributes } }, parent);
      try {
        return await contexts.run(trace.setSpan(parent, span), () => work(opened(span)));
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    traceId: () => trace.getSpanContext(current())?.traceId,
    traceparent() {
      const carrier: Record<string, string> = {};
      propagator.inject(current(), carrier, defaultTextMapSetter);
      return carrier.traceparent;
    },
    // A collector that is down must not keep the process from ending.
    close: () => provider.shutdown().catch(() => {}),
  };
};

const opened = (span: Span): OpenSpan => ({
  set: (attributes) => void span.setAttributes({ ...attributes }),
  rename: (name) => void span.updateName(name),
  fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
});

/** The message of an error may hold anything, so it is left out. */
const markFailed = (span: Span, error: unknown): void => {
  if (error instanceof Failure) {
    span.setAttribute('error.type', error.symbol);
    return;
  }
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Reports when batches begin to fail, and when they are taken again. */
const reporting = (exporter: SpanExporter, onChange: (works: boolean) => void): SpanExporter => {
  let works = true;
  const judge = ({ code }: ExportResult): void => {
    const now = code === ExportResultCode.SUCCESS;
    if (now !== works) onChange(now);
    works = now;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        judge(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush ? { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() } : {}),
  };
};
