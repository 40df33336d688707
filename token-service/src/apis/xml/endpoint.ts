import type { Readable } from 'node:stream';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { ListQuery, Page } from '@service/billing/ports/listing.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import type { Version } from '@service/billing/resources/version.ts';
import type { Turn } from '@service/billing/values/steps.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { ApiWords } from '../../documents/messages/api-words.ts';
import type { EndpointAddress } from '../../documents/xml/address.ts';
import type { Element } from '../../documents/xml/codec/element.ts';
import type { Mode } from '../../documents/xml/codec/read.ts';
import type { DeclinedPayment } from '../../documents/xml/errors/documents.ts';

/**
 * A request that passed every common rule: known path and method, credentials, limits, version, Accept, well-formed
 * body.
 */
export interface ApiRequest {
  readonly caller: Caller;
  readonly version: Version;
  /** Path parameters, decoded once. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The root of the body; undefined if there is none or the endpoint ignores it. */
  readonly body: Element | undefined;
  /** The texts of errors and of declined payments. */
  readonly words: ApiWords;
  /** The raw `Accept-Language`, for documents: errors are English. */
  readonly languages: string;
  /** The media type that the client prefers among those of the endpoint. */
  readonly accepts: string;
  /** Scheme and host under which the client called the service. */
  readonly origin: string;
  /** Long work awaits this between its steps, so that no request blocks the event loop. */
  readonly turn: Turn;
}

/** The response of an endpoint, which is rendered for the version and gets `Location`, `ETag` and other headers. */
export type EndpointAnswer =
  | {
      readonly is: 'record';
      readonly status: 200 | 201 | 202;
      readonly resource: Resource;
      readonly record: object;
      /** The URL of the new record: always with 201, and with 202 if there is one. */
      readonly location?: EndpointAddress;
    }
  | DeclinedAnswer
  | PrintedAnswer
  | { readonly is: 'nothing' };

/** A document that is not XML. */
export interface PrintedAnswer {
  readonly is: 'printed';
  /** The document lacks something and says what: 412. */
  readonly incomplete?: true;
  /** Media type. */
  readonly type: string;
  /** A file of any size is a stream. */
  readonly bytes: Buffer | Readable;
}

/** A payment that failed: 422 with an `errors` document that contains the field and the transaction. */
export interface DeclinedAnswer extends DeclinedPayment {
  readonly is: 'declined';
  /** The code of the decline, whose explanation the response links to. */
  readonly error_code?: string;
  /** Seconds until the request can succeed, for the `Retry-After` header. */
  readonly retry_after?: Seconds;
}

/** The part of a listed record that paging needs: its position in the order. */
export interface ListedRecord {
  readonly created_at: Seconds;
  readonly updated_at?: Seconds | null;
}

/** The body of an endpoint: a document whose root is the name of the table that it is parsed with. */
export interface RequestBody<R extends Resource = Resource> {
  readonly resource: R;
  readonly mode: Mode;
  readonly optional?: boolean;
}

/** One line of the XML API's table of endpoints. */
export interface Endpoint {
  /** Unique; used in links. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** For example `/v2/accounts/:account_code`. */
  readonly path: string;
  /** Refused with 400 in older versions. */
  readonly since?: Version;
  /** Media types that it can return besides XML. */
  readonly offers?: readonly string[];
  /** Query parameters that it reads. */
  readonly parameters?: readonly string[];
  /** Undefined: a body is ignored. */
  readonly body?: RequestBody;
  readonly handle: (request: ApiRequest) => Promise<EndpointAnswer>;
}

/**
 * A GET endpoint that returns a list; HEAD counts it. `filters` are the query parameters that filter it, which its
 * links repeat.
 */
export interface ListEndpoint<Filter = unknown> {
  readonly name: string;
  readonly path: string;
  readonly since?: Version;
  readonly resource: Resource;
  /** Reads the filters from path and query; throws `bad_request` for an unknown value. */
  filter(request: ApiRequest): Promise<Filter>;
  readonly filters?: readonly string[];
  list(request: ApiRequest, query: ListQuery<Filter>): Promise<Page<ListedRecord>>;
  /**
   * Reads the data that listed records are shown with, in the same order, and no faster than it is consumed. Each
   * record shows at most `embedded` entries of its embedded lists. Without this, `list` returns records as they are
   * shown.
   */
  views?(request: ApiRequest, records: readonly ListedRecord[], embedded: number): AsyncIterable<object>;
  count(request: ApiRequest, query: ListQuery<Filter>): Promise<number>;
  /** The stable id of a listed record, 32 hexadecimal digits, for the cursor. */
  idOf(record: ListedRecord): string;
}
