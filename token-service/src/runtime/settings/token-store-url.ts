import { redisAddresses } from '../redis-addresses.ts';
import { parsedUrl, unusableSetting } from './plain-settings.ts';
import type { Settings } from './process-settings.ts';

/** Returns the address of Redis or of nodes of a cluster; null where tokens stay in this process. */
export const tokenStoreUrlSetting = (env: Settings): string | null => {
  const value = env.TOKEN_STORE_URL;
  if (!value) return null;
  const addresses = redisAddresses(value).map(parsedUrl);
  const usable = addresses.every(
    (address) => address && /^rediss?:$/.test(address.protocol) && (addresses.length === 1 || isServer(address)),
  );
  if (usable) return value;
  const wanted = 'an address that begins with redis://, or several nodes of a cluster: redis://node-1:6379,node-2:6379';
  // The value may hold a password, so it is not repeated.
  throw unusableSetting('TOKEN_STORE_URL', '…', wanted);
};

/** Whether an address names a server, and nothing in it but the number of a database. */
const isServer = ({ hostname, pathname }: URL): boolean => hostname !== '' && /^(\/\d*)?$/.test(pathname);
