import type { CreditPaymentRecord, ShownCreditPayment } from '@service/billing/domain/invoices/credit-payment.ts';
import type { CreditPaymentFilter, CreditPaymentRecords } from '@service/billing/ports/invoices.ts';
import { creditPayment } from '@service/billing/resources/credit-payment.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';
import { ACCOUNT_CODE, addressOfInvoice } from './joined.ts';

const creditPayments = table<ShownCreditPayment, CreditPaymentRecord>({
  name: 'credit_payments',
  key: ['uuid'],
  columns: [
    ...columns({
      account_id: 'text',
      original_invoice_id: 'text',
      applied_to_invoice_id: 'text',
      original_credit_payment_uuid: 'text',
      refund_transaction_uuid: 'text',
    }),
    ...resourceColumns(creditPayment),
  ],
  computed: {
    account_code: ACCOUNT_CODE,
    original_invoice: addressOfInvoice('r.original_invoice_id'),
    applied_to_invoice: addressOfInvoice('r.applied_to_invoice_id'),
  },
});

const ofOne = (invoice: string): string =>
  `(r.original_invoice_id = ${invoice} OR r.applied_to_invoice_id = ${invoice})`;

const listed: ListedTable<ShownCreditPayment, CreditPaymentFilter> = {
  table: creditPayments,
  id: 'uuid',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_id, invoice_id }, bind) => [
    ...(account_id === undefined ? [] : [`r.account_id = ${bind(account_id)}`]),
    ...(invoice_id === undefined ? [] : [ofOne(bind(invoice_id))]),
  ],
};

const BY_UUID = `${creditPayments.select} WHERE r.site_id = $1 AND r.uuid = $2`;
const OF_INVOICE = `${creditPayments.select} WHERE r.site_id = $1 AND ${ofOne('$2')} ORDER BY r.created_at, r.uuid`;
const ofInvoices = (ids: string): string =>
  `${creditPayments.select} WHERE r.site_id = $1 AND (r.original_invoice_id IN ${ids} OR r.applied_to_invoice_id IN ${ids}) ORDER BY r.created_at, r.uuid LIMIT $2`;

const OF_REFUND = `${creditPayments.select} WHERE r.site_id = $1 AND r.refund_transaction_uuid = $2`;

export const creditPaymentRecords = (queries: Queries, siteId: string): CreditPaymentRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(uuid) {
    const row = await queries.get(BY_UUID, [siteId, uuid]);
    return row && creditPayments.read(row);
  },
  async add(record) {
    await queries.write(creditPayments.insert, creditPayments.values(siteId, record));
  },
  async save(record) {
    await queries.write(creditPayments.update, creditPayments.values(siteId, record));
  },
  async ofInvoice(invoiceId) {
    return (await queries.all(OF_INVOICE, [siteId, invoiceId])).map(creditPayments.read);
  },
  async ofInvoices(invoiceIds, limit) {
    const { sql, values } = among(invoiceIds, 3);
    return (await queries.all(ofInvoices(sql), [siteId, limit, ...values])).map(creditPayments.read);
  },
  async ofRefund(transactionUuid) {
    const row = await queries.get(OF_REFUND, [siteId, transactionUuid]);
    return row && creditPayments.read(row);
  },
});
