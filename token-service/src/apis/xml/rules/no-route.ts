import type { Layer } from '@koa/router';
import { Failure } from '@service/billing/values/failure.ts';
import type { Step } from '../api.ts';

/** Responds to requests without a route: 405 with `Allow` if the path has other methods, else 404. */
export const noRoute: Step = async function noRoute(ctx) {
  const matched = ((ctx as { matched?: Layer[] }).matched ?? []) as Layer[];
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].sort().join(', ');
  if (allowed === '') throw new Failure('not_found');
  ctx.set('Allow', allowed);
  throw new Failure('method_not_allowed', { method: ctx.method, allowed });
};
