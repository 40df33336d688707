import type { Layer } from '@koa/router';
import { Failure } from '@service/billing/failure.ts';
import type { Step } from '../api.ts';

/** 404 for a path that is no path: a broken escape, bytes that are not UTF-8, an absolute address that cannot be read. */
export const readablePath: Step = async function readablePath(ctx, next) {
  try {
    decodeURIComponent(ctx.path);
  } catch {
    throw new Failure('not_found');
  }
  await next();
};

/** What no route answered: 405 with `Allow` where another method would have been, else 404. */
export const noRoute: Step = async function noRoute(ctx) {
  const matched = ((ctx as { matched?: Layer[] }).matched ?? []) as Layer[];
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].sort().join(', ');
  if (allowed === '') throw new Failure('not_found');
  ctx.set('Allow', allowed);
  throw new Failure('method_not_allowed', { method: ctx.method, allowed });
};
