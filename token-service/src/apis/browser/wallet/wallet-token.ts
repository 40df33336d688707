import type { WalletProvider } from '@service/billing/ports/wallet.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { TokenVault } from '../../../adapters/vault/vault.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { Refusal } from '../refusal.ts';
import type { Admit } from '../token-limits.ts';

/** Returns the wallet for the customers of a site. Throws `wallet-not-configured`. */
export const walletOf = (wallet: WalletProvider | undefined, site: Site): WalletProvider => {
  if (!wallet?.serves(site)) throw new Refusal('wallet-not-configured');
  return wallet;
};

/**
 * Exchanges a buyer's agreement for a token, whose holder is the buyer as the wallet describes them. Responds with
 * JSON. Throws `wallet-not-configured`, `wallet-error` when the wallet fails, `invalid-parameter` for an unknown buyer,
 * and `service_unavailable`.
 */
export const walletTokenEndpoint =
  (vault: Pick<TokenVault, 'present' | 'keep'>, wallet: WalletProvider | undefined) =>
  async (site: Site, { buyer }: Form, admit: Admit, address: string): Promise<string> => {
    const { buyers, agree } = walletOf(wallet, site);
    if (!buyer) throw new Refusal('invalid-parameter', '', [{ field: 'buyer', symbol: 'blank' }]);
    if (!buyers.some(({ id }) => id === buyer)) {
      throw new Refusal('invalid-parameter', '', [{ field: 'buyer', symbol: 'inclusion' }]);
    }
    await admit();
    const agreement = await agree(buyer);
    const judged = agreement && vault.present(site, agreement.description);
    if (!judged || 'issues' in judged) throw new Refusal('wallet-error');
    const id = await vault.keep(site, judged.accepted, agreement.holder, address);
    return `{"id":"${id}","type":"paypal"}`;
  };
