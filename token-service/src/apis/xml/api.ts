import type { Key } from '@service/billing/domain/sites/key.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Element } from '../../documents/xml/codec/element.ts';
import type { XmlFailureState } from '../../documents/xml/errors/format.ts';
import type { WindowUsage } from '../../http/limits/rate-limiter.ts';
import type { Request, Step as RequestStep } from '../../http/request.ts';
import type { VersionChoice } from './versions/choose.ts';

/** State that the steps of a request pass on to the following ones. */
export interface ApiState extends XmlFailureState {
  /** The site of the request's key; missing without a valid key. */
  identity?: Identity;
  /** Whether the refused key is a public one. */
  sentPublicKey?: boolean;
  usage?: WindowUsage & { readonly limit: number };
  version?: VersionChoice;
  /** The media type of the response. */
  accepted?: string;
  body?: Element;
  /** The raw body. */
  bytes?: Buffer;
  /** The `Idempotency-Key` that the request holds. */
  idempotencyKey?: string;
  /** The text of a large document that is sent part by part. */
  parts?: readonly string[];
}

export interface Identity {
  readonly site: Site;
  readonly key: Key;
  /** The moment of the request on the site's clock. */
  readonly at: Seconds;
  /** The private key itself, as presented. Never logged, never stored. */
  readonly presented: string;
}

export type Api = Request<ApiState>;
/** One step of the processing of a request. */
export type ApiStep = RequestStep<ApiState>;
