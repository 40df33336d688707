import { Gauge, type Registry } from 'prom-client';
import type { SparedCalls } from '../../adapters/gateway/spared-gateways.ts';
import type { SiteLabels } from './site-label.ts';

/** Registers the gauge of spared gateway accounts, and returns the listener that keeps it up to date. */
export const measuredSparing = (registry: Registry, siteLabel: SiteLabels['of']): SparedCalls => {
  const gauge = new Gauge({
    name: 'billing_gateway_circuit_open',
    help: 'Whether a gateway account is spared because it does not answer: one call each half minute asks it.',
    labelNames: ['site', 'account'],
    registers: [registry],
  });
  /** Sites beyond those with a label of their own share one: their accounts of a code are spared while any is. */
  const spared = new Map<string, Set<string>>();
  return {
    onChange({ site: subdomain, account }, isOpen) {
      const site = siteLabel(subdomain);
      const key = JSON.stringify([site, account]);
      const sites = spared.get(key) ?? new Set();
      spared.set(key, sites);
      if (isOpen) sites.add(subdomain);
      else sites.delete(subdomain);
      gauge.set({ site, account }, sites.size > 0 ? 1 : 0);
    },
  };
};
