import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { Records, Storage } from '@service/billing/ports/storage.ts';
import { Counter, type Registry } from 'prom-client';
import { type Count, countingStorage } from './counting-storage.ts';
import { dunningStep, operationOf, paymentLabels, renewalResult } from './payment-labels.ts';

interface Deps {
  readonly registry: Registry;
  /** Returns the label of a site by its id. Never rejects. */
  readonly siteLabel: (siteId: string) => Promise<string>;
}

/** The operations that take money. */
const TAKES_MONEY: readonly string[] = ['purchase', 'capture'];

/**
 * Returns the same storage, which counts what its transactions record, once they have committed: payments with their
 * amounts, messages of gateways, invoices, renewals and steps of dunning. Each record is counted once, by the process
 * that wrote it.
 */
export const countedRecords = (storage: Storage, { registry, siteLabel }: Deps): Storage => {
  const registers = [registry];
  const payments = new Counter({
    name: 'billing_payments_total',
    help: 'Recorded transactions, by what became of them.',
    labelNames: ['site', 'account', 'operation', 'initiator', 'method', 'result', 'decline_category'],
    registers,
  });
  const amounts = new Counter({
    name: 'billing_payment_amount_total',
    help: 'Amounts of purchases and captures in the smallest unit of their currency, by what became of them.',
    labelNames: ['site', 'currency', 'result'],
    registers,
  });
  const invoices = new Counter({
    name: 'billing_invoices_total',
    help: 'Invoices, by their type and origin.',
    labelNames: ['site', 'type', 'origin'],
    registers,
  });
  const renewals = new Counter({
    name: 'billing_renewals_total',
    help: 'Renewal invoices, each once, by the result of their first payment.',
    labelNames: ['site', 'result'],
    registers,
  });

  const notifications = new Counter({
    name: 'billing_gateway_notifications_total',
    help: 'Messages of gateways that were recorded, and those that were recorded already.',
    labelNames: ['account', 'type', 'result'],
    registers,
  });
  const dunning = new Counter({
    name: 'billing_dunning_steps_total',
    help: 'Steps of dunning that invoices took, by campaign and number.',
    labelNames: ['site', 'campaign', 'step'],
    registers,
  });

  const ofTransaction = (after: TransactionRecord, before: TransactionRecord | undefined): Count[] => {
    const operation = operationOf(after, before);
    if (operation === undefined) return [];
    const labels = paymentLabels(operation, after);
    const { currency, amount_in_cents } = after;
    return [
      (site) => {
        payments.inc({ site, ...labels });
        if (TAKES_MONEY.includes(operation)) amounts.inc({ site, currency, result: labels.result }, amount_in_cents);
      },
    ];
  };
  const ofInvoice = (after: InvoiceRecord, before: InvoiceRecord | undefined): Count[] => {
    const { type, origin } = after;
    const result = renewalResult(after, before);
    const step = dunningStep(after, before);
    return [
      ...(before ? [] : [(site: string) => invoices.inc({ site, type, origin })]),
      ...(result ? [(site: string) => renewals.inc({ site, result })] : []),
      ...(step ? [(site: string) => dunning.inc({ site, ...step })] : []),
    ];
  };

  const collecting = (records: Records, into: Count[]): Records => ({
    ...records,
    transactions: {
      ...records.transactions,
      async add(record) {
        await records.transactions.add(record);
        into.push(...ofTransaction(record, undefined));
      },
      async save(record) {
        const before = await records.transactions.find(record.uuid);
        await records.transactions.save(record);
        into.push(...ofTransaction(record, before));
      },
    },
    gatewayNotifications: {
      ...records.gatewayNotifications,
      async add(record) {
        const isNew = await records.gatewayNotifications.add(record);
        const { gateway_code: account, notification } = record;
        into.push(() =>
          notifications.inc({ account, type: notification.kind, result: isNew ? 'recorded' : 'repeated' }),
        );
        return isNew;
      },
    },
    invoices: {
      ...records.invoices,
      async add(record) {
        await records.invoices.add(record);
        into.push(...ofInvoice(record, undefined));
      },
      async save(record) {
        // Changes of other invoices are not counted, so what was there before is not read.
        const isCounted = record.origin === 'renewal' || record.dunning !== null;
        const before = isCounted ? await records.invoices.find(record.uuid) : record;
        await records.invoices.save(record);
        into.push(...ofInvoice(record, before));
      },
    },
  });

  return countingStorage(storage, siteLabel, collecting);
};
