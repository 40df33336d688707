import { Failure } from '../../failure.ts';
import { type Credentials, fits } from '../../gateway-accounts/credentials.ts';
import type { AdapterDirectory, AdapterTerms } from '../../ports/gateway-accounts.ts';
import type { Site } from '../../site.ts';

/**
 * Returns the adapter that serves a site with these credentials. Messages name what the adapter accepts, never what was
 * sent: a file with errors may hold a credential anywhere. Throws `gateway_adapter_unknown`,
 * `gateway_adapter_unavailable`, `gateway_credentials_invalid`.
 */
export const needAdapter = (
  adapters: AdapterDirectory,
  { subdomain, mode }: Pick<Site, 'subdomain' | 'mode'>,
  name: string,
  credentials: Credentials,
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
  if (!fits(credentials, found.credentials)) {
    const [required, optional] = [found.credentials.required, found.credentials.optional].map((names) =>
      names.join(', '),
    );
    throw new Failure('gateway_credentials_invalid', {
      value: name,
      required: required || 'none',
      optional: optional || 'none',
    });
  }
  return found;
};
