import { unreadableEndpoints } from '@service/billing/queries/messages/webhooks.ts';
import { unreadableGatewayAccounts } from '@service/billing/queries/payments/gateway-accounts.ts';
import type { Logger } from 'pino';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { credentialCipher } from '../adapters/vault/credential-cipher.ts';
import { endpointCipher } from '../adapters/vault/endpoint-cipher.ts';
import type { Randomness } from '../adapters/vault/random.ts';
import type { Config } from '../config.ts';
import type { HealthPart } from '../http/health-check.ts';

interface Deps {
  readonly config: Pick<Config, 'serve' | 'secretsKey' | 'previousSecretsKey'>;
  readonly opened: Pick<OpenStorage, 'sites' | 'storage'>;
  readonly random: Randomness;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

interface Unreadable {
  readonly subdomain: string;
  /** The code of a gateway account, or the id of a webhook endpoint. */
  readonly name: string;
}

interface Kind {
  /** The name in `/health`. */
  readonly part: string;
  /** The name in the log. */
  readonly what: string;
  /** Returns those of the sites with these subdomains, or of all sites. */
  readonly find: (among?: ReadonlySet<string>) => Promise<readonly Unreadable[]>;
  readonly fix: (unreadable: Unreadable) => string;
}

const KEYS = 'Set SECRETS_KEY or SECRETS_KEY_PREVIOUS to the key they were encrypted with';

/**
 * Looks for gateway accounts and webhook endpoints that no key of the operator decrypts. They are skipped, so that one
 * of them does not stop every site: the log names each with what to do, and `/health` their kind until all can be read.
 */
export const unreadableSecrets = async ({ config, opened, random, log }: Deps): Promise<HealthPart[]> => {
  const { storage, sites } = opened;
  const [credentials, secrets] = [credentialCipher(config, random), endpointCipher(config, random)];
  const accounts: Kind = {
    part: 'gateway_accounts',
    what: 'a gateway account',
    async find(among) {
      const all = only(() => sites.all(), among);
      const found = await unreadableGatewayAccounts({ storage, sites: { all }, cipher: credentials })();
      return found.map(({ subdomain, code }) => ({ subdomain, name: code }));
    },
    fix: ({ subdomain, name }) =>
      `${KEYS}, or enter its credentials again with npm run gateway -- change ${subdomain} ${name} --credentials-file <file>.`,
  };
  const endpoints: Kind = {
    part: 'webhook_endpoints',
    what: 'a webhook endpoint',
    async find(among) {
      const withWebhooks = only(() => sites.withWebhooks(), among);
      const found = await unreadableEndpoints({ storage, sites: { withWebhooks }, cipher: secrets })();
      return found.map(({ subdomain, id }) => ({ subdomain, name: id }));
    },
    fix: ({ name }) => `${KEYS}, or remove it with npm run webhook -- remove ${name}.`,
  };
  // Every process asks gateways; only the browser origin has nothing to do with webhooks.
  const kinds = config.serve === 'browser' ? [accounts] : [accounts, endpoints];
  return Promise.all(kinds.map((kind) => partOf(kind, log)));
};

const only =
  <S extends { readonly subdomain: string }>(read: () => Promise<readonly S[]>, among?: ReadonlySet<string>) =>
  async (): Promise<readonly S[]> => {
    const found = await read();
    return among ? found.filter(({ subdomain }) => among.has(subdomain)) : found;
  };

/** Logs what cannot be read, and returns the part of `/health` that looks at it again until it can. */
const partOf = async ({ part, what, find, fix }: Kind, log: Deps['log']): Promise<HealthPart> => {
  let left = await find();
  for (const unreadable of left) {
    const { subdomain: site, name } = unreadable;
    log.error({ site, name, fix: fix(unreadable) }, `the secrets of ${what} cannot be decrypted: it is not used`);
  }
  return {
    names: [part],
    async look() {
      if (left.length === 0) return [];
      left = await find(new Set(left.map(({ subdomain }) => subdomain)));
      if (left.length > 0) return [{ part, reason: 'Some secrets cannot be decrypted with SECRETS_KEY.' }];
      log.info(`the secrets of every such ${what.replace('a ', '')} can be decrypted again`);
      return [];
    },
  };
};
