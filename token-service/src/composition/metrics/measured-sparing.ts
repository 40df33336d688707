import { Gauge, type Registry } from 'prom-client';
import type { SparedCalls } from '../../adapters/gateway/spared-gateways.ts';

/** Registers the gauge of spared gateway accounts, and returns the listener that keeps it up to date. */
export const measuredSparing = (registry: Registry): SparedCalls => {
  const gauge = new Gauge({
    name: 'billing_gateway_circuit_open',
    help: 'Whether a gateway account is spared because it does not answer, at any site: one call each half minute asks it.',
    labelNames: ['account'],
    registers: [registry],
  });
  const sitesOf = new Map<string, Set<string>>();
  return {
    onChange({ site, account }, isOpen) {
      const sites = sitesOf.get(account) ?? new Set();
      sitesOf.set(account, sites);
      if (isOpen) sites.add(site);
      else sites.delete(site);
      gauge.set({ account }, sites.size > 0 ? 1 : 0);
    },
  };
};
