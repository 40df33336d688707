import type { AccountSettings } from '../../domain/gateway-accounts/account.ts';
import { fits } from '../../domain/gateway-accounts/credentials.ts';
import { isEndpoint } from '../../domain/gateway-accounts/endpoint.ts';
import type { AdapterDirectory, AdapterTerms } from '../../ports/gateway-accounts.ts';
import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Returns the adapter that serves a site with an account with these settings. Messages name what the adapter accepts,
 * never what was sent: a file with errors may hold a credential anywhere. Throws `gateway_adapter_unknown`,
 * `gateway_adapter_unavailable`, `gateway_credentials_invalid`, `gateway_account_refused`.
 */
export const needAdapter = (
  adapters: AdapterDirectory,
  { subdomain, mode }: Pick<Site, 'subdomain' | 'mode'>,
  name: string,
  account: AccountSettings,
): AdapterTerms => {
  const found = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
  if (!found) throw new Failure('gateway_adapter_unknown', { value: name, known: Object.keys(adapters).join(', ') });
  if (!found.modes.includes(mode)) {
    throw new Failure('gateway_adapter_unavailable', {
      value: name,
      modes: found.modes.join(' and '),
      subdomain,
      mode,
    });
  }
  if (!fits(account.credentials, found.credentials)) {
    const [required, optional] = [found.credentials.required, found.credentials.optional].map((names) =>
      names.join(', '),
    );
    throw new Failure('gateway_credentials_invalid', {
      value: name,
      required: required || 'none',
      optional: optional || 'none',
    });
  }
  const reason = endpointObjection(found, account) ?? found.objection(mode, account);
  if (reason) throw new Failure('gateway_account_refused', { value: name, reason });
  return found;
};

const endpointObjection = ({ takesEndpoint }: AdapterTerms, { endpoint }: AccountSettings): string | undefined => {
  if (endpoint === null) return undefined;
  if (!takesEndpoint) return 'it takes no --endpoint';
  return isEndpoint(endpoint)
    ? undefined
    : '--endpoint has to be an address such as https://payments.example or http://127.0.0.1:12111, without a path; plain HTTP is for this machine only';
};
