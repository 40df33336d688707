import type { Poster } from '../../worker/webhooks/post.ts';
import type { Spans } from './spans.ts';

/**
 * Returns the same poster, with a span for each delivery of a webhook. The merchant's endpoint gets its `traceparent`;
 * the correlation id leads to the request that caused the event.
 */
export const tracedPoster = (spans: Spans, poster: Poster): Poster => ({
  ...poster,
  post: (url, request) => {
    const { correlation, headers } = request;
    const attributes = {
      'billing.notification_id': headers['webhook-id'] ?? '',
      ...(correlation && { 'billing.correlation_id': correlation }),
    };
    return spans.within('delivery', { role: 'producer', attributes }, async (span) => {
      const traceparent = spans.traceparent();
      const result = await poster.post(url, {
        ...request,
        headers: { ...(traceparent && { traceparent }), ...headers },
      });
      if (result.status !== null) span.set({ 'http.response.status_code': result.status });
      if (result.status === null || result.status >= 400) span.fail();
      return result;
    });
  },
});
