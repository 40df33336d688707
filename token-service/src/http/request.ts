import type { Key } from '@service/billing/domain/sites/key.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type Koa from 'koa';

/** State that the steps of a request pass on to the following ones. Each surface adds its own. */
export interface RequestState {
  /** One id from the request to the intent, the gateway call, the outbox and the log. */
  correlation: string;
  /** The name of the endpoint or page, once it is known. */
  route?: string;
  /** The site that the request belongs to, and the key that said so, once they are known. */
  identity?: { readonly site: Site; readonly key?: Key };
  /** The symbol of the error in the response. */
  symbol?: string;
  /** The use of the request's `Idempotency-Key`; missing without one. */
  idempotency?: 'first' | 'replayed' | 'in_progress' | 'mismatch';
  /** Runs the operation of a route in a span of its own; missing without traces. */
  operation?: (work: () => Promise<unknown>) => Promise<unknown>;
  /** Whether a gateway declined the payment. */
  declined?: boolean;
}

export type Request<State extends RequestState = RequestState> = Koa.ParameterizedContext<State>;
/** One step of the processing of a request. */
export type Step<State extends RequestState = RequestState> = Koa.Middleware<State>;

/** A step of a surface, whatever state it adds. */
export type SurfaceStep = Step<never>;

/** GET and HEAD only read; all other methods may write. */
export const isReading = ({ method }: Pick<Koa.Context, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Gives the request the name of its endpoint or page, for the log. */
export const named = (name: string): Step =>
  async function named(ctx, next) {
    ctx.state.route = name;
    await next();
  };

/**
 * Marks the step that does what a route is for, once everything before has been checked: with traces, it has a span of
 * its own.
 */
export const operation = <Context extends { readonly state: RequestState }, Next>(
  step: (ctx: Context, next: Next) => unknown,
): ((ctx: Context, next: Next) => unknown) =>
  function operation(ctx, next) {
    const within = ctx.state.operation;
    return within ? within(async () => step(ctx, next)) : step(ctx, next);
  };
