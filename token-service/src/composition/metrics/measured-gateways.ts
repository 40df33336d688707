import type { Lookup, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Clock, Millis } from '@service/billing/values/time.ts';
import { Gauge, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

interface Asked {
  readonly site: Site;
  readonly gateway_code: string;
}

interface Deps {
  readonly registry: Registry;
  readonly clock: Pick<Clock, 'elapsed' | 'now'>;
  readonly siteLabel: (subdomain: string) => string;
}

/**
 * Returns the same gateways, measured: how long each operation takes by its outcome, and how long ago each account last
 * answered. An operation without an answer is `unknown`, one that throws `failed`. The adapter is that of the account's
 * latest answer, empty before the first.
 */
export const measuredGateways = (gateways: Gateways, { registry, clock, siteLabel }: Deps): Gateways => {
  const registers = [registry];
  const duration = new Histogram({
    name: 'billing_gateway_request_duration_seconds',
    help: 'Time that a gateway took for an operation, by its outcome.',
    labelNames: ['site', 'account', 'adapter', 'operation', 'result'],
    buckets: SECONDS,
    registers,
  });
  const answeredAt = new Map<string, Millis>();
  const adapters = new Map<string, string>();
  new Gauge({
    name: 'billing_gateway_last_success_seconds',
    help: 'Seconds since a gateway account last answered this process; of several sites with the same code, the latest.',
    labelNames: ['account'],
    registers,
    collect() {
      for (const [account, at] of answeredAt) this.set({ account }, Math.max(0, clock.now() - at) / 1000);
    },
  });

  const measured =
    <R extends Asked, A extends PaymentResult | Lookup>(operation: string, call: (request: R) => Promise<A>) =>
    async (request: R): Promise<A> => {
      const account = request.gateway_code;
      const name = `${request.site.id} ${account}`;
      const started = clock.elapsed();
      let result = 'failed';
      try {
        const answer = await call(request);
        result = answer.outcome;
        if ('gateway_type' in answer) adapters.set(name, answer.gateway_type);
        if (result !== 'unknown') answeredAt.set(account, clock.now());
        return answer;
      } finally {
        const labels = { site: siteLabel(request.site.subdomain), account, adapter: adapters.get(name) ?? '' };
        duration.observe({ ...labels, operation, result }, (clock.elapsed() - started) / 1000);
      }
    };

  return {
    ...gateways,
    verify: measured('verify', gateways.verify),
    authorize: measured('authorize', gateways.authorize),
    purchase: measured('purchase', gateways.purchase),
    capture: measured('capture', gateways.capture),
    void: measured('void', gateways.void),
    refund: measured('refund', gateways.refund),
    lookup: measured('lookup', gateways.lookup),
  };
};
