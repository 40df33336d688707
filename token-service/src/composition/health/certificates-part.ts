import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Clock, DAY_MS, type Millis } from '@service/billing/values/time.ts';
import type { Config } from '../../config.ts';
import type { HealthPart } from '../../http/health-check.ts';

/** The time within which a certificate is valid. */
export interface Certificate {
  readonly validFrom: Millis;
  readonly validUntil: Millis;
}

/** Returns the certificates of the origins that could be read, by the name of the origin. */
export type SeenCertificates = () => ReadonlyMap<string, Certificate>;

/** Milliseconds between two looks at the certificates: shorter than between two looks at the health of a process. */
const EVERY: Millis = 8_000;
const PATIENCE: Millis = 5_000;
/** A certificate is about to end below both: those that last for days only are renewed late. */
const SHORT: Millis = 14 * DAY_MS;
const SHORT_SHARE = 1 / 4;

const SETTINGS = { api: 'PUBLIC_URL', browser: 'BROWSER_URL', console: 'CONSOLE_URL' } as const;
type Origin = keyof typeof SETTINGS;

const addressesOf = ({ publicUrl, browserUrl, consoleUrl }: Pick<Config, 'publicUrl' | 'browserUrl' | 'consoleUrl'>) =>
  Object.entries({ api: publicUrl, browser: browserUrl, console: consoleUrl }).flatMap(([origin, address]) =>
    address?.startsWith('https:') ? [{ origin: origin as Origin, url: new URL(address) }] : [],
  );

/** Reads the certificate that clients of an address get, valid or not. */
const readCertificate = ({ hostname, port }: URL): Promise<Certificate> => {
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>();
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    ...{ host, port: Number(port || 443), rejectUnauthorized: false },
    ...(isIP(host) > 0 ? {} : { servername: host }),
  });
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer')));
  socket.once('secureConnect', () => {
    const { valid_from, valid_to } = socket.getPeerCertificate();
    resolve({ validFrom: Date.parse(valid_from), validUntil: Date.parse(valid_to) });
    socket.destroy();
  });
  socket.once('error', reject);
  return promise;
};

const isAboutToEnd = ({ validFrom, validUntil }: Certificate, now: Millis): boolean =>
  validUntil - now < Math.min(SHORT, (validUntil - validFrom) * SHORT_SHARE);

const reasonOf = (origin: Origin, { validUntil }: Certificate, now: Millis): string => {
  const days = Math.floor((validUntil - now) / DAY_MS);
  const ends = days < 0 ? 'has ended' : `ends in ${days} ${days === 1 ? 'day' : 'days'}`;
  return `The certificate at ${SETTINGS[origin]} ${ends}: renew it and reload the proxy.`;
};

/**
 * Returns the check of `/health` that a certificate of the proxy is about to end, and the certificates that it saw.
 * `/health` does not wait for it: they are read beside it. One that cannot be read from here is not in trouble, because
 * clients may reach the proxy in another way.
 */
export const certificatesPart = (
  config: Pick<Config, 'publicUrl' | 'browserUrl' | 'consoleUrl'>,
  clock: Clock,
): { readonly parts: readonly HealthPart[]; readonly seen: SeenCertificates } => {
  const addresses = addressesOf(config);
  const certificates = new Map<Origin, Certificate>();
  let readAt = Number.NEGATIVE_INFINITY;

  const read = async (): Promise<void> => {
    await Promise.all(
      addresses.map(async ({ origin, url }) => {
        const found = await readCertificate(url).catch(() => undefined);
        if (found) certificates.set(origin, found);
        else certificates.delete(origin);
      }),
    );
  };

  const part: HealthPart = {
    names: ['certificate'],
    async look() {
      if (clock.elapsed() >= readAt + EVERY) {
        readAt = clock.elapsed();
        void read();
      }
      const now = clock.now();
      return [...certificates]
        .filter(([, certificate]) => isAboutToEnd(certificate, now))
        .map(([origin, certificate]) => ({ part: 'certificate', reason: reasonOf(origin, certificate, now) }));
    },
  };
  return { parts: addresses.length > 0 ? [part] : [], seen: () => certificates };
};
