import type { ListQuery, Page } from '@service/billing/ports/records.ts';
import type { Caller } from '@service/billing/ports/world.ts';
import type { Resource } from '@service/billing/resources/resource.ts';
import type { Version } from '@service/billing/resources/version.ts';
import type { Element } from './codec/element.ts';

/** A request that passed every common rule: known path and method, credentials, limits, version, Accept, well-formed body. */
export interface ApiRequest {
  readonly caller: Caller;
  readonly version: Version;
  /** Path parameters, decoded once. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The root of the body; undefined where none came or the endpoint ignores it. */
  readonly body: Element | undefined;
}

/** The name of an endpoint and the parameters of its path: an address before it is a URL. */
export interface Address {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** What an endpoint answers; the engine renders it for the version, adds `Location`, `Link`, `ETag` and the rest. */
export type Answer =
  | {
      readonly is: 'record';
      readonly status: 200 | 201 | 202;
      readonly resource: Resource;
      readonly record: object;
      readonly location?: Address;
    }
  | {
      readonly is: 'list';
      readonly resource: Resource;
      readonly page: Page<Listed>;
      readonly query: ListQuery<unknown>;
    }
  | { readonly is: 'count'; readonly resource: Resource; readonly count: number }
  | { readonly is: 'nothing' };

/** What paging needs to know of a listed record: its place in the order. */
export interface Listed {
  readonly created_at: number;
  readonly updated_at?: number;
}

/** One line of the XML API's table of endpoints (specification "Endpoints"). */
export interface Endpoint {
  /** Unique; links name it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** For example `/v2/accounts/:account_code`. */
  readonly path: string;
  /** Answers 404 in older versions. */
  readonly since?: Version;
  /** The root element that a body must have; none: a body is ignored. */
  readonly body?: { readonly root: string; readonly optional?: boolean };
  readonly handle: (request: ApiRequest) => Promise<Answer>;
}

/** A GET endpoint that answers a list; HEAD counts it. `filters` are the query parameters that narrow it and travel in its links. */
export interface ListEndpoint<Filter> {
  readonly name: string;
  readonly path: string;
  readonly since?: Version;
  readonly resource: Resource;
  /** Reads the filters from path and query; throws `bad_request` on a value it does not know. */
  readonly filter: (request: ApiRequest) => Promise<Filter>;
  readonly filters?: readonly string[];
  readonly list: (request: ApiRequest, query: ListQuery<Filter>) => Promise<Page<Listed>>;
  readonly count: (request: ApiRequest, query: ListQuery<Filter>) => Promise<number>;
  /** The stable id of a listed record, for the cursor. */
  readonly idOf: (record: Listed) => string;
}
