import type { CredentialCipher } from '@service/billing/ports/gateway-accounts.ts';
import { unreadableGatewayAccounts } from '@service/billing/queries/gateway-accounts/unreadable-gateway-accounts.ts';
import { OperatorTrouble } from '../operator-trouble.ts';
import type { OpenStorage } from '../storage/storage.ts';

/** Throws `OperatorTrouble` when a gateway account cannot be used with the operator's keys. */
export const requireReadableAccounts = async (opened: OpenStorage, cipher: CredentialCipher): Promise<void> => {
  const [first] = await unreadableGatewayAccounts({ ...opened, cipher })();
  if (!first) return;
  const { code, subdomain } = first;
  throw new OperatorTrouble(
    `The credentials of gateway account ${code} of ${subdomain} cannot be decrypted: set SECRETS_KEY or SECRETS_KEY_PREVIOUS to the key they were encrypted with, or enter them again with npm run gateway -- change ${subdomain} ${code} --credentials-file <file>.`,
  );
};
