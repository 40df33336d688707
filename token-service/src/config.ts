import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import type { Seconds } from '@service/billing/values/time.ts';
import { OperatorTrouble } from './runtime/operator-trouble.ts';
import { ADDRESS_FORMS, type AddressForm } from './runtime/settings/address-form.ts';
import { type ConsoleOpenId, consoleOpenIdSetting } from './runtime/settings/console-open-id.ts';
import { contradictionsOf } from './runtime/settings/contradictions.ts';
import { type ExportPlace, exportPlaceSetting } from './runtime/settings/export-place.ts';
import { clientNetworksSetting, openedNetworksSetting } from './runtime/settings/network-settings.ts';
import {
  dateSetting,
  emailSetting,
  megabytesSetting,
  oneOfSetting,
  originSetting,
  portSetting,
  secondsSetting,
  urlSetting,
  wholeSetting,
  yesSetting,
} from './runtime/settings/plain-settings.ts';
import { PROCESS_PARTS, type ProcessPart } from './runtime/settings/process-part.ts';
import { settingsFrom } from './runtime/settings/process-settings.ts';
import { keySetting, secretSetting, secretsKeySetting } from './runtime/settings/secret-settings.ts';
import { type TestGateway, testGatewaysSetting } from './runtime/settings/test-gateways.ts';
import { tokenStoreUrlSetting } from './runtime/settings/token-store-url.ts';
import type { WebhookNetwork } from './runtime/webhook-networks.ts';

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
  /** The commit that the program was built from; empty where the build does not say it. */
  readonly commit: string;
  /**
   * The part of the service that this process runs: all origins and the worker, one of the origins, the worker alone,
   * or the migrations of the database, after which it ends.
   */
  readonly serve: ProcessPart;
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
  /** A replica of the database server, which reads reports and files. */
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
  /** The gateways of sandbox sites, preferred one first. */
  readonly testGateways: readonly TestGateway[];
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

/** Reads the settings from an environment. Throws `OperatorTrouble` with a one-line message that explains the fix. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const env = settingsFrom(environment);
  const config: Config = {
    port: portSetting(env, 'PORT', 3000),
    browserPort: portSetting(env, 'BROWSER_PORT', 3001),
    consolePort: portSetting(env, 'CONSOLE_PORT', 3002),
    workerPort: portSetting(env, 'WORKER_PORT', null),
    shopPort: portSetting(environment, 'SHOP_PORT', 4000),
    host: env.HOST || '127.0.0.1',
    commit: env.BUILD_COMMIT || '',
    serve: oneOfSetting(env, 'SERVE', PROCESS_PARTS),
    readOnly: yesSetting(env, 'READ_ONLY'),
    publicUrl: originSetting(env, 'PUBLIC_URL'),
    browserUrl: originSetting(env, 'BROWSER_URL'),
    consoleUrl: originSetting(env, 'CONSOLE_URL'),
    consoleReadOnly: yesSetting(env, 'CONSOLE_READ_ONLY'),
    consoleNetworks: clientNetworksSetting(env, 'CONSOLE_NETWORKS'),
    consoleOpenId: consoleOpenIdSetting(env),
    drainSeconds: secondsSetting(env, 'DRAIN_SECONDS', 0),
    trustProxy: yesSetting(env, 'TRUST_PROXY'),
    dataDir: env.DATA_DIR === ':memory:' ? ':memory:' : resolve(env.DATA_DIR || 'data'),
    databaseUrl: urlSetting(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseDirectUrl: urlSetting(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
    databaseReadUrl: urlSetting(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    databaseCacheMegabytes: megabytesSetting(env, 'DATABASE_CACHE_MB', 64),
    tokenStoreUrl: tokenStoreUrlSetting(env),
    tokenStoreKey: keySetting(env, 'TOKEN_STORE_KEY'),
    smtpUrl: urlSetting(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    supportEmail: emailSetting(env, 'SUPPORT_EMAIL'),
    webhookNetworks: openedNetworksSetting(env, 'WEBHOOK_NETWORKS'),
    secretsKey: secretsKeySetting(env, 'SECRETS_KEY'),
    previousSecretsKey: secretsKeySetting(env, 'SECRETS_KEY_PREVIOUS'),
    rateLimit: env.RATE_LIMIT === 'off' ? 'off' : env.RATE_LIMIT ? wholeSetting(env, 'RATE_LIMIT') : null,
    exportTo: exportPlaceSetting(env),
    bankDirectory: env.BANK_DIRECTORY || null,
    taxRatesFile: env.TAX_RATES_FILE || null,
    testGateways: testGatewaysSetting(env, 'TEST_GATEWAYS'),
    versionsReleased: dateSetting(env, 'API_VERSIONS_RELEASED'),
    versionsSunset: dateSetting(env, 'API_VERSIONS_SUNSET'),
    logLevel: oneOfSetting(env, 'LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    otlpEndpoint: urlSetting(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    metricsToken: secretSetting(env, 'METRICS_TOKEN'),
    logAddresses: oneOfSetting(env, 'LOG_ADDRESSES', ADDRESS_FORMS),
    logAddressKey: keySetting(env, 'LOG_ADDRESS_KEY'),
    clockFile: env.TEST_CLOCK_FILE || null,
  };
  const [contradiction] = contradictionsOf(config);
  if (contradiction) throw new OperatorTrouble(contradiction);
  // What processes share would be changed too, and there are no tokens.
  return Object.freeze(config.readOnly ? { ...config, tokenStoreUrl: null } : config);
};
