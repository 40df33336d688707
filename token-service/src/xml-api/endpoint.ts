import type { Caller } from '@service/billing/caller.ts';
import type { ListQuery, Page } from '@service/billing/ports/listing.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import type { Version } from '@service/billing/resources/version.ts';
import type { Catalogue } from '../messages/words.ts';
import type { Address } from '../xml/address.ts';
import type { Element } from '../xml/codec/element.ts';
import type { Mode } from '../xml/codec/read.ts';
import type { Turn } from '../xml/rendering/turns.ts';

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
  /** The root of the body; undefined where none came or the endpoint ignores it. */
  readonly body: Element | undefined;
  /** In the language the client prefers. */
  readonly words: Catalogue;
  /** `Accept-Language` as it came, for what is written in more languages than the catalogue has. */
  readonly languages: string;
  /** The media type the client wants most of those that the endpoint offers. */
  readonly accepts: string;
  /** Work that may take long awaits this between its steps, so that no request holds the event loop. */
  readonly turn: Turn;
}

/** What an endpoint answers; the engine renders it for the version, adds `Location`, `ETag` and the rest. */
export type Answer =
  | {
      readonly is: 'record';
      readonly status: 200 | 201 | 202;
      readonly resource: Resource;
      readonly record: object;
      /** Where the new record is: with 201 always, with 202 where there is one. */
      readonly location?: Address;
    }
  | Declined
  | Printed
  | { readonly is: 'nothing' };

/** A document that is not XML. */
export interface Printed {
  readonly is: 'printed';
  /** Media type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A payment that failed: 422 with an `errors` document that names the field and carries the transaction. */
export interface Declined {
  readonly is: 'declined';
  /** For example `transaction.account.billing_info.number`, or `purchase.base`. */
  readonly field: string;
  /** `declined`, `declined_bad`, `invalid` or `blank`; of a refund, the code of the decline. */
  readonly symbol: string;
  /** The words of that one error, in the language the client prefers. */
  readonly text: string;
  readonly error: { readonly resource: Resource; readonly record: object };
  /** None when the payment failed before there was one. */
  readonly transaction?: { readonly resource: Resource; readonly record: object };
}

/** What paging needs to know of a listed record: its place in the order. */
export interface Listed {
  readonly created_at: number;
  readonly updated_at?: number | null;
}

/** What an endpoint takes: a document with the name of the table it is read against as its root. */
export interface Body<R extends Resource = Resource> {
  readonly resource: R;
  readonly mode: Mode;
  readonly optional?: boolean;
}

/** One line of the XML API's table of endpoints. */
export interface Endpoint {
  /** Unique; links name it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** For example `/v2/accounts/:account_code`. */
  readonly path: string;
  /** Answers 404 in older versions. */
  readonly since?: Version;
  /** Media types that it answers besides XML. */
  readonly offers?: readonly string[];
  /** Query parameters that it reads. */
  readonly parameters?: readonly string[];
  /** None: a body is ignored. */
  readonly body?: Body;
  readonly handle: (request: ApiRequest) => Promise<Answer>;
}

/**
 * A GET endpoint that answers a list; HEAD counts it. `filters` are the query parameters that narrow it and travel in
 * its links.
 */
export interface ListEndpoint<Filter = unknown> {
  readonly name: string;
  readonly path: string;
  readonly since?: Version;
  readonly resource: Resource;
  /** Reads the filters from path and query; throws `bad_request` on a value it does not know. */
  filter(request: ApiRequest): Promise<Filter>;
  readonly filters?: readonly string[];
  list(request: ApiRequest, query: ListQuery<Filter>): Promise<Page<Listed>>;
  /**
   * Listed records as they are shown, where that takes further reads; in the same order, and read no faster than they
   * are taken. Each shows at most `embedded` of what is embedded in it. Without this, `list` answers records as they
   * are shown.
   */
  views?(request: ApiRequest, records: readonly Listed[], embedded: number): AsyncIterable<object>;
  count(request: ApiRequest, query: ListQuery<Filter>): Promise<number>;
  /** The stable id of a listed record, 32 hexadecimal digits, for the cursor. */
  idOf(record: Listed): string;
}
