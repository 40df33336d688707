import type { Site } from '@service/billing/resources/site.ts';
import type Koa from 'koa';
import type { Form } from './form-body.ts';
import type { Admit, TokenPost } from './token-limits.ts';

/** State that the steps of a request pass on to the following ones. */
export interface BrowserState {
  /** The route's name, for the log. */
  route: string;
  /** The query string, without its question mark. */
  query: string;
  /** The code at the end of the path, for routes that have one. */
  code?: string;
  /** Fields of the query or the body, with the code. */
  fields: Form;
  /** Whether the body was read completely, or its rest will not be parsed as the next request. */
  isRead?: boolean;
  /** The site of the request's public key. */
  site?: Site;
  /** The counter of a token post. */
  post?: TokenPost;
  admit?: Admit;
  /** The JSON to answer with. */
  answer: string;
}

export type Browser = Koa.ParameterizedContext<BrowserState>;
/** One step of the processing of a request. */
export type Step = Koa.Middleware<BrowserState>;

/**
 * Runs steps as nested middleware. A step that awaits nothing is not an `async` function, because promises are a
 * measurable part of the cost of a token.
 */
export const inOrder = (steps: readonly Step[]): Step =>
  steps.reduceRight<Step>(
    (following, step) => (ctx, next) => step(ctx, () => following(ctx, next)),
    (_, next) => next(),
  );
