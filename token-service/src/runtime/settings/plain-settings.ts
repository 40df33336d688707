import { OperatorTrouble } from '../operator-trouble.ts';
import type { ProcessSetting, Settings } from './process-settings.ts';

/** Returns the trouble of a setting with a value that cannot be used; `wanted` says what to give instead. */
export const unusableSetting = (name: string, value: string | undefined, wanted: string): OperatorTrouble =>
  new OperatorTrouble(`${name}=${value} cannot be used: give ${wanted}.`);

/** Returns a whole number above 0 of a setting that is given. Throws `OperatorTrouble`, as all readers here do. */
export const wholeSetting = (env: Settings, name: ProcessSetting): number => {
  const value = env[name] ?? '';
  if (!/^[1-9]\d{0,8}$/.test(value)) throw unusableSetting(name, value, 'a whole number above 0, or off');
  return Number(value);
};

/** Longer than any balancer takes to notice, and shorter than most supervisors wait before they kill. */
const LONGEST_DRAIN = 300;

/** Returns the seconds of a setting, up to five minutes. */
export const secondsSetting = (env: Settings, name: ProcessSetting, fallback: number): number => {
  const value = env[name];
  if (!value) return fallback;
  if (!/^\d{1,3}$/.test(value) || Number(value) > LONGEST_DRAIN) {
    throw unusableSetting(name, value, `whole seconds from 0 to ${LONGEST_DRAIN}`);
  }
  return Number(value);
};

/** A terabyte: more than any machine gives to one database. */
const MOST_MEGABYTES = 1_000_000;

/** Returns the megabytes of a setting, up to a terabyte. */
export const megabytesSetting = (env: Settings, name: ProcessSetting, fallback: number): number => {
  const value = env[name];
  if (!value) return fallback;
  if (!/^[1-9]\d{0,6}$/.test(value) || Number(value) > MOST_MEGABYTES) {
    throw unusableSetting(name, value, `whole megabytes from 1 to ${MOST_MEGABYTES}`);
  }
  return Number(value);
};

/** Returns a port from 0 to 65535. `SHOP_PORT` is a setting of the example shop, which reads no files. */
export const portSetting = <Fallback extends number | null, Name extends ProcessSetting | 'SHOP_PORT'>(
  env: Readonly<Partial<Record<Name, string | undefined>>>,
  name: Name,
  fallback: Fallback,
): number | Fallback => {
  const value = env[name];
  if (!value) return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw unusableSetting(name, value, 'a port from 0 to 65535');
  return Number(value);
};

/** Returns one of the choices; the first where the setting is not given. */
export const oneOfSetting = <const T extends string>(
  env: Settings,
  name: ProcessSetting,
  choices: readonly [T, ...T[]],
): T => {
  const value = env[name];
  if (!value) return choices[0];
  const found = choices.find((one) => one === value);
  if (!found) throw unusableSetting(name, value, `one of ${choices.join(', ')}`);
  return found;
};

/** Whether a setting is switched on. */
export const yesSetting = (env: Settings, name: ProcessSetting): boolean => {
  const value = (env[name] ?? '').toLowerCase();
  if (['', '0', 'false', 'off', 'no'].includes(value)) return false;
  if (['1', 'true', 'on', 'yes'].includes(value)) return true;
  throw unusableSetting(name, env[name], '1 or 0');
};

/** Returns the address of a text; undefined where it is none. */
export const parsedUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Returns an address with one of the protocols, such as `postgres:`; null where the setting is not given. */
export const urlSetting = (env: Settings, name: ProcessSetting, protocols: readonly string[]): string | null => {
  const value = env[name];
  if (!value) return null;
  // The value may hold a password, so it is not repeated.
  if (!protocols.includes(parsedUrl(value)?.protocol ?? ''))
    throw unusableSetting(name, '…', `an address that begins with ${protocols[0]}//`);
  return value;
};

/** Returns an email address; null where the setting is not given. */
export const emailSetting = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(value)) throw unusableSetting(name, value, 'one email address');
  return value;
};

/** Returns the origin of an address without a path; null where the setting is not given. */
export const originSetting = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  const address = parsedUrl(value);
  if (!address || !/^https?:$/.test(address.protocol) || address.pathname !== '/' || address.search || address.hash) {
    throw unusableSetting(name, value, 'an address such as https://billing.example.com, without a path');
  }
  return address.origin;
};

/** Returns a day, such as 2026-11-20; null where the setting is not given. */
export const dateSetting = (env: Settings, name: ProcessSetting): string | null => {
  const value = env[name];
  if (!value) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value)))
    throw unusableSetting(name, value, 'a date such as 2026-11-20');
  return value;
};
