import type { Caller } from '../../ports/caller.ts';
import type { QueryDeps } from '../lists/site-query.ts';

/** Returns the cents of credit in a currency that pay for an account: what it holds itself, or the parent that pays. */
export const openCredit =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, account_id: string, currency: string): Promise<number> => {
    const { accounts, invoices } = storage.of(site.id);
    const held = await invoices.openCredits(await accounts.payerId(account_id), currency);
    return held.reduce((sum, { balance_in_cents }) => sum - balance_in_cents, 0);
  };
