import type { Caller } from '../ports/caller.ts';
import type { QueryDeps } from './site-query.ts';

/** Returns the cents of credit that an account holds in a currency and has not used. */
export const openCredit =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, account_id: string, currency: string): Promise<number> => {
    const held = await storage.of(site.id).invoices.openCredits(account_id, currency);
    return held.reduce((sum, { balance_in_cents }) => sum - balance_in_cents, 0);
  };
