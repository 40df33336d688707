import type { AccountRow, ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { GiftCardRow } from '../../../domain/gift-cards/record.ts';
import type { CreditPaymentRecord } from '../../../domain/invoices/credit-payment.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import type { Records } from '../../../ports/storage.ts';

/** Records of a transaction as it last wrote them, by id. Events show them in that state. */
export interface Written {
  readonly accounts: ReadonlyMap<string, AccountRow>;
  readonly shippingAddresses: ReadonlyMap<string, ShippingAddressRecord>;
  readonly subscriptions: ReadonlyMap<string, SubscriptionRecord>;
  readonly invoices: ReadonlyMap<string, InvoiceRecord>;
  readonly creditPayments: ReadonlyMap<string, CreditPaymentRecord>;
  readonly transactions: ReadonlyMap<string, TransactionRecord>;
  readonly giftCards: ReadonlyMap<string, GiftCardRow>;
  /**
   * Returns the subscriptions that an invoice has lines of, in the order of its lines; undefined for one that an
   * earlier transaction added, whose lines only the database knows, and that this one did not read them of.
   */
  subscriptionsOn(invoiceId: string): readonly string[] | undefined;
}

/** Returns the same records, and the writes made through them. */
export const writtenRecords = (records: Records): { readonly records: Records; readonly written: Written } => {
  const accounts = keeping(records.accounts, ({ id }: AccountRow) => id);
  const shippingAddresses = keeping(records.shippingAddresses, ({ key }: ShippingAddressRecord) => key);
  const subscriptions = keeping(records.subscriptions, ({ uuid }: SubscriptionRecord) => uuid);
  const invoices = keeping(records.invoices, ({ uuid }: InvoiceRecord) => uuid);
  const creditPayments = keeping(records.creditPayments, ({ uuid }: CreditPaymentRecord) => uuid);
  const transactions = keeping(records.transactions, ({ uuid }: TransactionRecord) => uuid);
  const giftCards = keeping(records.giftCards, ({ key }: GiftCardRow) => key);
  const lines = keepingLines(records);
  const added = new Set<string>();
  /** Subscriptions on invoices that earlier transactions added: their lines stay as they are. */
  const read = new Map<string, readonly string[]>();
  return {
    records: {
      ...records,
      accounts: accounts.records,
      adjustments: lines.records,
      shippingAddresses: shippingAddresses.records,
      subscriptions: {
        ...subscriptions.records,
        async onInvoice(invoiceId) {
          const found = await subscriptions.records.onInvoice(invoiceId);
          read.set(
            invoiceId,
            found.map(({ uuid }) => uuid),
          );
          return found;
        },
      },
      invoices: {
        ...invoices.records,
        async add(invoice) {
          await invoices.records.add(invoice);
          added.add(invoice.uuid);
        },
      },
      creditPayments: creditPayments.records,
      transactions: transactions.records,
      giftCards: giftCards.records,
    },
    written: {
      accounts: accounts.written,
      shippingAddresses: shippingAddresses.written,
      subscriptions: subscriptions.written,
      invoices: invoices.written,
      creditPayments: creditPayments.written,
      transactions: transactions.written,
      giftCards: giftCards.written,
      subscriptionsOn: (invoiceId) => (added.has(invoiceId) ? lines.subscriptionsOn(invoiceId) : read.get(invoiceId)),
    },
  };
};

/** Keeps the lines that a transaction writes: all those of an invoice that it adds. */
const keepingLines = ({ adjustments }: Records) => {
  const written = new Map<string, AdjustmentRecord>();
  const records: Records['adjustments'] = {
    ...adjustments,
    async add(line) {
      await adjustments.add(line);
      written.set(line.uuid, line);
    },
    async addAll(lines) {
      await adjustments.addAll(lines);
      for (const line of lines) written.set(line.uuid, line);
    },
    async save(line) {
      await adjustments.save(line);
      written.set(line.uuid, line);
    },
    async remove(uuid) {
      await adjustments.remove(uuid);
      written.delete(uuid);
    },
  };
  return {
    records,
    subscriptionsOn(invoiceId: string): readonly string[] {
      const found = [...written.values()]
        .filter(({ invoice_id }) => invoice_id === invoiceId)
        .toSorted((one, other) => one.position - other.position)
        .flatMap(({ subscription_id }) => subscription_id ?? []);
      return [...new Set(found)];
    },
  };
};

interface Writes<Row> {
  add(row: Row): Promise<void>;
  save(row: Row): Promise<void>;
}

const keeping = <Row, Port extends Writes<Row>>(port: Port, keyOf: (row: Row) => string) => {
  const written = new Map<string, Row>();
  // Ports of many kinds pass here, and V8 copies `{ ...port }` only in a few of them quickly.
  const records: Port = Object.assign({}, port, {
    async add(row: Row) {
      await port.add(row);
      written.set(keyOf(row), row);
    },
    async save(row: Row) {
      await port.save(row);
      written.set(keyOf(row), row);
    },
  });
  return { records, written };
};
