import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { type GroupRole, readGroupRoles } from '@service/billing/domain/operators/group-roles.ts';
import { isLoopback } from '@service/billing/values/loopback.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { isGuessable, isPatterned } from './runtime/guessable-key.ts';
import { OperatorTrouble } from './runtime/operator-trouble.ts';
import { redisAddresses } from './runtime/redis-addresses.ts';
import { type ProcessSetting, type Settings, settingsFrom } from './runtime/settings.ts';
import { readWebhookNetworks, type WebhookNetwork } from './runtime/webhook-networks.ts';

/** The settings of the process, read once from the environment at startup. */
export interface Config {
  /** Port of the API origin. */
  readonly port: number;
  /** Port of the browser origin. */
  readonly browserPort: number;
  /** Port of the console's origin. */
  readonly consolePort: number;
  /** Port of `/health` and `/metrics` of a worker in a process of its own; null: it listens on none. */
  readonly workerPort: number | null;
  /** Port of the example shop that `npm start` starts beside the service, for the documentation. */
  readonly shopPort: number;
  /** The interface to listen on. */
  readonly host: string;
  /**
   * The part of the service that this process runs: all origins and the worker, one of the origins, the worker alone,
   * or the migrations of the database, after which it ends.
   */
  /** The commit that the program was built from; empty where the build does not say it. */
  readonly commit: string;
  readonly serve: 'all' | 'api' | 'browser' | 'worker' | 'console' | 'migrate';
  /** The process changes and sends nothing: no write, no worker, no mail, no webhook, no call of a gateway. */
  readonly readOnly: boolean;
  /** Addresses as clients see them; null: the address of the request. */
  readonly publicUrl: string | null;
  readonly browserUrl: string | null;
  /** The address of the console as operators see it. */
  readonly consoleUrl: string | null;
  /** Operators see everything and change nothing. */
  readonly consoleReadOnly: boolean;
  /** The networks that may use the console; null: all. */
  readonly consoleNetworks: BlockList | null;
  /** The OpenID provider that signs in operators of the console; null: passwords and passkeys do. */
  readonly consoleOpenId: ConsoleOpenId | null;
  /** Seconds between the first 503 of `/health` and the end of serving, when the process is asked to stop. */
  readonly drainSeconds: Seconds;
  /** Trust the `X-Forwarded-*` headers of a reverse proxy. */
  readonly trustProxy: boolean;
  /** The folder of the embedded database; `:memory:` keeps nothing. */
  readonly dataDir: string;
  /** `postgres://…` instead of the embedded database. */
  readonly databaseUrl: string | null;
  /** The database server itself, where `databaseUrl` is a pooler. */
  readonly databaseDirectUrl: string | null;
  /** A replica of the database server, which reads files. */
  readonly databaseReadUrl: string | null;
  /** Megabytes of pages that the embedded database keeps in memory. */
  readonly databaseCacheMegabytes: number;
  /** `redis://…` shares tokens and rate windows between processes; it may name several nodes of a cluster. */
  readonly tokenStoreUrl: string | null;
  /** 32 bytes that all processes of a shared token store encrypt with. */
  readonly tokenStoreKey: Buffer | null;
  /**
   * `smtp://…` or `smtps://…` that mail is sent through; null: sandbox sites keep it, that of production sites waits.
   */
  readonly smtpUrl: string | null;
  /** The address for alerts to the operator's support; null: nowhere. */
  readonly supportEmail: string | null;
  /** Private networks and hosts that webhooks of every site may be delivered to. */
  readonly webhookNetworks: readonly WebhookNetwork[];
  /** 32 bytes that credentials of gateway accounts are encrypted with; null: none can be stored. */
  readonly secretsKey: Buffer | null;
  /** The key before it, which still decrypts. */
  readonly previousSecretsKey: Buffer | null;
  /** Requests per minute, instead of each site's own limit; `off`: no limit. */
  readonly rateLimit: number | 'off' | null;
  /** The place that nightly exports are written to; null: there is none. */
  readonly exportTo: ExportPlace | null;
  /** CSV of routing numbers and bank names for production sites. */
  readonly bankDirectory: string | null;
  /** JSON of tax rates, replacing the built-in ones. */
  readonly taxRatesFile: string | null;
  /**
   * The gateways of sandbox sites, preferred one first. `currencies`: ISO 4217; null: all that the test gateway
   * accepts.
   */
  readonly testGateways: readonly { readonly code: string; readonly currencies: readonly string[] | null }[];
  /** First day of support for API versions 2.7 to 2.29. */
  readonly versionsReleased: string | null;
  /** The date on which support for versions 2.7 to 2.29 ends; null: two years after their deprecation. */
  readonly versionsSunset: string | null;
  readonly logLevel: string;
  /** The collector that traces are sent to by OTLP/HTTP; null: there are none. */
  readonly otlpEndpoint: string | null;
  /** The bearer token of `/metrics` for other machines; null: only this machine reads them. */
  readonly metricsToken: string | null;
  /** The form in which the log names clients that are refused or declined. */
  readonly logAddresses: AddressForm;
  /** 32 bytes that addresses are hashed with; null: new ones at each start. */
  readonly logAddressKey: Buffer | null;
  /** A file with the milliseconds by which the system clock is shifted; for tests. */
  readonly clockFile: string | null;
}

