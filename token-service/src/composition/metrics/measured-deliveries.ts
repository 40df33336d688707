import { isSuccess } from '@service/billing/domain/webhooks/retry.ts';
import type { MailTransport } from '@service/billing/ports/mail.ts';
import type { MonotonicClock } from '@service/billing/values/time.ts';
import { Histogram, type Registry } from 'prom-client';
import type { SenderDeps } from '../../worker/webhooks/sender.ts';

type RecordDeliveries = SenderDeps['record'];

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Returns what measures the attempts of a mail transport: how long each takes, by what the mail server answered. */
export const measuredTransport = (
  registry: Registry,
  clock: Pick<MonotonicClock, 'elapsed'>,
): (<T extends MailTransport>(transport: T) => T) => {
  const duration = new Histogram({
    name: 'billing_mail_attempt_duration_seconds',
    help: 'Time of an attempt to send a message, by the outcome: accepted, bounced, or deferred to another attempt.',
    labelNames: ['result'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (transport) => ({
    ...transport,
    async send(mail) {
      const started = clock.elapsed();
      const answer = await transport.send(mail);
      duration.observe({ result: answer.outcome }, (clock.elapsed() - started) / 1000);
      return answer;
    },
  });
};

/** Returns what measures attempts to deliver webhooks as they are recorded: how long each took, and its result. */
export const measuredWebhooks = (
  registry: Registry,
  siteLabel: (subdomain: string) => string,
): ((record: RecordDeliveries) => RecordDeliveries) => {
  const duration = new Histogram({
    name: 'billing_webhook_attempt_duration_seconds',
    help: 'Time of an attempt to deliver a webhook, by whether the endpoint took it.',
    labelNames: ['site', 'result'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (record) => async (site, endpointId, outcomes) => {
    await record(site, endpointId, outcomes);
    for (const { attempt } of outcomes) {
      const result = isSuccess(attempt) ? 'delivered' : 'failed';
      duration.observe({ site: siteLabel(site.subdomain), result }, attempt.milliseconds / 1000);
    }
  };
};
