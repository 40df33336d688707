import type { AccountTerms, GatewayAccount } from '../../domain/gateway-accounts/account.ts';
import { gatewayAccountIssues } from '../../domain/gateway-accounts/account-rules.ts';
import type { Credentials } from '../../domain/gateway-accounts/credentials.ts';
import { changeGateways } from '../../engine/sites/change-gateways.ts';
import { needAdapter } from '../../engine/sites/need-adapter.ts';
import type { Administrator, SiteDeps } from '../../engine/sites/on-site.ts';
import type { AdapterDirectory, CredentialCipher } from '../../ports/gateway-accounts.ts';
import { type Issue, refuse, refuseTogether } from '../../values/failure.ts';

export interface AddDeps extends SiteDeps {
  readonly adapters: AdapterDirectory;
  readonly cipher: Pick<CredentialCipher, 'seal'>;
}

/** A new account, without restrictions and last in order where nothing else is said. */
export interface NewGatewayAccount extends Partial<AccountTerms> {
  readonly code: string;
  readonly adapter: string;
  readonly credentials: Credentials;
  /** Another address than the provider's own. */
  readonly endpoint?: string | null;
}

/**
 * Adds a gateway account to a site. Throws `not_found`, `Invalid`, `gateway_adapter_unknown`,
 * `gateway_adapter_unavailable`, `gateway_credentials_invalid`, `gateway_account_refused`, or several as `Refusals`.
 */
export const addGatewayAccount =
  (deps: AddDeps) =>
  (
    operator: Administrator,
    subdomain: string,
    { code, adapter, credentials, endpoint = null, ...terms }: NewGatewayAccount,
  ): Promise<GatewayAccount> =>
    changeGateways(deps, operator, subdomain, 'added', code, async (site, { gatewayAccounts }, at) => {
      const others = await gatewayAccounts.all();
      const last = Math.max(0, ...others.map(({ position }) => position));
      const settings: AccountTerms = {
        active: true,
        currencies: null,
        brands: null,
        countries: null,
        position: last + 1,
        ...terms,
      };
      const isTaken = others.some((other) => other.code === code);
      refuseTogether(
        () => needAdapter(deps.adapters, site, adapter, { credentials, endpoint, currencies: settings.currencies }),
        () =>
          refuse([
            ...gatewayAccountIssues({ ...settings, code }),
            ...(isTaken ? [{ field: 'gateway_account.code', symbol: 'taken' } satisfies Issue] : []),
          ]),
      );
      const account: GatewayAccount = {
        ...settings,
        code,
        adapter,
        endpoint,
        sealed_credentials: deps.cipher.seal({ site_id: site.id, code }, credentials),
        created_at: at,
        updated_at: at,
      };
      await gatewayAccounts.add(account);
      return account;
    });