/** A folder, or a bucket of S3 or of a server that speaks its protocol. */
export type ExportPlace =
  | { readonly folder: string }
  | {
      readonly bucket: string;
      /** The beginning of every key, empty or ending with a slash. */
      readonly prefix: string;
      /** Null: that of Amazon. */
      readonly endpoint: string | null;
      readonly region: string;
      /** Null: those that the machine or its role has. */
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
    };

/** An OpenID provider, and this service as its client. */
export interface ConsoleOpenId {
  /** The address under which the provider publishes its configuration. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly groupRoles: readonly GroupRole[];
}

/**
 * The forms in which the log names clients: by the network of 256 IPv4 addresses (/24) or the IPv6 site (/48), by a
 * keyed hash of the address, or not at all.
 */
const ADDRESS_FORMS = ['truncated', 'hashed', 'off'] as const;
export type AddressForm = (typeof ADDRESS_FORMS)[number];

/** Reads the settings from an environment. Throws `OperatorTrouble` with a one-line message that explains the fix. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const env = settingsFrom(environment);
  const serve = choice(env, 'SERVE', ['all', 'api', 'browser', 'worker', 'console', 'migrate']);
  const config: Config = {
    port: port(env, 'PORT', 3000),
    browserPort: port(env, 'BROWSER_PORT', 3001),
    consolePort: port(env, 'CONSOLE_PORT', 3002),
    workerPort: port(env, 'WORKER_PORT', null),
    shopPort: port(environment, 'SHOP_PORT', 4000),
    host: env.HOST || '127.0.0.1',
    commit: env.BUILD_COMMIT || '',
    serve,
    readOnly: yes(env, 'READ_ONLY'),
    publicUrl: origin(env, 'PUBLIC_URL'),
    browserUrl: origin(env, 'BROWSER_URL'),
    consoleUrl: origin(env, 'CONSOLE_URL'),
    consoleReadOnly: yes(env, 'CONSOLE_READ_ONLY'),
    consoleNetworks: clientNetworks(env, 'CONSOLE_NETWORKS'),
    consoleOpenId: openId(env),
    drainSeconds: seconds(env, 'DRAIN_SECONDS', 0),
    trustProxy: yes(env, 'TRUST_PROXY'),
    dataDir: env.DATA_DIR === ':memory:' ? ':memory:' : resolve(env.DATA_DIR || 'data'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseDirectUrl: url(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
    databaseReadUrl: url(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    databaseCacheMegabytes: megabytes(env, 'DATABASE_CACHE_MB', 64),
    tokenStoreUrl: redisUrl(env),
    tokenStoreKey: key(env, 'TOKEN_STORE_KEY'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    supportEmail: email(env, 'SUPPORT_EMAIL'),
    webhookNetworks: networks(env, 'WEBHOOK_NETWORKS'),
    secretsKey: secretsKey(env, 'SECRETS_KEY'),
    previousSecretsKey: secretsKey(env, 'SECRETS_KEY_PREVIOUS'),
    rateLimit: env.RATE_LIMIT === 'off' ? 'off' : env.RATE_LIMIT ? whole(env, 'RATE_LIMIT') : null,
    exportTo: exportPlace(env),
    bankDirectory: env.BANK_DIRECTORY || null,
    taxRatesFile: env.TAX_RATES_FILE || null,
    testGateways: gateways(env, 'TEST_GATEWAYS'),
    versionsReleased: date(env, 'API_VERSIONS_RELEASED'),
    versionsSunset: date(env, 'API_VERSIONS_SUNSET'),
    logLevel: choice(env, 'LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    otlpEndpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    metricsToken: secret(env, 'METRICS_TOKEN'),
    logAddresses: choice(env, 'LOG_ADDRESSES', ADDRESS_FORMS),
    logAddressKey: key(env, 'LOG_ADDRESS_KEY'),
    clockFile: env.TEST_CLOCK_FILE || null,
  };
  if (config.databaseDirectUrl && !config.databaseUrl) {
    throw new OperatorTrouble(
      'DATABASE_DIRECT_URL is the server behind the pooler of DATABASE_URL, which is not set: set both, or DATABASE_URL alone.',
    );
  }
  if (config.databaseReadUrl && !config.databaseUrl) {
    throw new OperatorTrouble(
      'DATABASE_READ_URL is a replica of the server of DATABASE_URL, which is not set: set both, or neither.',
    );
  }
  if (config.tokenStoreUrl && !config.tokenStoreKey) {
    throw new OperatorTrouble(
      'TOKEN_STORE_URL shares tokens between processes, so they need one TOKEN_STORE_KEY: 32 random bytes in base64, for example from `openssl rand -base64 32`.',
    );
  }
  if (config.previousSecretsKey && !config.secretsKey) {
    throw new OperatorTrouble(
      'SECRETS_KEY_PREVIOUS only decrypts while the key is rotated: set SECRETS_KEY to the new key, or to the old one if there is no other.',
    );
  }
  if (serve === 'console' && !config.databaseUrl && config.dataDir === ':memory:') {
    throw new OperatorTrouble(
      'SERVE=console with DATA_DIR=:memory: has nothing to show: give the DATA_DIR or DATABASE_URL of the other processes.',
    );
  }
  if (config.clockFile && !isLoopback(config.host)) {
    throw new OperatorTrouble(
      'TEST_CLOCK_FILE moves the clock and is for tests on this machine: leave it out, or leave out HOST.',
    );
  }
  if (config.readOnly && serve === 'worker') {
    throw new OperatorTrouble('READ_ONLY=1 leaves nothing to do for SERVE=worker: leave one of them out.');
  }
  if ((serve === 'api' || serve === 'browser') && !config.tokenStoreUrl && !config.readOnly) {
    throw new OperatorTrouble(
      `SERVE=${serve} runs one origin only, so tokens must be shared: set TOKEN_STORE_URL=redis://….`,
    );
  }
  if (serve === 'worker' && !config.databaseUrl && config.dataDir === ':memory:') {
    throw new OperatorTrouble(
      'SERVE=worker with DATA_DIR=:memory: has no due work to run: give the DATA_DIR or DATABASE_URL of the other processes.',
    );
  }
  if (serve === 'migrate' && !config.databaseUrl && config.dataDir === ':memory:') {
    throw new OperatorTrouble(
      'SERVE=migrate with DATA_DIR=:memory: has no database to migrate: give the DATA_DIR or DATABASE_URL of the other processes.',
    );
  }
  // What processes share would be changed too, and there are no tokens.
  return Object.freeze(config.readOnly ? { ...config, tokenStoreUrl: null } : config);
};

const exportPlace = (env: Settings): ExportPlace | null => {
  const to = env.EXPORT_TO;
  if (!to) return null;
  if (!to.startsWith('s3:')) return { folder: resolve(to) };
  const [, bucket = '', path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(to) ?? [];
  if (bucket === '') throw trouble('EXPORT_TO', to, 'a folder, or s3://bucket/prefix');
  const [, accessKeyId, secretAccessKey] = /^([^:]+):(.+)$/.exec(env.EXPORT_S3_KEY ?? '') ?? [];
  // The message must not repeat the secret.
  if (env.EXPORT_S3_KEY && !(accessKeyId && secretAccessKey)) {
    throw new OperatorTrouble('EXPORT_S3_KEY cannot be used: give the id of the access key, a colon, and its secret.');
  }
  return {
    bucket,
    prefix: path.replace(/\/*$/, path ? '/' : ''),
    endpoint: url(env, 'EXPORT_S3_ENDPOINT', ['http:', 'https:']),
    region: env.EXPORT_S3_REGION || 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
};

/**
 * The setting by which other machines may reach the service; undefined while only this machine can. Only then are the
 * published demo keys accepted: a reverse proxy on this machine makes a loopback interface public.
 */
export const exposedBy = (
  config: Pick<Config, 'host' | 'publicUrl' | 'browserUrl' | 'consoleUrl' | 'trustProxy'>,
): ExposingSetting | undefined => (isLoopback(config.host) ? proxiedBy(config) : 'HOST');

/** Whether this process does that part of the work (`SERVE`). */
export const serves = ({ serve }: Pick<Config, 'serve'>, part: Config['serve']): boolean =>
  serve === 'all' || serve === part;

/** Returns the setting that says that clients reach the service through a proxy; undefined without one. */
export const proxiedBy = ({
  publicUrl,
  browserUrl,
  consoleUrl,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'browserUrl' | 'consoleUrl' | 'trustProxy'>):
  | Exclude<ExposingSetting, 'HOST'>
  | undefined => {
  if (publicUrl) return 'PUBLIC_URL';
  if (browserUrl) return 'BROWSER_URL';
  if (consoleUrl) return 'CONSOLE_URL';
  return trustProxy ? 'TRUST_PROXY' : undefined;
};

export type ExposingSetting = 'HOST' | 'PUBLIC_URL' | 'BROWSER_URL' | 'CONSOLE_URL' | 'TRUST_PROXY';

const trouble = (name: string, value: string | undefined, wanted: string): OperatorTrouble =>
  new OperatorTrouble(`${name}=${value} cannot be used: give ${wanted}.`);

const whole = (env: Settings, name: ProcessSetting): number => {
  const value = env[name] ?? '';
  if (!/^[1-9]\d{0,8}$/.test(value)) throw trouble(name, value, 'a whole number above 0, or off');
  return Number(value);
};

/** Longer than any balancer takes to notice, and shorter than most supervisors wait before they kill. */
const LONGEST_DRAIN = 300;

const seconds = (env: Settings, name: ProcessSetting, fallback: number): number => {
  const value = env[name];
  if (!value) return fallback;
  if (!/^\d{1,3}$/.test(value) || Number(value) > LONGEST_DRAIN) {
    throw trouble(name, value, `whole seconds from 0 to ${LONGEST_DRAIN}`);
  }
  return Number(value);
};

/** A terabyte: more than any machine gives to one database. */
const MOST_MEGABYTES = 1_000_000;

const megabytes = (env: Settings, name: ProcessSetting, fallback: number): number => {
  const value = env[name];
  if (!value) return fallback;
  if (!/^[1-9]\d{0,6}$/.test(value) || Number(value) > MOST_MEGABYTES) {
    throw trouble(name, value, `whole megabytes from 1 to ${MOST_MEGABYTES}`);
  }
  return Number(value);
};

/** `SHOP_PORT` is a setting of the example shop, which reads no files. */
const port = <Fallback extends number | null, Name extends ProcessSetting | 'SHOP_PORT'>(
  env: Readonly<Partial<Record<Name, string | undefined>>>,
  name: Name,
  fallback: Fallback,
): number | Fallback => {
  const value = env[name];
  if (!value) return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw trouble(name, value, 'a port from 0 to 65535');
  return Number(value);
};

const choice = <const T extends string>(env: Settings, name: ProcessSetting, choices: readonly [T, ...T[]]): T => {
  const value = env[name];
  if (!value) return choices[0];
  const found = choices.find((one) => one === value);
  if (!found) throw trouble(name, value, `one of ${choices.join(', ')}`);
  return found;
};

const OPEN_ID_SETTINGS = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ROLES',
] as const;

const openId = (env: Settings): ConsoleOpenId | null => {
  if (choice(env, 'CONSOLE_AUTH', ['local', 'oidc']) === 'local') return null;
  const missing = OPEN_ID_SETTINGS.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new OperatorTrouble(`CONSOLE_AUTH=oidc signs in by an OpenID provider: set ${missing.join(', ')} too.`);
  }
  const issuer = url(env, 'CONSOLE_OIDC_ISSUER', ['https:', 'http:']) ?? '';
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw trouble('CONSOLE_OIDC_ISSUER', issuer, 'an address that begins with https://');
  }
  const groupRoles = readGroupRoles(env.CONSOLE_OIDC_ROLES ?? '');
  if (!groupRoles) {
    throw trouble(
      'CONSOLE_OIDC_ROLES',
      env.CONSOLE_OIDC_ROLES,
      'groups with roles, such as admins=admin,help=acme:support',
    );
  }
  const { CONSOLE_OIDC_CLIENT_ID: clientId = '', CONSOLE_OIDC_CLIENT_SECRET: clientSecret = '' } = env;
  return { issuer, clientId, clientSecret, groupRoles };
};

