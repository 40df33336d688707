import { isGuessable, isPatterned } from '../guessable-key.ts';
import { OperatorTrouble } from '../operator-trouble.ts';
import { unusableSetting } from './plain-settings.ts';
import type { ProcessSetting, Settings } from './process-settings.ts';

/** Characters that a secret has at least. */
const SHORTEST_SECRET = 16;

/** Returns a secret of at least 16 printable characters; null where the setting is not given. */
export const secretSetting = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  if (!/^[\x21-\x7e]+$/.test(value) || value.length < SHORTEST_SECRET) {
    throw unusableSetting(
      name,
      '…',
      `at least ${SHORTEST_SECRET} printable characters, for example from \`openssl rand -hex 32\``,
    );
  }
  return value;
};

/** Returns the 32 bytes of a key in base64; null where the setting is not given. Refuses what can be guessed. */
export const keySetting = (env: Settings, name: ProcessSetting, forms = 'base64'): Buffer | null => {
  const value = env[name];
  if (!value) return null;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== 32)
    throw unusableSetting(name, '…', `32 bytes in ${forms}, for example from \`openssl rand -base64 32\``);
  if (isGuessable(value, bytes)) throw weak(name);
  return bytes;
};

const HEX_KEY = /^[0-9a-f]{64}$/i;

/** Returns the 32 bytes of a key in base64 or hexadecimal; null where the setting is not given. */
export const secretsKeySetting = (env: Settings, name: ProcessSetting): Buffer | null => {
  const value = env[name]?.trim() ?? '';
  if (!HEX_KEY.test(value)) return keySetting(env, name, 'base64 or hexadecimal');
  const bytes = Buffer.from(value, 'hex');
  if (isPatterned(bytes)) throw weak(name);
  return bytes;
};

const weak = (name: string): OperatorTrouble =>
  new OperatorTrouble(
    `${name} is not random enough to encrypt with: give 32 random bytes in base64, for example from \`openssl rand -base64 32\`.`,
  );
