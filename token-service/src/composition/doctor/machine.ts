import { lookup } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isLoopback } from '@service/billing/values/loopback.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Config } from '../../config.ts';
import { examined, type Finding, failure, ok, warning } from './finding.ts';

const MEGABYTE = 1024 * 1024;
/** Free bytes below which there is a warning, and a failure. */
const LITTLE = 1024 * MEGABYTE;
const NOTHING = 100 * MEGABYTE;

/** PostgreSQL tells clients of a full disk, but not of the space that is left. */
const OF_THE_SERVER = 'The data is on the disk of the PostgreSQL server: watch the free space there.';

/** Examines the disk of the embedded database. */
export const examineDisk = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) =>
  databaseUrl !== null || dataDir === ':memory:'
    ? Promise.resolve([ok('disk', databaseUrl === null ? 'The data is in memory only.' : OF_THE_SERVER)])
    : examined('disk', 'Give DATA_DIR a folder that this user can read.', async () => {
        const { bavail, bsize } = await statfs(dataDir);
        const free = bavail * bsize;
        const finding = `${Math.floor(free / MEGABYTE)} MB are free in ${dataDir}.`;
        const advice = 'Free space, or move DATA_DIR to a larger disk.';
        if (free < NOTHING) return failure('disk', finding, advice);
        return free < LITTLE ? warning('disk', finding, advice) : ok('disk', finding);
      });

/** Examines whether the names of the addresses that clients use lead somewhere; skipped for those of this machine. */
export const examineNames = async ({
  publicUrl,
  browserUrl,
  consoleUrl,
}: Pick<Config, 'publicUrl' | 'browserUrl' | 'consoleUrl'>): Promise<readonly Finding[]> => {
  const named = Object.entries({ PUBLIC_URL: publicUrl, BROWSER_URL: browserUrl, CONSOLE_URL: consoleUrl }).flatMap(
    ([setting, url]) => {
      const host = url === null ? '' : new URL(url).hostname.replace(/^\[|\]$/g, '');
      return host === '' || isIP(host) > 0 || isLoopback(host) ? [] : [{ setting, host }];
    },
  );
  const found = await Promise.all(
    named.map(({ setting, host }) =>
      examined(`dns ${host}`, `Add an address record for ${host}, or correct ${setting}.`, async () => {
        const addresses = await lookup(host, { all: true });
        return ok(`dns ${host}`, `It leads to ${addresses.map(({ address }) => address).join(', ')}.`);
      }),
    ),
  );
  return found.length === 0 ? [ok('dns', 'No address of the service has a domain.')] : found.flat();
};

/** Milliseconds by which clocks may differ. */
const SLIGHT = 2_000;
const LARGE = 30_000;

/** Compares the clock of a server with that of this machine: `now` was read between the two moments. */
export const clockFinding = (part: string, server: Millis, [before, after]: readonly [Millis, Millis]): Finding => {
  const ahead = server > after ? server - after : server < before ? server - before : 0;
  const finding = `It differs from the clock of this machine by ${Math.round(ahead / 1000)} s.`;
  const advice = 'Synchronize the clocks of all machines by NTP.';
  if (Math.abs(ahead) > LARGE) return failure(part, finding, advice);
  return Math.abs(ahead) > SLIGHT ? warning(part, finding, advice) : ok(part, finding);
};
