import type { SimulatorWorld } from '../world/world.ts';
import { ApiError } from './api-error.ts';
import type { RequestParams } from './params.ts';

/** The arguments of a route. */
export interface Call {
  readonly world: SimulatorWorld;
  readonly params: RequestParams;
  /** The parts of the path that the pattern leaves open, in order. */
  readonly ids: readonly string[];
  /** The path, for the `url` of lists. */
  readonly path: string;
}

/** Returns the object to answer with. It runs within one turn of the event loop, so that no two operations mix. */
export type Handler = (call: Call) => object;

export interface Route {
  readonly method: 'DELETE' | 'GET' | 'POST';
  readonly pattern: readonly string[];
  readonly handler: Handler;
}

/** `route('GET', '/v1/charges/:id', …)`. */
export const route = (method: Route['method'], path: string, handler: Handler): Route => ({
  method,
  pattern: path.split('/').slice(1),
  handler,
});

/**
 * Returns the route of a request, and the open parts of its path. Earlier routes win.
 *
 * @throws {ApiError} 404 when there is none
 */
export const findRoute = (routes: readonly Route[], method: string, path: string): { route: Route; ids: string[] } => {
  const parts = path.split('/').slice(1);
  for (const each of routes) {
    if (each.method !== method || each.pattern.length !== parts.length) continue;
    if (each.pattern.every((part, index) => part.startsWith(':') || part === parts[index])) {
      const ids = parts.filter((_, index) => each.pattern[index]!.startsWith(':'));
      return { route: each, ids };
    }
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The simulator serves a part of the API: see its README.`,
  });
};
