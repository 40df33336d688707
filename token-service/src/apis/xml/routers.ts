import Router from '@koa/router';
import type { Next } from 'koa';
import type { Api, ApiState, ApiStep } from './api.ts';

export interface Routers {
  /** `path`: starts with `/v2/` and a resource, for example `/v2/accounts/:account_code`. */
  add(path: string, method: string, steps: readonly ApiStep[]): void;
  /** Runs the steps of the most specific route of a request; leaves one without a route to the next step. */
  readonly dispatch: ApiStep;
}

/**
 * One router for each resource. A router compares a path with all of its routes, which for those of the whole API took
 * longer than parsing a request.
 */
export const openRouters = (): Routers => {
  const paths: string[] = [];
  const byResource = new Map<string, { readonly router: Router<ApiState>; readonly run: ApiStep }>();

  const of = (path: string) => {
    const known = byResource.get(resourceOf(path));
    if (known) return known;
    const router = new Router<ApiState>({ sensitive: true, exclusive: 'specificity' });
    const opened = { router, run: router.routes() as ApiStep };
    byResource.set(resourceOf(path), opened);
    return opened;
  };

  return {
    add(path, method, steps) {
      if (!/^\/v2\/[a-z_]+(\/|$)/.test(path)) throw new Error(`The route ${path} does not start with a resource.`);
      of(path).router.register(path, [method], [...steps]);
      paths.push(path);
    },
    dispatch: Object.assign(
      async function dispatch(ctx: Api, next: Next) {
        await (byResource.get(resourceOf(ctx.path))?.run(ctx, next) ?? next());
      } as ApiStep,
      { paths },
    ),
  };
};

/** Returns the second part of a path: `accounts` of `/v2/accounts/ada`. */
const resourceOf = (path: string): string => path.split('/', 3)[2] ?? '';
