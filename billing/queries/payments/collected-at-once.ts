import { isCollectedAtOnce, type PayingMethod } from '../../domain/billing-info/wallet.ts';
import { siteQuery } from '../lists/site-query.ts';

/**
 * Returns the open invoices of an account that storing a payment method would collect at once, oldest first. `method`:
 * with the roles that it would have.
 */
export const findCollectedAtOnce = siteQuery(
  async ({ invoices }, { id }: { readonly id: string }, method: PayingMethod) =>
    (await invoices.openCharges(id)).filter((invoice) => isCollectedAtOnce(method, invoice)),
);
