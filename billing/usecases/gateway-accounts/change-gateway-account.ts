import type { AccountTerms, GatewayAccount } from '../../domain/gateway-accounts/account.ts';
import { gatewayAccountIssues } from '../../domain/gateway-accounts/account-rules.ts';
import type { Credentials } from '../../domain/gateway-accounts/credentials.ts';
import { changeGateways } from '../../engine/sites/change-gateways.ts';
import { needAdapter } from '../../engine/sites/need-adapter.ts';
import type { Administrator } from '../../engine/sites/on-site.ts';
import { needGatewayAccount } from '../../queries/payments/gateway-accounts.ts';
import { Failure, refuse, refuseTogether } from '../../values/failure.ts';
import type { AddDeps } from './add-gateway-account.ts';

export interface GatewayAccountChanges extends Partial<AccountTerms> {
  /** All of them, in place of the earlier ones. They must be of the same account at the provider. */
  readonly credentials?: Credentials;
  /** Another address than the provider's own; null: the provider's own. Comes with credentials only. */
  readonly endpoint?: string | null;
}

/**
 * Changes the fields named of a gateway account. Throws `not_found`, `Invalid`, `gateway_endpoint_alone`, and with new
 * credentials what adding an account throws.
 */
export const changeGatewayAccount =
  (deps: AddDeps) =>
  (
    operator: Administrator,
    subdomain: string,
    code: string,
    { credentials, endpoint: changed, ...terms }: GatewayAccountChanges,
  ): Promise<GatewayAccount> =>
    changeGateways(deps, operator, subdomain, 'changed', code, async (site, records, at) => {
      const before = await needGatewayAccount(records, code);
      const endpoint = changed === undefined ? before.endpoint : changed;
      if (endpoint !== before.endpoint && !credentials) throw new Failure('gateway_endpoint_alone', { value: code });
      const currencies = terms.currencies ?? before.currencies;
      refuseTogether(
        () => credentials && needAdapter(deps.adapters, site, before.adapter, { credentials, endpoint, currencies }),
        () => refuse(gatewayAccountIssues({ ...before, ...terms })),
      );
      const account: GatewayAccount = {
        ...before,
        ...terms,
        endpoint,
        ...(credentials ? { sealed_credentials: deps.cipher.seal({ site_id: site.id, code }, credentials) } : {}),
        updated_at: at,
      };
      await records.gatewayAccounts.save(account);
      return account;
    });
