import type { SiteList } from '@service/billing/queries/lists/site-list.ts';
import type { ApiRequest, ListEndpoint, ListedRecord } from '../endpoint.ts';

/** Returns the members of a list endpoint for a query of billing. `view` returns each record as it is shown. */
export const listed = <T extends ListedRecord, Filter>(
  { page, count }: SiteList<T, Filter>,
  view: (record: T, request: ApiRequest) => ListedRecord = (record) => record,
): Pick<ListEndpoint<Filter>, 'list' | 'count'> => ({
  async list(request, query) {
    const { records, more } = await page(request.caller, query);
    return { records: records.map((record) => view(record, request)), more };
  },
  count: ({ caller }, query) => count(caller, query),
});
