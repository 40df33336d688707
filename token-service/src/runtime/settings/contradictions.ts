import { isLoopback } from '@service/billing/values/loopback.ts';
import type { ProcessPart } from './process-part.ts';

/** The settings that may contradict one another. */
export interface CombinedSettings {
  readonly serve: ProcessPart;
  readonly host: string;
  readonly readOnly: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseDirectUrl: string | null;
  readonly databaseReadUrl: string | null;
  readonly tokenStoreUrl: string | null;
  readonly tokenStoreKey: Buffer | null;
  readonly secretsKey: Buffer | null;
  readonly previousSecretsKey: Buffer | null;
  readonly clockFile: string | null;
}

/** Whether the process keeps its database to itself and forgets it at its end. */
const keepsNothing = ({ databaseUrl, dataDir }: CombinedSettings): boolean => !databaseUrl && dataDir === ':memory:';

/** Parts of the service that are of use only with the database of the other processes, and what they lack without. */
const OF_OTHERS = {
  console: 'has nothing to show: give the DATA_DIR or DATABASE_URL of the other processes.',
  worker: 'has no due work to run: give the DATA_DIR or DATABASE_URL of the other processes.',
  migrate: 'has no database to migrate: give the DATA_DIR or DATABASE_URL of the other processes.',
} as const;

/** Settings that cannot go together, with the message that says what to set instead. */
const CONTRADICTIONS: readonly (readonly [
  is: (config: CombinedSettings) => boolean,
  message: (config: CombinedSettings) => string,
])[] = [
  [
    ({ databaseDirectUrl, databaseUrl }) => databaseDirectUrl !== null && databaseUrl === null,
    () =>
      'DATABASE_DIRECT_URL is the server behind the pooler of DATABASE_URL, which is not set: set both, or DATABASE_URL alone.',
  ],
  [
    ({ databaseReadUrl, databaseUrl }) => databaseReadUrl !== null && databaseUrl === null,
    () => 'DATABASE_READ_URL is a replica of the server of DATABASE_URL, which is not set: set both, or neither.',
  ],
  [
    ({ tokenStoreUrl, tokenStoreKey }) => tokenStoreUrl !== null && tokenStoreKey === null,
    () =>
      'TOKEN_STORE_URL shares tokens between processes, so they need one TOKEN_STORE_KEY: 32 random bytes in base64, for example from `openssl rand -base64 32`.',
  ],
  [
    ({ previousSecretsKey, secretsKey }) => previousSecretsKey !== null && secretsKey === null,
    () =>
      'SECRETS_KEY_PREVIOUS only decrypts while the key is rotated: set SECRETS_KEY to the new key, or to the old one if there is no other.',
  ],
  [
    (config) => config.serve in OF_OTHERS && keepsNothing(config),
    ({ serve }) => `SERVE=${serve} with DATA_DIR=:memory: ${OF_OTHERS[serve as keyof typeof OF_OTHERS]}`,
  ],
  [
    ({ clockFile, host }) => clockFile !== null && !isLoopback(host),
    () => 'TEST_CLOCK_FILE moves the clock and is for tests on this machine: leave it out, or leave out HOST.',
  ],
  [
    ({ readOnly, serve }) => readOnly && serve === 'worker',
    () => 'READ_ONLY=1 leaves nothing to do for SERVE=worker: leave one of them out.',
  ],
  [
    ({ serve, tokenStoreUrl, readOnly }) => (serve === 'api' || serve === 'browser') && !tokenStoreUrl && !readOnly,
    ({ serve }) => `SERVE=${serve} runs one origin only, so tokens must be shared: set TOKEN_STORE_URL=redis://….`,
  ],
];

/** Returns the messages of all settings of a process that cannot go together. */
export const contradictionsOf = (config: CombinedSettings): readonly string[] =>
  CONTRADICTIONS.filter(([is]) => is(config)).map(([, message]) => message(config));
