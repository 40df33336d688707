import type { AttemptScope, Attempts } from '@service/billing/ports/attempts.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { Counter, type Registry } from 'prom-client';
import { countingStorage } from './counting-storage.ts';

/** Names of the limits of declined attempts: settings of a site, and the lock of a card by wrong security codes. */
const LIMITS: Readonly<Record<AttemptScope, string>> = {
  account: 'attempts_per_hour',
  card: 'attempts_per_card',
  address: 'attempts_per_address',
  security_code: 'security_codes_per_card',
};

/** Returns what counts the attempts to pay that a limit of declined attempts blocks, by the limit. */
export const countedAttempts = (registry: Registry): ((attempts: Attempts) => Attempts) => {
  const blocked = new Counter({
    name: 'billing_attempts_blocked_total',
    help: 'Attempts to pay that no gateway was asked for, by the limit of declined attempts that was reached.',
    labelNames: ['limit'],
    registers: [registry],
  });
  return (attempts) => ({
    async reached(attempt) {
      const limit = await attempts.reached(attempt);
      if (limit) blocked.inc({ limit: LIMITS[limit.scope] });
      return limit;
    },
    async reserve(attempt) {
      const verdict = await attempts.reserve(attempt);
      if (verdict.outcome === 'reached') blocked.inc({ limit: LIMITS[verdict.scope] });
      return verdict;
    },
  });
};

/** Returns what counts the alerts that a storage queues, once they have committed. */
export const countedAlerts = (
  registry: Registry,
  siteLabel: (siteId: string) => Promise<string>,
): ((storage: Storage) => Storage) => {
  const alerts = new Counter({
    name: 'billing_card_testing_alerts_total',
    help: 'Alerts that cards are probably being tested at a site, at most one in three hours.',
    labelNames: ['site'],
    registers: [registry],
  });
  return (storage) =>
    countingStorage(storage, siteLabel, (records, counts) => ({
      ...records,
      outbox: {
        ...records.outbox,
        async queueOnceIn(...message) {
          const isNew = await records.outbox.queueOnceIn(...message);
          // Of several recipients, one alert.
          if (isNew && counts.length === 0) counts.push((site) => alerts.inc({ site }));
          return isNew;
        },
      },
    }));
};
