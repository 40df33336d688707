/**
 * The content of a span: names, numbers and opaque ids only; never a path, a body, personal data or an account code.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that is under way. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks it as failed. */
  fail(): void;
}

export type SpanRole = 'server' | 'internal' | 'client' | 'producer' | 'consumer';

/** The spans of this process. */
export interface Spans {
  /**
   * Runs the work in a span, which is a child of the one that it is called in. What the work throws is thrown on; an
   * expected refusal is named, anything else marks the span as failed.
   */
  within<T>(
    name: string,
    about: { readonly role: SpanRole; readonly attributes: SpanAttributes; readonly from?: string | undefined },
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T>;
  /** Returns the id of the trace that this is called in. */
  traceId(): string | undefined;
  /** Returns the `traceparent` of the span that this is called in. */
  traceparent(): string | undefined;
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>;
}
