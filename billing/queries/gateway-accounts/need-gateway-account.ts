import type { GatewayAccount } from '../../domain/gateway-accounts/account.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';

/** Returns the gateway account with a code. Throws `not_found`. */
export const needGatewayAccount = async (
  { gatewayAccounts }: Pick<Records, 'gatewayAccounts'>,
  code: string,
): Promise<GatewayAccount> => {
  const found = await gatewayAccounts.find(code);
  if (!found) throw notFound('GatewayAccount', 'code', code);
  return found;
};
