import type { ListQuery } from '@service/billing/ports/listing.ts';

/** Records of the site that a form offers to choose from. */
const MOST_OFFERED = 200;

/** Returns the query of the records that a form offers, oldest first. */
export const offered = <Filter>(filter: Filter): ListQuery<Filter> => ({
  filter,
  sort: 'created_at',
  order: 'asc',
  limit: MOST_OFFERED,
});
