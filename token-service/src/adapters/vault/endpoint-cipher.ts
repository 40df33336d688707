import type { EndpointOwner } from '@service/billing/domain/webhooks/endpoint.ts';
import type { EndpointCipher } from '@service/billing/ports/webhooks.ts';
import type { Secret } from '@service/billing/values/secret.ts';
import { namedSecrets, type SecretsKeys } from './named-secrets.ts';
import type { Randomness } from './random.ts';

const ownerText = ({ site_id, endpoint_id }: EndpointOwner): string => `webhook-endpoint/${site_id}/${endpoint_id}`;

const WITHOUT_KEY = `
Trying things out in a sandbox needs no key: npm run webhook -- listen <subdomain> --forward <url>`;

/** Precedes the names of headers, which an operator chooses. */
const HEADER = 'header ';

/** Encrypts the secrets of webhook endpoints with AES-256-GCM, bound to site and endpoint. */
export const endpointCipher = (keys: SecretsKeys, random: Randomness): EndpointCipher => {
  const { seal, open } = namedSecrets(keys, random, WITHOUT_KEY);
  return {
    seal: (owner, { signing, previous, basic_auth, headers }) =>
      seal(ownerText(owner), {
        signing,
        ...(previous ? { previous } : {}),
        ...(basic_auth ? { basic_auth } : {}),
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${HEADER}${name}`, value])),
      }),
    open(owner, sealed) {
      const opened = open(ownerText(owner), sealed);
      if (!opened) return undefined;
      const { signing, previous = null, basic_auth = null } = opened.secrets;
      if (!signing) return undefined;
      return {
        secrets: { signing, previous, basic_auth, headers: headersAmong(opened.secrets) },
        isCurrent: opened.isCurrent,
      };
    },
  };
};

const headersAmong = (secrets: Readonly<Record<string, Secret>>): Record<string, Secret> =>
  Object.fromEntries(
    Object.entries(secrets)
      .filter(([name]) => name.startsWith(HEADER))
      .map(([name, value]) => [name.slice(HEADER.length), value]),
  );
