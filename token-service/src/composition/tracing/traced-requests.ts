import { isReading, type Step } from '../../http/request.ts';
import type { Spans } from './spans.ts';

/**
 * Returns the step that has a span for each request of an origin. `continues`: a `traceparent` of the client is
 * continued; strangers must not choose the traces of an origin that browsers reach.
 */
export const tracedRequests = (spans: Spans, origin: string, continues: boolean): Step =>
  function traced(ctx, next) {
    const { method } = ctx;
    const attributes = {
      'http.request.method': method,
      'billing.origin': origin,
      'billing.correlation_id': ctx.state.correlation,
    };
    const from = continues ? ctx.get('traceparent') || undefined : undefined;
    ctx.state.operation = (work) => {
      const { route = 'none', identity, correlation } = ctx.state;
      const about = {
        'billing.correlation_id': correlation,
        ...(identity && { 'billing.site': identity.site.subdomain }),
      };
      const name = `${isReading(ctx) ? 'query' : 'usecase'} ${route}`;
      return spans.within(name, { role: 'internal', attributes: about }, work);
    };
    return spans.within(method, { role: 'server', attributes, from }, async (span) => {
      await next();
      const { route = 'none', identity, symbol } = ctx.state;
      span.rename(`${method} ${route}`);
      span.set({
        'http.route': route,
        'http.response.status_code': ctx.status,
        ...(identity && { 'billing.site': identity.site.subdomain }),
        ...(symbol && { 'error.type': symbol }),
      });
      if (ctx.status >= 500) span.fail();
    });
  };
