import type { Holder } from '@service/billing/domain/billing-info/payment-method.ts';
import type { Presented } from '@service/billing/ports/vault.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { TokenVault } from '../../adapters/vault/vault.ts';
import type { Admit } from './token-limits.ts';

/**
 * Stores an accepted method as a token if the limits allow it, and erases the method otherwise. Returns the id of the
 * token.
 */
export const keepToken = async (
  { keep }: Pick<TokenVault, 'keep'>,
  site: Site,
  { accepted, holder }: { readonly accepted: Presented; readonly holder: Holder },
  admit: Admit,
  address: string,
): Promise<string> => {
  try {
    await admit();
  } catch (error) {
    await accepted.release();
    throw error;
  }
  return keep(site, accepted, holder, address);
};
