import type { Event, EventRecord, PaymentEventType } from '@service/billing/domain/events/event.ts';
import type { Records, Storage } from '@service/billing/ports/storage.ts';
import { Counter, type Registry } from 'prom-client';

interface Deps {
  readonly registry: Registry;
  /** Returns the label of a site by its id. Never rejects. */
  readonly siteLabel: (siteId: string) => Promise<string>;
}

/** The result of a payment by the event that reports it. The other events of payments report nothing new. */
const RESULTS: Readonly<Partial<Record<PaymentEventType, string>>> = {
  successful_payment: 'succeeded',
  successful_refund: 'succeeded',
  transaction_authorized: 'authorized',
  processing_payment: 'processing',
  scheduled_payment: 'processing',
  failed_payment: 'declined',
  void_payment: 'voided',
};

/**
 * Returns the same storage, which counts the events that its transactions append, once they have committed: payments
 * with their amounts, and renewals. The sums equal the records that this process wrote.
 */
export const countedEvents = (storage: Storage, { registry, siteLabel }: Deps): Storage => {
  const registers = [registry];
  const payments = new Counter({
    name: 'billing_payments_total',
    help: 'Payments and refunds, by what became of them.',
    labelNames: ['site', 'operation', 'initiator', 'result', 'decline_category'],
    registers,
  });
  const amounts = new Counter({
    name: 'billing_payment_amount_total',
    help: 'Amounts of payments and refunds in the smallest unit of their currency, by what became of them.',
    labelNames: ['site', 'operation', 'currency', 'result'],
    registers,
  });
  const renewals = new Counter({
    name: 'billing_renewals_total',
    help: 'Subscriptions that began another period.',
    labelNames: ['site'],
    registers,
  });

  const count = (site: string, event: Event): void => {
    if (event.type === 'renewed_subscription') renewals.inc({ site });
    if (!('transaction' in event) || event.type === 'new_dunning_event') return;
    const result = RESULTS[event.type];
    if (!result) return;
    const { action: operation, recurring, currency, amount_in_cents, transaction_error } = event.transaction;
    const initiator = recurring ? 'merchant' : 'customer';
    const decline_category = transaction_error?.error_category ?? '';
    payments.inc({ site, operation, initiator, result, decline_category });
    amounts.inc({ site, operation, currency, result }, amount_in_cents);
  };

  const collecting = (records: Records, into: EventRecord[]): Records => ({
    ...records,
    events: {
      ...records.events,
      async appendAll(events) {
        await records.events.appendAll(events);
        into.push(...events);
      },
    },
  });

  return {
    of: storage.of,
    async transaction(siteId, work, how) {
      let appended: EventRecord[] = [];
      const value = await storage.transaction(
        siteId,
        (records) => {
          // The body may run again.
          appended = [];
          return work(collecting(records, appended));
        },
        how,
      );
      if (appended.length > 0) {
        const site = await siteLabel(siteId);
        for (const { event } of appended) count(site, event);
      }
      return value;
    },
  };
};
