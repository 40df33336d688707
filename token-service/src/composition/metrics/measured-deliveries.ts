import { isSuccess } from '@service/billing/domain/webhooks/retry.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { SenderDeps } from '../../worker/webhooks/sender.ts';
import { countingStorage } from './counting-storage.ts';

type RecordDeliveries = SenderDeps['record'];

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Returns what counts the messages of an outbox once their fate has committed: delivered, bounced, failed, kept, or
 * skipped. A message that is tried again is not counted yet.
 */
export const countedMail = (registry: Registry): ((storage: Storage) => Storage) => {
  const sent = new Counter({
    name: 'billing_mail_sent_total',
    help: 'Messages that left the queue, by what became of them.',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  return (storage) =>
    countingStorage(
      storage,
      async () => '',
      (records, counts) => ({
        ...records,
        outbox: {
          ...records.outbox,
          async save(message) {
            await records.outbox.save(message);
            const { kind, status: result } = message;
            if (result !== 'queued') counts.push(() => sent.inc({ kind, result }));
          },
        },
      }),
    );
};

/** Returns what measures attempts to deliver webhooks as they are recorded: how long each took, and its result. */
export const measuredWebhooks = (
  registry: Registry,
  siteLabel: (subdomain: string) => string,
): ((record: RecordDeliveries) => RecordDeliveries) => {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'billing_webhook_deliveries_total',
    help: 'Attempts to deliver a webhook, by whether the endpoint took it: delivered, or failed.',
    labelNames: ['site', 'endpoint', 'result'],
    registers,
  });
  const duration = new Histogram({
    name: 'billing_webhook_duration_seconds',
    help: 'Time of an attempt to deliver a webhook.',
    buckets: SECONDS,
    registers,
  });
  return (record) => async (site, endpoint, outcomes) => {
    await record(site, endpoint, outcomes);
    for (const { attempt } of outcomes) {
      const result = isSuccess(attempt) ? 'delivered' : 'failed';
      deliveries.inc({ site: siteLabel(site.subdomain), endpoint, result });
      duration.observe(attempt.milliseconds / 1000);
    }
  };
};
