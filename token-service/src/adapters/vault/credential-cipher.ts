import type { CredentialOwner, Credentials } from '@service/billing/domain/gateway-accounts/credentials.ts';
import type { CredentialCipher } from '@service/billing/ports/gateway-accounts.ts';
import { namedSecrets, type SecretsKeys } from './named-secrets.ts';
import type { Randomness } from './random.ts';

/** Site and code are authenticated, so that ciphertext of one account is worthless in another. */
const ownerText = ({ site_id, code }: CredentialOwner): string => `gateway-account/${site_id}/${code}`;

/** Encrypts credentials of gateway accounts with AES-256-GCM. */
export const credentialCipher = (keys: SecretsKeys, random: Randomness): CredentialCipher => {
  const { seal, open } = namedSecrets(keys, random);
  return {
    seal: (owner, credentials) => seal(ownerText(owner), credentials),
    open(owner, sealed) {
      const opened = open(ownerText(owner), sealed);
      return opened && { credentials: opened.secrets satisfies Credentials, isCurrent: opened.isCurrent };
    },
  };
};
