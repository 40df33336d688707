import type { Layer } from '@koa/router';
import { Failure } from '@service/billing/values/failure.ts';
import type { Context } from 'koa';
import type { Step } from '../api.ts';

/**
 * Responds 404 to a path that cannot be parsed: a broken escape, bytes that are not UTF-8, an absolute address, or the
 * NUL that PostgreSQL refuses in text.
 */
export const readablePath: Step = async function readablePath(ctx, next) {
  if (!isReadable(ctx)) throw new Failure('not_found');
  await next();
};

const isReadable = (ctx: Pick<Context, 'path'>): boolean => {
  try {
    // Koa throws where an absolute address has no path.
    return !decodeURIComponent(ctx.path).includes('\0');
  } catch {
    return false;
  }
};

/** Responds to requests without a route: 405 with `Allow` if the path has other methods, else 404. */
export const noRoute: Step = async function noRoute(ctx) {
  const matched = ((ctx as { matched?: Layer[] }).matched ?? []) as Layer[];
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].sort().join(', ');
  if (allowed === '') throw new Failure('not_found');
  ctx.set('Allow', allowed);
  throw new Failure('method_not_allowed', { method: ctx.method, allowed });
};
