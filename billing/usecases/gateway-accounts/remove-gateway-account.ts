import { changeGateways } from '../../engine/sites/change-gateways.ts';
import type { Administrator, SiteDeps } from '../../engine/sites/on-site.ts';
import { needGatewayAccount } from '../../queries/payments/gateway-accounts.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Removes a gateway account and its credentials. Throws `not_found`, and `gateway_account_in_use` while payment
 * methods, subscriptions, pending payments or awaited settlements need it.
 */
export const removeGatewayAccount =
  (deps: SiteDeps) =>
  (operator: Administrator, subdomain: string, code: string): Promise<void> =>
    changeGateways(deps, operator, subdomain, 'removed', code, async (_site, records) => {
      await needGatewayAccount(records, code);
      const uses = await records.gatewayAccounts.uses(code);
      if (Object.values(uses).some((count) => count > 0)) {
        throw new Failure('gateway_account_in_use', { value: code, subdomain, ...uses });
      }
      await records.gatewayAccounts.remove(code);
      await records.gatewayOutages.remove(code);
      await records.payouts.removeFetch(code);
    });
