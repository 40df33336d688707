import { readFileSync } from 'node:fs';
import { OperatorTrouble } from '../operator-trouble.ts';

/**
 * The settings of a process, which are environment variables. `config.ts` reads no other. Deployment files and
 * docs/configuration.md are compared with this table.
 */
export const PROCESS_SETTINGS = [
  'SERVE',
  'READ_ONLY',
  'HOST',
  'PORT',
  'BROWSER_PORT',
  'CONSOLE_PORT',
  'WORKER_PORT',
  'PUBLIC_URL',
  'BROWSER_URL',
  'CONSOLE_URL',
  'CONSOLE_READ_ONLY',
  'CONSOLE_NETWORKS',
  'CONSOLE_AUTH',
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ROLES',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_CACHE_MB',
  'TOKEN_STORE_URL',
  'TOKEN_STORE_KEY',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'SMTP_URL',
  'SUPPORT_EMAIL',
  'WEBHOOK_NETWORKS',
  'EXPORT_TO',
  'EXPORT_S3_ENDPOINT',
  'EXPORT_S3_REGION',
  'EXPORT_S3_KEY',
  'RATE_LIMIT',
  'BANK_DIRECTORY',
  'TAX_RATES_FILE',
  'TEST_GATEWAYS',
  'API_VERSIONS_RELEASED',
  'API_VERSIONS_SUNSET',
  'BUILD_COMMIT',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'METRICS_TOKEN',
  'LOG_ADDRESSES',
  'LOG_ADDRESS_KEY',
  'TEST_CLOCK_FILE',
] as const;

export type ProcessSetting = (typeof PROCESS_SETTINGS)[number];
export type Settings = Readonly<Partial<Record<ProcessSetting, string | undefined>>>;

/** The ending of a variable that names a file with the value of a setting. */
export const IN_FILE = '_FILE';

/**
 * Returns the settings of an environment. A setting `X` may be in a file that `X_FILE` names, without the line break at
 * its end. Throws `OperatorTrouble` when both are given, or the file cannot be read; the message never has the value.
 */
export const settingsFrom = (env: Readonly<Record<string, string | undefined>>): Settings =>
  Object.fromEntries(PROCESS_SETTINGS.map((name) => [name, settingOf(env, name)]));

const settingOf = (env: Readonly<Record<string, string | undefined>>, name: ProcessSetting): string | undefined => {
  const variable = `${name}${IN_FILE}`;
  const [given, file] = [env[name], env[variable]];
  if (!file) return given;
  if (given) throw new OperatorTrouble(`${name} and ${variable} are both set: give one of them.`);
  return read(variable, file).replace(/\r?\n$/, '');
};

const read = (variable: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorTrouble(
      `${variable}=${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name a file that the user of this process may read.`,
    );
  }
};
