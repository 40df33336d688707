import type { EndpointCipher } from '@service/billing/ports/webhooks.ts';
import { unreadableEndpoints } from '@service/billing/queries/webhooks/unreadable-endpoints.ts';
import { OperatorTrouble } from '../operator-trouble.ts';
import type { OpenStorage } from '../storage/storage.ts';

/** Throws `OperatorTrouble` when deliveries to a webhook endpoint cannot be signed with the operator's keys. */
export const requireReadableEndpoints = async (opened: OpenStorage, cipher: EndpointCipher): Promise<void> => {
  const [first] = await unreadableEndpoints({ ...opened, cipher })();
  if (!first) return;
  const { id, subdomain } = first;
  throw new OperatorTrouble(
    `The secrets of webhook endpoint ${id} of ${subdomain} cannot be decrypted: set SECRETS_KEY or SECRETS_KEY_PREVIOUS to the key they were encrypted with, or remove it with npm run webhook -- remove ${id}.`,
  );
};
