import type { Release } from '../../../http/files/release.ts';
import type { Step } from '../../../http/request.ts';
import { routed } from '../../../http/routed.ts';

const PATH = '/v1/service.json';

/**
 * Tells the release as JSON, for tools and pages. `publicUrl`: this origin as browsers see it; without it, the address
 * of the request.
 */
export const serveRelease = (at: (origin: string) => Release, publicUrl: string | null | undefined): Step =>
  routed(
    async function release(ctx, next) {
      if (ctx.path !== PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
      ctx.state.route = 'library release';
      ctx.set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'no-cache',
      });
      ctx.body = at(publicUrl ?? `${ctx.protocol}://${ctx.host}`);
    },
    [PATH],
  );
