import type { SystemClock } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import type { SeenCertificates } from '../health/certificates-part.ts';

interface Deps {
  readonly registry: Registry;
  readonly certificates: SeenCertificates;
  readonly clock: SystemClock;
}

/** Registers how long the certificates of the origins remain valid; missing for one that could not be read. */
export const certificateGauges = ({ registry, certificates, clock }: Deps): void => {
  new Gauge({
    name: 'billing_certificate_expires_seconds',
    help: 'Seconds until the certificate of an origin ends, as clients see it.',
    labelNames: ['origin'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [origin, { validUntil }] of certificates()) this.set({ origin }, (validUntil - clock.now()) / 1000);
    },
  });
};
