import type { Key } from '@service/billing/domain/sites/key.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type Koa from 'koa';
import type { Catalogue } from '../../documents/messages/words.ts';
import type { Element } from '../../documents/xml/codec/element.ts';
import type { Usage } from '../../http/limits/rate-limiter.ts';
import type { Choice } from './versions/choose.ts';

/** State that the steps of a request pass on to the following ones. */
export interface ApiState {
  /** One id from the request to the intent, the gateway call, the outbox and the log. */
  correlation: string;
  /** The endpoint's name, once it is known. */
  route?: string;
  /** The site of the request's key; missing without a valid key. */
  identity?: Identity;
  usage?: Usage & { readonly limit: number };
  version?: Choice;
  /** The media type of the response. */
  accepted?: string;
  /** The messages in the language that the client prefers, once they are known. */
  words?: Catalogue;
  body?: Element;
  /** The raw body. */
  bytes?: Buffer;
  /** The `Idempotency-Key` that the request holds. */
  idempotencyKey?: string;
  /** The text of a large document that is sent part by part. */
  parts?: readonly string[];
  /** The symbol of the error in the response. */
  symbol?: string;
  /** Whether a gateway declined the payment. */
  declined?: boolean;
}

export interface Identity {
  readonly site: Site;
  readonly key: Key;
  /** The moment of the request on the site's clock. */
  readonly at: Seconds;
  /** The private key itself, as presented. Never logged, never stored. */
  readonly presented: string;
}

export type Api = Koa.ParameterizedContext<ApiState>;
/** One step of the processing of a request. */
export type Step = Koa.Middleware<ApiState>;

export const XML = 'application/xml';
export const PDF = 'application/pdf';
export const XML_UTF8 = 'application/xml; charset=utf-8';

/** GET and HEAD only read; all other methods may write. */
export const isReading = ({ method }: Pick<Koa.Context, 'method'>): boolean => method === 'GET' || method === 'HEAD';