/** Reads `test,europe=EUR+GBP`: names, each with its currencies unless it accepts all. */
const gateways = (env: Settings, name: ProcessSetting): Config['testGateways'] => {
  const named = (env[name] || 'test').split(',').map((one) => {
    const [, code = '', currencies] = /^\s*([A-Za-z0-9_-]{1,50})(?:=([A-Z]{3}(?:\+[A-Z]{3})*))?\s*$/.exec(one) ?? [];
    return { code, currencies: currencies?.split('+') ?? null };
  });
  const codes = new Set(named.map(({ code }) => code));
  if (codes.has('') || codes.size < named.length) {
    throw trouble(name, env[name], 'names with commas between them, each once, such as test,europe=EUR+GBP');
  }
  return named;
};

const networks = (env: Settings, name: ProcessSetting): readonly WebhookNetwork[] => {
  const { networks: found, unusable } = readWebhookNetworks(env[name] ?? '');
  if (unusable !== undefined) {
    throw trouble(name, unusable, 'networks and hosts with commas between them, such as 10.0.0.0/8,shop.internal:8443');
  }
  return found;
};

/** Reads `10.0.0.0/8,192.0.2.7`. */
const clientNetworks = (env: Settings, name: ProcessSetting): BlockList | null => {
  if (!env[name]) return null;
  const list = new BlockList();
  for (const entry of env[name].split(',').map((each) => each.trim())) {
    const [, address = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
    const family = isIP(address);
    const bits = family === 4 ? 32 : 128;
    if (family === 0 || Number(prefix ?? 0) > bits) {
      throw trouble(name, entry, 'networks with commas between them, such as 10.0.0.0/8,192.0.2.7');
    }
    list.addSubnet(address, Number(prefix ?? bits), family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
};

const yes = (env: Settings, name: ProcessSetting): boolean => {
  const value = (env[name] ?? '').toLowerCase();
  if (['', '0', 'false', 'off', 'no'].includes(value)) return false;
  if (['1', 'true', 'on', 'yes'].includes(value)) return true;
  throw trouble(name, env[name], '1 or 0');
};

const parsed = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const url = (env: Settings, name: ProcessSetting, protocols: readonly string[]): string | null => {
  const value = env[name];
  if (!value) return null;
  // The value may hold a password, so it is not repeated.
  if (!protocols.includes(parsed(value)?.protocol ?? ''))
    throw trouble(name, '…', `an address that begins with ${protocols[0]}//`);
  return value;
};

const redisUrl = (env: Settings): string | null => {
  const value = env.TOKEN_STORE_URL;
  if (!value) return null;
  const addresses = redisAddresses(value).map(parsed);
  const usable = addresses.every(
    (address) => address && /^rediss?:$/.test(address.protocol) && (addresses.length === 1 || isServer(address)),
  );
  if (usable) return value;
  const wanted = 'an address that begins with redis://, or several nodes of a cluster: redis://node-1:6379,node-2:6379';
  // The value may hold a password, so it is not repeated.
  throw trouble('TOKEN_STORE_URL', '…', wanted);
};

/** Whether an address names a server, and nothing in it but the number of a database. */
const isServer = ({ hostname, pathname }: URL): boolean => hostname !== '' && /^(\/\d*)?$/.test(pathname);

const email = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(value)) throw trouble(name, value, 'one email address');
  return value;
};

const origin = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  const address = parsed(value);
  if (!address || !/^https?:$/.test(address.protocol) || address.pathname !== '/' || address.search || address.hash) {
    throw trouble(name, value, 'an address such as https://billing.example.com, without a path');
  }
  return address.origin;
};

