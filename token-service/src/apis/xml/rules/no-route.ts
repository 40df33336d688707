import type { Layer } from '@koa/router';
import { Failure } from '@service/billing/values/failure.ts';
import { html } from '../../../documents/html.ts';
import { missingPage } from '../../../documents/missing-page.ts';
import { wantsPage } from '../../../http/wants-page.ts';
import type { ApiStep } from '../api.ts';

/** The part of a path that the response repeats. */
const SHOWN = 120;

const page = missingPage((name) => `/docs/assets/${name}`);

/**
 * Responds to requests without a route: 405 with `Allow` if the path has other methods, else 404. A browser that asks
 * for a page gets one.
 */
export const noRoute: ApiStep = async function noRoute(ctx) {
  const matched = ((ctx as { matched?: Layer[] }).matched ?? []) as Layer[];
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].sort().join(', ');
  if (allowed === '') {
    const path = ctx.path.slice(0, SHOWN);
    if (!wantsPage(ctx)) throw new Failure('not_found', { path });
    ctx.state.symbol = 'not_found';
    return page(
      ctx,
      html`<p>There is nothing at <code>${path}</code>. This is the address of a payment service for programs.</p>
<p><a href="/docs">Read its documentation</a>, or <a href="/docs/search?q=${encodeURIComponent(path)}">search it for this address</a>.</p>`,
    );
  }
  ctx.set('Allow', allowed);
  throw new Failure('method_not_allowed', { method: ctx.method, allowed });
};
