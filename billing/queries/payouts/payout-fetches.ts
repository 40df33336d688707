import type { PayoutFetch } from '../../domain/payouts/payout-fetch.ts';
import type { Records } from '../../ports/storage.ts';
import { siteQuery } from '../lists/site-query.ts';

/** The nightly fetch of a gateway account, with the payouts that it left out and that are not recorded since. */
export interface ShownPayoutFetch {
  readonly fetch: PayoutFetch;
  /** The references of payouts whose lines the gateway did not tell. */
  readonly unrecorded: readonly string[];
}

/** Returns the nightly fetches of a site, each with the payouts that someone has to import. */
export const payoutFetchesOf = async ({ payouts }: Pick<Records, 'payouts'>): Promise<readonly ShownPayoutFetch[]> => {
  const shown: ShownPayoutFetch[] = [];
  for (const fetch of await payouts.fetches()) {
    const unrecorded: string[] = [];
    for (const reference of fetch.left_out) {
      if (!(await payouts.find(fetch.gateway_code, reference))) unrecorded.push(reference);
    }
    shown.push({ fetch, unrecorded });
  }
  return shown;
};

/** Returns the nightly fetches of a site, by the codes of their gateway accounts. */
export const listPayoutFetches = siteQuery((records: Records) => payoutFetchesOf(records));
