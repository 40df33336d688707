import { isLoopback } from '@service/billing/values/loopback.ts';

/** A setting by which other machines may reach the service. */
export type ExposingSetting = 'HOST' | 'PUBLIC_URL' | 'BROWSER_URL' | 'CONSOLE_URL' | 'TRUST_PROXY';

/** Settings that say under which addresses clients see the service. */
interface SeenAddresses {
  readonly publicUrl: string | null;
  readonly browserUrl: string | null;
  readonly consoleUrl: string | null;
  readonly trustProxy: boolean;
}

/**
 * Returns the setting by which other machines may reach the service; undefined while only this machine can. Only then
 * are the published demo keys accepted: a reverse proxy on this machine makes a loopback interface public.
 */
export const exposedBy = (config: SeenAddresses & { readonly host: string }): ExposingSetting | undefined =>
  isLoopback(config.host) ? proxiedBy(config) : 'HOST';

/** Returns the setting that says that clients reach the service through a proxy; undefined without one. */
export const proxiedBy = ({
  publicUrl,
  browserUrl,
  consoleUrl,
  trustProxy,
}: SeenAddresses): Exclude<ExposingSetting, 'HOST'> | undefined => {
  if (publicUrl) return 'PUBLIC_URL';
  if (browserUrl) return 'BROWSER_URL';
  if (consoleUrl) return 'CONSOLE_URL';
  return trustProxy ? 'TRUST_PROXY' : undefined;
};
