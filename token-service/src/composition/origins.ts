import type { Millis } from '@service/billing/values/time.ts';
import type { Config } from '../config.ts';
import type { HttpServer } from '../http/listen.ts';

/** The origins of this process, each from the moment at which it listens; another process may serve one (`SERVE`). */
export interface Origins {
  api?: HttpServer;
  browser?: HttpServer;
  console?: HttpServer;
  /** `/health` and `/metrics` of a worker alone. */
  worker?: HttpServer;
}

/** The API origin of a service that only this machine reaches. */
export const localOrigin = ({ port }: Pick<Config, 'port'>): string => `http://localhost:${port}`;

interface OriginAddresses {
  /** Returns the API origin as customers see it. */
  readonly api: () => string;
  /** Returns the browser origin as customers reach it. */
  readonly browser: () => string;
  /** Returns the browser origin for a page at this address of the API origin. */
  readonly browserFor: (apiOrigin: string) => string;
}

/** Returns the addresses of origins, which are read late: their ports can be chosen when they start to listen. */
export const originAddresses = (
  config: Pick<Config, 'publicUrl' | 'browserUrl' | 'port' | 'browserPort'>,
  origins: Pick<Origins, 'api' | 'browser'>,
): OriginAddresses => {
  const browserFor = (apiOrigin: string): string => {
    const { protocol, hostname } = new URL(apiOrigin);
    return config.browserUrl ?? `${protocol}//${hostname}:${origins.browser?.port ?? config.browserPort}`;
  };
  return {
    api: () => config.publicUrl ?? origins.api?.url ?? localOrigin(config),
    browser: () => browserFor(config.publicUrl ?? localOrigin(config)),
    browserFor,
  };
};

/** Closes the origins one after another, the last one first, each after so many milliseconds at the latest. */
export const closeOrigins = async ({ api, browser, console, worker }: Origins, milliseconds: Millis): Promise<void> => {
  for (const origin of [worker, console, browser, api]) await origin?.close(milliseconds);
};
