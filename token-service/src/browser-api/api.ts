import type { Site } from '@service/billing/site.ts';
import type Koa from 'koa';
import type { Form } from './form-body.ts';
import type { Admit, TokenPost } from './token-limits.ts';

/** What the steps of a request find out and leave for those that follow. */
export interface BrowserState {
  /** The route's name, for the log. */
  route: string;
  /** The query string, without its question mark. */
  query: string;
  /** The code that the path ends with, where the route has one. */
  code?: string;
  /** Of the query or the body, with the code. */
  fields: Form;
  /** Whether the whole body was read, or what is left of it will not be taken for the next request. */
  isRead?: boolean;
  /** Whose public key came with the request. */
  site?: Site;
  /** What a token post is counted by. */
  post?: TokenPost;
  admit?: Admit;
  /** The JSON to answer with. */
  answer: string;
}

export type Browser = Koa.ParameterizedContext<BrowserState>;
/** One step on the way of a request. */
export type Step = Koa.Middleware<BrowserState>;

/**
 * Runs steps one inside the other, as an application does. A step that awaits nothing is no `async` function: each
 * promise counts in what a token costs.
 */
export const inOrder = (steps: readonly Step[]): Step =>
  steps.reduceRight<Step>(
    (following, step) => (ctx, next) => step(ctx, () => following(ctx, next)),
    (_, next) => next(),
  );