/** Characters that a secret has at least. */
const SHORTEST_SECRET = 16;

const secret = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  if (!/^[\x21-\x7e]+$/.test(value) || value.length < SHORTEST_SECRET) {
    throw trouble(
      name,
      '…',
      `at least ${SHORTEST_SECRET} printable characters, for example from \`openssl rand -hex 32\``,
    );
  }
  return value;
};

const key = (env: Settings, name: ProcessSetting, forms = 'base64'): Buffer | null => {
  const value = env[name];
  if (!value) return null;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== 32)
    throw trouble(name, '…', `32 bytes in ${forms}, for example from \`openssl rand -base64 32\``);
  if (isGuessable(value, bytes)) throw weak(name);
  return bytes;
};

const HEX_KEY = /^[0-9a-f]{64}$/i;

/** Like `key`, and also in hexadecimal. */
const secretsKey = (env: Settings, name: ProcessSetting): Buffer | null => {
  const value = env[name]?.trim() ?? '';
  if (!HEX_KEY.test(value)) return key(env, name, 'base64 or hexadecimal');
  const bytes = Buffer.from(value, 'hex');
  if (isPatterned(bytes)) throw weak(name);
  return bytes;
};

const weak = (name: string): OperatorTrouble =>
  new OperatorTrouble(
    `${name} is not random enough to encrypt with: give 32 random bytes in base64, for example from \`openssl rand -base64 32\`.`,
  );

const date = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value)))
    throw trouble(name, value, 'a date such as 2026-11-20');
  return value;
};
