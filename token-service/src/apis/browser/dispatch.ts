import { decodedPath } from '../../http/readable-path.ts';
import { routed } from '../../http/routed.ts';
import type { BrowserStep } from './api.ts';

/** A route and its handler. */
export interface BrowserRoute {
  /** For the log, and for the counts of its limits. */
  readonly name: string;
  /** Its path; with a slash at the end, the path before a code. */
  readonly path: string;
  readonly answer: BrowserStep;
}

/**
 * Passes each request to its route: by its exact path, or by that before a code, which is one percent-encoded segment.
 * There is no router, because creating a token should cost little more than reading its body.
 */
export const dispatch = (base: string, routes: readonly BrowserRoute[]): BrowserStep => {
  const byPath = new Map(routes.map((route) => [route.path, route]));

  const find = (path: string): { readonly route: BrowserRoute; readonly code?: string } | undefined => {
    const start = path.lastIndexOf('/') + 1;
    if (start === path.length) return undefined;
    const route = byPath.get(path);
    if (route) return { route };
    const before = byPath.get(path.slice(0, start));
    const code = before && decodedPath(path.slice(start));
    return before && code ? { route: before, code } : undefined;
  };

  const answer: BrowserStep = async function dispatch(ctx, next) {
    const { url = '' } = ctx.req;
    if (!url.startsWith(base)) return next();
    const end = url.indexOf('?');
    const found = find(end < 0 ? url : url.slice(0, end));
    if (!found) return next();

    const { state } = ctx;
    state.route = found.route.name;
    state.query = end < 0 ? '' : url.slice(end + 1);
    if (found.code !== undefined) state.code = found.code;
    await found.route.answer(ctx, next);
  };
  return routed(answer, byPath.keys());
};
