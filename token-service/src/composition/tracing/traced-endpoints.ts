import type { Endpoint, ListEndpoint } from '../../apis/xml/endpoint.ts';
import type { Spans } from './spans.ts';

/** Returns the same endpoints, with a span for the use case or query that each calls. */
export const tracedEndpoints = (spans: Spans, endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    handle: (request) =>
      spans.within(`usecase ${endpoint.name}`, { role: 'internal', attributes: aboutCaller(request.caller) }, () =>
        endpoint.handle(request),
      ),
  }));

/** Returns the same lists, with a span for each page that is read. */
export const tracedLists = (spans: Spans, lists: readonly ListEndpoint[]): readonly ListEndpoint[] =>
  lists.map((list) => ({
    ...list,
    list: (request, query) =>
      spans.within(`query ${list.name}`, { role: 'internal', attributes: aboutCaller(request.caller) }, () =>
        list.list(request, query),
      ),
  }));

const aboutCaller = ({
  site,
  correlation,
}: {
  readonly site: { readonly subdomain: string };
  readonly correlation: string;
}) => ({ 'billing.site': site.subdomain, 'billing.correlation_id': correlation });
