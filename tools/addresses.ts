import { readFileSync } from 'node:fs';

/** One of the origins that `npm start` or `npm run try-gateway` opens. */
export interface Origin {
  /** The environment variable with its port. */
  readonly variable: 'PORT' | 'BROWSER_PORT' | 'CONSOLE_PORT' | 'SHOP_PORT' | 'SIMULATOR_PORT';
  readonly port: string;
  /** Its address from this machine. */
  readonly local: string;
  /** Its address as clients see it. */
  readonly public: string;
}

export interface Addresses {
  readonly host: string;
  readonly api: Origin;
  readonly browser: Origin;
  readonly console: Origin;
  /** Absent if the demo keys are refused: the shop uses them. */
  readonly shop: Origin | undefined;
  /** The setting by which other machines can reach the service, so that it refuses the demo keys. */
  readonly exposedBy: 'HOST' | 'PUBLIC_URL' | 'BROWSER_URL' | 'CONSOLE_URL' | 'TRUST_PROXY' | undefined;
}

/** Reads the addresses of the origins from the environment. */
export const addresses = (given: NodeJS.ProcessEnv): Addresses => {
  const env = withFiles(given);
  const host = env.HOST || '127.0.0.1';
  const isLoopback = LOOPBACK.test(host);
  const exposedBy = exposingSetting(env, isLoopback);

  const origin = (variable: Origin['variable'], port: string, seenAs?: string): Origin => {
    const local = `http://${isLoopback || host === '0.0.0.0' || host === '::' ? 'localhost' : bracketed(host)}:${port}`;
    return { variable, port, local, public: (seenAs || local).replace(/\/$/, '') };
  };

  return {
    host,
    api: origin('PORT', env.PORT || '3000', env.PUBLIC_URL),
    browser: origin('BROWSER_PORT', env.BROWSER_PORT || '3001', env.BROWSER_URL),
    console: origin('CONSOLE_PORT', env.CONSOLE_PORT || '3002', env.CONSOLE_URL),
    shop: exposedBy ? undefined : origin('SHOP_PORT', env.SHOP_PORT || '4000'),
    exposedBy,
  };
};

/** The settings of the service that decide about its addresses. Each may be in a file that `<name>_FILE` names. */
const SETTINGS = [
  'HOST',
  'PORT',
  'BROWSER_PORT',
  'CONSOLE_PORT',
  'SHOP_PORT',
  'PUBLIC_URL',
  'BROWSER_URL',
  'CONSOLE_URL',
  'TRUST_PROXY',
];

const withFiles = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  ...Object.fromEntries(SETTINGS.map((name) => [name, env[name] || readSetting(env[`${name}_FILE`])])),
});

/** A file that cannot be read is no setting here: the service refuses to start, and says why. */
const readSetting = (file: string | undefined): string | undefined => {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
const OFF = ['', '0', 'false', 'off', 'no'];

/**
 * The same rule as in `token-service/src/config.ts`, which this folder does not import; `start.test.ts` compares the
 * two.
 */
const exposingSetting = (env: NodeJS.ProcessEnv, isLoopback: boolean): Addresses['exposedBy'] => {
  if (!isLoopback) return 'HOST';
  if (env.PUBLIC_URL) return 'PUBLIC_URL';
  if (env.BROWSER_URL) return 'BROWSER_URL';
  if (env.CONSOLE_URL) return 'CONSOLE_URL';
  return OFF.includes((env.TRUST_PROXY ?? '').toLowerCase()) ? undefined : 'TRUST_PROXY';
};

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
