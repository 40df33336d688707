import { Counter, Gauge, type Registry } from 'prom-client';
import type { SparedCalls } from '../../adapters/gateway/spared-gateways.ts';

/** Registers what is measured of gateways that are spared, and returns what is told of them. */
export const measuredSparing = (registry: Registry, siteLabel: (subdomain: string) => string): SparedCalls => {
  const registers = [registry];
  const open = new Gauge({
    name: 'billing_gateway_circuit_open',
    help: 'Whether a gateway account is spared because it does not answer: one call each half minute asks it.',
    labelNames: ['site', 'account'],
    registers,
  });
  const spared = new Counter({
    name: 'billing_gateway_requests_spared_total',
    help: 'Calls that were not made because the gateway account is known not to answer.',
    labelNames: ['site', 'account', 'operation'],
    registers,
  });
  return {
    onChange: ({ site, account }, isOpen) => open.set({ site: siteLabel(site), account }, isOpen ? 1 : 0),
    onSpared: ({ site, account }, operation) => spared.inc({ site: siteLabel(site), account, operation }),
  };
};
