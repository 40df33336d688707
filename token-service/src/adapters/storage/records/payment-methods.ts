import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { cardNoticeAt, monthAnnouncedBy } from '@service/billing/domain/mail/reminders.ts';
import type { PaymentMethodRecords } from '@service/billing/ports/payment-methods.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';
import type { DueReader } from './due-items.ts';

const paymentMethods = table<BillingInfoRecord, Omit<BillingInfoRecord, 'uuid'>>({
  name: 'payment_methods',
  key: ['id'],
  columns: [
    ...columns({
      id: 'text',
      account_id: 'text',
      reference: 'text',
      gateway_code: 'text',
      network_transaction_id: 'text',
      created_at: 'bigint',
    }),
    ...resourceColumns(billingInfo),
  ],
  // The random end of the id, by which clients name it.
  computed: { uuid: { holds: 'text', sql: 'substr(r.id, 21)' } },
});

const listed: ListedTable<BillingInfoRecord, { readonly account_id: string }> = {
  table: paymentMethods,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_id }, bind) => [`r.account_id = ${bind(account_id)}`],
};

const PRIMARY = `${paymentMethods.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.primary_payment_method`;
const OF_ACCOUNT =
  `${paymentMethods.select} WHERE r.site_id = $1 AND r.account_id = $2 ` +
  'ORDER BY CASE WHEN r.primary_payment_method THEN 0 ELSE 1 END, r.created_at, r.id';
const primaries = (ids: string): string =>
  `${paymentMethods.select} WHERE r.site_id = $1 AND r.account_id IN ${ids} AND r.primary_payment_method ORDER BY r.id`;
const BY_ID = `${paymentMethods.select} WHERE r.site_id = $1 AND r.id = $2`;
const BY_REFERENCE = `${paymentMethods.select} WHERE r.site_id = $1 AND r.reference = $2 AND r.gateway_code = $3 ORDER BY r.account_id, r.id`;
const takeRole = (role: string): string =>
  `UPDATE payment_methods SET ${role} = false WHERE site_id = $1 AND account_id = $2 AND id <> $3 AND ${role}`;
const TAKE_PRIMARY = takeRole('primary_payment_method');
const TAKE_BACKUP = takeRole('backup_payment_method');
const REMOVE = 'DELETE FROM payment_methods WHERE site_id = $1 AND id = $2';
/** A change of the subscription that was computed before is refused. */
const UNBIND_SUBSCRIPTIONS =
  'UPDATE subscriptions SET billing_info_uuid = NULL, revision = revision + 1 ' +
  'WHERE site_id = $1 AND billing_info_uuid = $3 AND (account_id = $2 OR account_id IN ' +
  "(SELECT c.id FROM accounts c WHERE c.site_id = $1 AND c.parent_id = $2 AND c.bill_to = 'parent'))";
const UNBIND_INVOICES =
  'UPDATE invoices SET billing_info_uuid = NULL WHERE site_id = $1 AND account_id = $2 AND billing_info_uuid = $3 ' +
  "AND type = 'charge' AND state IN ('pending', 'processing', 'past_due')";
const TOLD = 'UPDATE payment_methods SET expiry_reminder_for = year * 12 + month WHERE site_id = $1 AND id = $2';

/** The methods of an account together, and what is bound to them. */
const wallets = (
  queries: Queries,
  siteId: string,
): Pick<PaymentMethodRecords, 'ofAccount' | 'remove' | 'removeAll'> => {
  const ofAccount: PaymentMethodRecords['ofAccount'] = async (accountId) =>
    (await queries.all(OF_ACCOUNT, [siteId, accountId])).map(paymentMethods.read);
  const remove: PaymentMethodRecords['remove'] = async ({ id, account_id, uuid }) => {
    for (const unbind of [UNBIND_SUBSCRIPTIONS, UNBIND_INVOICES])
      await queries.write(unbind, [siteId, account_id, uuid]);
    await queries.write(REMOVE, [siteId, id]);
  };
  return {
    ofAccount,
    remove,
    async removeAll(accountId) {
      for (const method of await ofAccount(accountId)) await remove(method);
    },
  };
};

export const paymentMethodRecords = (queries: Queries, siteId: string, due: DueReader): PaymentMethodRecords => ({
  ...wallets(queries, siteId),
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async primary(accountId) {
    const row = await queries.get(PRIMARY, [siteId, accountId]);
    return row && paymentMethods.read(row);
  },
  async primaries(accountIds) {
    const { sql, values } = among(accountIds, 2);
    return (await queries.all(primaries(sql), [siteId, ...values])).map(paymentMethods.read);
  },
  async byId(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && paymentMethods.read(row);
  },
  async byReference(gatewayCode, reference) {
    return (await queries.all(BY_REFERENCE, [siteId, reference, gatewayCode])).map(paymentMethods.read);
  },
  async takeRoles({ id, account_id, primary_payment_method, backup_payment_method }) {
    if (primary_payment_method) await queries.write(TAKE_PRIMARY, [siteId, account_id, id]);
    if (backup_payment_method) await queries.write(TAKE_BACKUP, [siteId, account_id, id]);
  },
  async save(record) {
    await queries.write(paymentMethods.upsert, paymentMethods.values(siteId, record));
  },
  cardsToRemind: due({
    kind: 'card_reminder',
    from: 'payment_methods r',
    id: 'r.id',
    subject: 'r.account_id',
    at: 'r.year * 12 + r.month',
    where:
      'r.year IS NOT NULL AND r.month IS NOT NULL AND COALESCE(r.expiry_reminder_for, 0) <> r.year * 12 + r.month ' +
      'AND r.year * 12 + r.month <= :until',
    order: 'r.year * 12 + r.month, r.id',
    // A card is valid to the end of a month, which SQL of two engines computes in two ways.
    scale: {
      fromSeconds: monthAnnouncedBy,
      toSeconds: (month) => cardNoticeAt(Math.floor((month - 1) / 12), ((month - 1) % 12) + 1),
    },
  }),
  async markReminded(id) {
    await queries.write(TOLD, [siteId, id]);
  },
});
