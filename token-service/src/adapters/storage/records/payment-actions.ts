import type { PaymentAction } from '@service/billing/domain/payments/payment-action.ts';
import type { PaymentActionRecords } from '@service/billing/ports/payment-actions.ts';
import { digest } from '../../../runtime/digest.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

/** An action as its row is inserted, with the digests of its tokens. */
type Row = PaymentAction & { readonly id_hash: string | null; readonly token_hash: string | null };

const actions = table<PaymentAction, Row>({
  name: 'payment_actions',
  key: ['key'],
  columns: [
    ...columns({
      key: 'text',
      state: 'text',
      operation: 'text',
      gateway_code: 'text',
      gateway_type: 'text',
      gateway_action: 'text',
      reference: 'text',
      method_reference: 'text',
      presented: 'json',
      amount_in_cents: 'bigint',
      currency: 'text',
      account_code: 'text',
      transaction_uuid: 'text',
      invoice_id: 'text',
      correlation: 'text',
      requests: 'bigint',
      created_at: 'bigint',
      ends_at: 'bigint',
      result_expires_at_ms: 'bigint',
    }),
  ],
  indexed: columns({ id_hash: 'text', token_hash: 'text' }),
});

const OPEN = "state IN ('waiting', 'confirmed')";
const BY_KEY = `${actions.select} WHERE r.site_id = $1 AND r.key = $2`;
const BY_ID = `${actions.select} WHERE r.site_id = $1 AND r.id_hash = $2`;
const BY_RESULT =
  `${actions.select} WHERE r.site_id = $1 AND r.result_hash = $2 AND r.result_expires_at_ms > $3 ` +
  "AND r.state = 'confirmed'";
const OF_TOKEN = 'SELECT 1 FROM payment_actions WHERE site_id = $1 AND key = $2 AND token_hash = $3';
const OPEN_OF =
  `${actions.select} WHERE r.site_id = $1 AND r.invoice_id = $2 AND r.${OPEN} ` +
  'ORDER BY r.created_at DESC, r.key DESC LIMIT 1';
const COUNT =
  'UPDATE payment_actions SET requests = requests + 1 WHERE site_id = $1 AND key = $2 AND requests < CAST($3 AS bigint)';
const CONFIRM =
  "UPDATE payment_actions SET state = 'confirmed', result_hash = $3, result_expires_at_ms = $4 " +
  `WHERE site_id = $1 AND key = $2 AND ${OPEN}`;
const FAIL = `UPDATE payment_actions SET state = 'failed', presented = NULL WHERE site_id = $1 AND key = $2 AND ${OPEN}`;
const USE =
  "UPDATE payment_actions SET state = 'used', presented = NULL WHERE site_id = $1 AND key = $2 AND state = 'confirmed'";
const REMOVE = 'DELETE FROM payment_actions WHERE site_id = $1 AND key = $2';

/** Operations that wait for a customer's confirmation. Billing info is erased once the customer decided otherwise. */
export const paymentActionRecords = (queries: Queries, siteId: string, due: DueReader): PaymentActionRecords => {
  const one = async (sql: string, ...values: readonly (string | number)[]): Promise<PaymentAction | undefined> => {
    const row = await queries.get(sql, [siteId, ...values]);
    return row && actions.read(row);
  };
  const changed = async (sql: string, ...values: readonly (string | number)[]): Promise<boolean> =>
    (await queries.run(sql, [siteId, ...values])) === 1;
  return {
    async add(action, { id, token_id }) {
      const row = { ...action, id_hash: id && digest(id), token_hash: token_id && digest(token_id) };
      await queries.write(actions.insert, actions.values(siteId, row));
    },
    get: (key) => one(BY_KEY, key),
    find: (id) => one(BY_ID, digest(id)),
    confirmed: (resultToken, now) => one(BY_RESULT, digest(resultToken), now),
    isOfToken: async (key, tokenId) => (await queries.get(OF_TOKEN, [siteId, key, digest(tokenId)])) !== undefined,
    openOf: (invoiceId) => one(OPEN_OF, invoiceId),
    count: (key, most) => changed(COUNT, key, most),
    confirm: (key, resultToken, expiresAt) => changed(CONFIRM, key, digest(resultToken), expiresAt),
    async fail(key) {
      await queries.write(FAIL, [siteId, key]);
    },
    use: (key) => changed(USE, key),
    async remove(key) {
      await queries.write(REMOVE, [siteId, key]);
    },
    ended: due({
      kind: 'payment_action',
      from: 'payment_actions r',
      id: 'r.key',
      subject: 'r.key',
      at: 'r.ends_at',
      where: 'r.ends_at <= :until',
      order: 'r.ends_at, r.key',
    }),
  };
};
