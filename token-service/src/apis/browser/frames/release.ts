import type { Middleware } from 'koa';
import { routed } from '../../../http/routed.ts';
import { type Documents, integrityOf } from './documents.ts';

/** The library by an address whose content never changes. */
export interface Release {
  readonly version: string;
  /** Absolute. */
  readonly script: string;
  /** Of the script, for the `integrity` attribute of its tag. */
  readonly integrity: string;
}

/** The release that is served, for clients that reach the browser origin at a given address. */
export const releaseOf = ({ library }: Pick<Documents, 'library'>, version: string): ((origin: string) => Release) => {
  const integrity = integrityOf(library);
  return (origin) => ({ version, script: `${origin}/v1/service-${version}.js`, integrity });
};

const PATH = '/v1/service.json';

/**
 * Tells the release as JSON, for tools and pages. `publicUrl`: this origin as browsers see it; without it, the address
 * of the request.
 */
export const release = (at: (origin: string) => Release, publicUrl: string | null | undefined): Middleware =>
  routed(
    async function release(ctx, next) {
      if (ctx.path !== PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
      ctx.state.route = 'library release';
      ctx.set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'no-cache',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      });
      ctx.body = at(publicUrl ?? `${ctx.protocol}://${ctx.host}`);
    },
    [PATH],
  );
