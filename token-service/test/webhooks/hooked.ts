import { addEndpoint, type NewEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import { tokenKey } from '../../src/adapters/vault/cipher.ts';
import { endpointCipher } from '../../src/adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openWorld } from '../../src/runtime/world.ts';
import type { TestService } from '../service.ts';

const random = pooledRandomness();
const secretsKey = tokenKey(random);

/** The environment of a service that can store the secrets of endpoints. */
export const WITH_SECRETS = { SECRETS_KEY: secretsKey.toString('base64') };

export const OPERATOR = { actor: 'command line', correlation: 'test' };

/** Returns the dependencies that the command line passes to use cases. */
export const toolsOf = ({ service: { opened }, clock }: TestService) => ({
  ...opened,
  world: openWorld(clock),
  cipher: endpointCipher({ secretsKey, previousSecretsKey: null }, random),
});

/** Adds an endpoint to the demo site, or another one. Returns its id and its signing secret. */
export const hook = async (service: TestService, url: string, more: Partial<NewEndpoint> = {}, subdomain = 'demo') => {
  const terms = { types: null, legacy_invoices: false, basic_auth: null, headers: {}, ...more, url };
  const { endpoint, signing_secret } = await addEndpoint(toolsOf(service))(OPERATOR, subdomain, terms);
  return { id: endpoint.id, signing_secret };
};
