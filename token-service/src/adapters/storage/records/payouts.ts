import type { BookedAmount, BookedPayment } from '@service/billing/domain/payouts/match-line.ts';
import type { PayoutAcceptance, PayoutLineRecord, PayoutRecord } from '@service/billing/domain/payouts/payout.ts';
import type { PayoutFetch } from '@service/billing/domain/payouts/payout-fetch.ts';
import type { ComparedLine, PayoutRecords, PayoutSums, UnpaidTransaction } from '@service/billing/ports/payouts.ts';
import type { Queries, Row } from '../database.ts';
import { columns, recordReader, table } from '../table.ts';
import { among, powersOfTwo } from './among.ts';
import type { DueReader } from './due-items.ts';

const PAYOUT_COLUMNS = columns({
  id: 'text',
  gateway_code: 'text',
  reference: 'text',
  currency: 'text',
  amount_in_cents: 'bigint',
  arrived_on: 'text',
  booked_at: 'bigint',
  recorded_at: 'bigint',
  recorded_by: 'text',
});
const payouts = table<PayoutRecord>({ name: 'payouts', key: ['id'], columns: PAYOUT_COLUMNS });

const lines = table<PayoutLineRecord>({
  name: 'payout_lines',
  key: ['payout_id', 'position'],
  columns: columns({
    payout_id: 'text',
    position: 'bigint',
    gateway_code: 'text',
    line: 'text',
    kind: 'text',
    reference: 'text',
    payment: 'text',
    made_at: 'bigint',
    gross_in_cents: 'bigint',
    fee_in_cents: 'bigint',
    net_in_cents: 'bigint',
    charged_in_cents: 'bigint',
    charged_currency: 'text',
    posted_fee_in_cents: 'bigint',
  }),
});

const acceptances = table<PayoutAcceptance>({
  name: 'payout_acceptances',
  key: ['id'],
  columns: columns({
    id: 'text',
    gateway_code: 'text',
    item: 'text',
    currency: 'text',
    amount_in_cents: 'bigint',
    reason: 'text',
    accepted_at: 'bigint',
    accepted_by: 'text',
  }),
});

const ACCEPTED_SINCE =
  'SELECT DISTINCT a.gateway_code, a.item FROM payout_acceptances a WHERE a.site_id = $1 AND a.accepted_at >= $2 ' +
  'ORDER BY a.gateway_code, a.item';

const fetches = table<PayoutFetch>({
  name: 'payout_fetches',
  key: ['gateway_code'],
  columns: columns({
    gateway_code: 'text',
    next_at: 'bigint',
    running_until_ms: 'bigint',
    fetched_at: 'bigint',
    left_out: 'json',
  }),
});

const FETCHES = `${fetches.select} WHERE r.site_id = $1 ORDER BY r.gateway_code`;
const FIND_FETCH = `${fetches.select} WHERE r.site_id = $1 AND r.gateway_code = $2`;
const REMOVE_FETCH = 'DELETE FROM payout_fetches WHERE site_id = $1 AND gateway_code = $2';

const FIND = `${payouts.select} WHERE r.site_id = $1 AND r.gateway_code = $2 AND r.reference = $3`;
const LINES_OF = `${lines.select} WHERE r.site_id = $1 AND r.payout_id = $2 ORDER BY r.position`;
const ANY = 'SELECT 1 FROM payouts WHERE site_id = $1 LIMIT 1';
const known = (ids: string): string =>
  'SELECT l.line, p.reference FROM payout_lines l JOIN payouts p ON p.site_id = l.site_id AND p.id = l.payout_id ' +
  `WHERE l.site_id = $1 AND l.gateway_code = $2 AND l.line IN ${ids}`;

const grossOf = (kinds: string): string =>
  `CAST(sum(CASE WHEN l.kind IN (${kinds}) THEN l.gross_in_cents ELSE 0 END) AS bigint)`;
/** The gross amount of what is a fee as a whole. */
const FEE_LINES = "CASE WHEN l.kind = 'fee' THEN l.gross_in_cents ELSE 0 END";
const DATED =
  `SELECT ${payouts.columns.map(({ name }) => `r.${name}`).join(', ')}, s.* FROM payouts r JOIN (SELECT l.payout_id, ` +
  `count(*) AS lines, ${grossOf("'charge'")} AS charges_in_cents, ${grossOf("'refund'")} AS refunds_in_cents, ` +
  `${grossOf("'chargeback'")} AS chargebacks_in_cents, ${grossOf("'adjustment', 'payout'")} AS others_in_cents, ` +
  `CAST(sum(l.posted_fee_in_cents - ${FEE_LINES}) AS bigint) AS fees_in_cents, ` +
  'CAST(sum(l.fee_in_cents - l.posted_fee_in_cents) AS bigint) AS dispute_fees_in_cents ' +
  'FROM payout_lines l JOIN payouts p ON p.site_id = l.site_id AND p.id = l.payout_id ' +
  'WHERE l.site_id = $1 AND p.booked_at >= $2 AND p.booked_at < $3 GROUP BY l.payout_id) s ON s.payout_id = r.id ' +
  'WHERE r.site_id = $1 AND r.booked_at >= $2 AND r.booked_at < $3 AND (r.booked_at, r.id) > ($4, $5) ' +
  'ORDER BY r.booked_at, r.id LIMIT $6';
const sumsReader = recordReader([
  ...PAYOUT_COLUMNS,
  ...columns({
    lines: 'bigint',
    charges_in_cents: 'bigint',
    refunds_in_cents: 'bigint',
    chargebacks_in_cents: 'bigint',
    others_in_cents: 'bigint',
    fees_in_cents: 'bigint',
    dispute_fees_in_cents: 'bigint',
  }),
]);

/**
 * The transaction with a reference: of a payment and what was declined about it, the payment. The index of references
 * is in the collation of the database, and serves no comparison in that of a payout's column.
 */
const withReference = (reference: string): string =>
  `(SELECT x.uuid FROM transactions x WHERE x.site_id = l.site_id AND x.reference = ${reference} COLLATE "default" ` +
  'AND x.gateway_code = l.gateway_code ' +
  "ORDER BY CASE WHEN x.status IN ('failed', 'declined') THEN 1 ELSE 0 END, x.created_at, x.uuid LIMIT 1)";
const acceptedOf = (site: string, gateway: string, condition: string): string =>
  '(SELECT CAST(COALESCE(sum(a.amount_in_cents), 0) AS bigint) FROM payout_acceptances a ' +
  `WHERE a.site_id = ${site} AND a.gateway_code = ${gateway} AND ${condition})`;
/** The reason of the latest difference that was accepted. */
const reasonOf = (site: string, gateway: string, condition: string): string =>
  `(SELECT a.reason FROM payout_acceptances a WHERE a.site_id = ${site} AND a.gateway_code = ${gateway} ` +
  `AND ${condition} ORDER BY a.accepted_at DESC, a.id DESC LIMIT 1)`;
/** Whether an acceptance is about a line. SQLite uses the index for an `IN`, but not for an `OR`. */
const OF_LINE = "a.item IN (l.line, CASE WHEN l.kind IN ('charge', 'refund') THEN l.reference ELSE l.line END)";
const NUMBERED = 'i.invoice_number_prefix, i.invoice_number, c.account_code';

const COMPARED =
  `SELECT ${lines.columns.map(({ name }) => `l.${name}`).join(', ')}, p.reference AS payout_reference, p.arrived_on, ` +
  'p.booked_at, p.currency, t.amount_in_cents AS t_amount, t.currency AS t_currency, t.status AS t_status, ' +
  'o.amount_in_cents AS o_amount, o.currency AS o_currency, o.status AS o_status, ' +
  'd.amount_in_cents AS d_amount, d.currency AS d_currency, b.amount_in_cents AS b_amount, b.currency AS b_currency, ' +
  '(SELECT CAST(sum(x.gross_in_cents) AS bigint) FROM payout_lines x WHERE x.site_id = l.site_id ' +
  'AND x.gateway_code = l.gateway_code AND x.payment = l.payment) AS left_in_cents, ' +
  `${acceptedOf('l.site_id', 'l.gateway_code', OF_LINE)} AS accepted_in_cents, ` +
  `${reasonOf('l.site_id', 'l.gateway_code', OF_LINE)} AS accepted_reason, ${NUMBERED} ` +
  'FROM payout_lines l JOIN payouts p ON p.site_id = l.site_id AND p.id = l.payout_id ' +
  `LEFT JOIN transactions t ON t.site_id = l.site_id AND t.uuid = ${withReference('l.reference')} ` +
  `LEFT JOIN transactions o ON o.site_id = l.site_id AND o.uuid = ${withReference('l.payment')} ` +
  "LEFT JOIN disputes d ON l.kind = 'chargeback' AND d.site_id = l.site_id AND d.gateway_code = l.gateway_code " +
  'AND d.reference = l.reference ' +
  "LEFT JOIN payouts b ON l.kind = 'payout' AND b.site_id = l.site_id AND b.gateway_code = l.gateway_code " +
  'AND b.reference = l.reference ' +
  'LEFT JOIN transactions q ON q.site_id = l.site_id AND q.uuid = COALESCE(t.uuid, d.transaction_uuid, o.uuid) ' +
  'LEFT JOIN invoices i ON i.site_id = l.site_id AND i.uuid = q.invoice_id ' +
  'LEFT JOIN accounts c ON c.site_id = l.site_id AND c.id = q.account_id ';
const COMPARED_PAGE =
  `${COMPARED} WHERE l.site_id = $1 AND p.booked_at >= $2 AND p.booked_at < $3 ` +
  'AND (p.booked_at, p.id) >= ($4, $5) AND (p.booked_at, l.payout_id, l.position) > ($4, $5, $6) ' +
  'ORDER BY p.booked_at, l.payout_id, l.position LIMIT $7';
const COMPARED_LINE = `${COMPARED} WHERE l.site_id = $1 AND l.gateway_code = $2 AND l.line = $3`;

const ITEM_OF_UNPAID = 'a.item = t.reference COLLATE "C"';
const UNPAID_COLUMNS =
  'SELECT t.uuid, t.gateway_code, t.reference, t.action, t.created_at, t.amount_in_cents, t.currency, t.status, ' +
  `${acceptedOf('t.site_id', 't.gateway_code', ITEM_OF_UNPAID)} AS accepted_in_cents, ` +
  `${reasonOf('t.site_id', 't.gateway_code', ITEM_OF_UNPAID)} AS accepted_reason, ${NUMBERED} FROM transactions t `;
const OF_UNPAID =
  'LEFT JOIN invoices i ON i.site_id = t.site_id AND i.uuid = t.invoice_id ' +
  'LEFT JOIN accounts c ON c.site_id = t.site_id AND c.id = t.account_id ';
const IS_UNPAID =
  "t.action IN ('purchase', 'refund') AND t.status = 'success' AND t.reference IS NOT NULL " +
  'AND NOT EXISTS (SELECT 1 FROM payout_lines x WHERE x.site_id = t.site_id AND x.gateway_code = t.gateway_code ' +
  'AND x.reference = t.reference COLLATE "C")';
const UNPAID =
  `${UNPAID_COLUMNS}JOIN (SELECT l.gateway_code, l.charged_currency, min(l.made_at) AS first, ` +
  "max(l.made_at) AS last FROM payout_lines l WHERE l.site_id = $1 AND l.kind = 'charge' " +
  'GROUP BY l.gateway_code, l.charged_currency) g ' +
  `ON g.gateway_code = t.gateway_code AND g.charged_currency = t.currency ${OF_UNPAID}` +
  'WHERE t.site_id = $1 AND t.created_at >= $2 AND t.created_at < $3 AND (t.created_at, t.uuid) > ($4, $5) ' +
  `AND ${IS_UNPAID} AND t.created_at >= g.first AND t.created_at + $6 <= g.last ` +
  'ORDER BY t.created_at, t.uuid LIMIT $7';
const UNPAID_TRANSACTION =
  `${UNPAID_COLUMNS}${OF_UNPAID}WHERE t.site_id = $1 AND t.gateway_code = $2 AND t.reference = $3 AND ${IS_UNPAID} ` +
  'ORDER BY t.created_at, t.uuid LIMIT 1';

const disputesOf = (references: string): string =>
  'SELECT reference, amount_in_cents, currency, booked, fee_currency FROM disputes ' +
  `WHERE site_id = $1 AND gateway_code = $2 AND reference IN ${references}`;
const payoutsOf = (references: string): string =>
  `SELECT reference FROM payouts WHERE site_id = $1 AND gateway_code = $2 AND reference IN ${references}`;

/** References that are looked up together. */
const TOGETHER = 512;

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const amountOf = (row: Row, name: string): BookedAmount | undefined =>
  row[`${name}_amount`] === null
    ? undefined
    : { amount_in_cents: Number(row[`${name}_amount`]), currency: String(row[`${name}_currency`]) };
const paymentOf = (row: Row, name: string): BookedPayment | undefined => {
  const amount = amountOf(row, name);
  return amount && { ...amount, status: String(row[`${name}_status`]) };
};

const named = (row: Row) => ({
  invoice_number: row.invoice_number === null ? null : `${row.invoice_number_prefix}${row.invoice_number}`,
  account_code: textOf(row.account_code),
  accepted_reason: textOf(row.accepted_reason),
});

const comparedOf = (row: Row): ComparedLine => ({
  ...lines.read(row),
  payout_reference: String(row.payout_reference),
  arrived_on: String(row.arrived_on),
  booked_at: Number(row.booked_at),
  currency: String(row.currency),
  books: {
    transaction: paymentOf(row, 't'),
    payment: paymentOf(row, 'o'),
    dispute: amountOf(row, 'd'),
    payout: amountOf(row, 'b'),
    left_in_cents: row.left_in_cents === null ? null : Number(row.left_in_cents),
    accepted_in_cents: Number(row.accepted_in_cents),
  },
  ...named(row),
});

const unpaidOf = (row: Row): UnpaidTransaction => ({
  uuid: String(row.uuid),
  gateway_code: String(row.gateway_code),
  reference: String(row.reference),
  action: row.action === 'refund' ? 'refund' : 'purchase',
  created_at: Number(row.created_at),
  amount_in_cents: Number(row.amount_in_cents),
  currency: String(row.currency),
  status: String(row.status),
  accepted_in_cents: Number(row.accepted_in_cents),
  ...named(row),
});

export const payoutRecords = (queries: Queries, siteId: string, due: DueReader): PayoutRecords => {
  /** Returns the rows of all parts of a list of references. */
  const rowsOf = async (
    sql: (list: string) => string,
    gatewayCode: string,
    list: readonly string[],
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let from = 0; from < list.length; from += TOGETHER) {
      const some = among(list.slice(from, from + TOGETHER), 3);
      rows.push(...(await queries.all(sql(some.sql), [siteId, gatewayCode, ...some.values])));
    }
    return rows;
  };
  return {
    async add(payout, some) {
      await queries.write(payouts.insert, payouts.values(siteId, payout));
      for (let from = 0; from < some.length; from += TOGETHER) {
        for (const part of powersOfTwo(some.slice(from, from + TOGETHER))) {
          const { sql, values } = lines.insertAll(siteId, part);
          await queries.write(sql, values);
        }
      }
    },
    async find(gatewayCode, reference) {
      const row = await queries.get(FIND, [siteId, gatewayCode, reference]);
      return row && payouts.read(row);
    },
    linesOf: async (payoutId) => (await queries.all(LINES_OF, [siteId, payoutId])).map(lines.read),
    known: async (gatewayCode, ids) =>
      new Map((await rowsOf(known, gatewayCode, ids)).map((row) => [String(row.line), String(row.reference)])),
    hasAny: async () => (await queries.get(ANY, [siteId])) !== undefined,
    async dated({ from, to }, after, limit) {
      const rows = await queries.all(DATED, [siteId, from, to, after?.booked_at ?? 0, after?.id ?? '', limit]);
      return rows.map((row) => sumsReader(row) as PayoutSums);
    },
    async compared({ from, to }, after, limit) {
      const { booked_at = 0, payout_id = '', position = 0 } = after ?? {};
      const rows = await queries.all(COMPARED_PAGE, [siteId, from, to, booked_at, payout_id, position, limit]);
      return rows.map(comparedOf);
    },
    async comparedLine(gatewayCode, line) {
      const row = await queries.get(COMPARED_LINE, [siteId, gatewayCode, line]);
      return row && comparedOf(row);
    },
    async unpaid({ from, to }, grace, after, limit) {
      const { created_at = 0, uuid = '' } = after ?? {};
      return (await queries.all(UNPAID, [siteId, from, to, created_at, uuid, grace, limit])).map(unpaidOf);
    },
    async unpaidTransaction(gatewayCode, reference) {
      const row = await queries.get(UNPAID_TRANSACTION, [siteId, gatewayCode, reference]);
      return row && unpaidOf(row);
    },
    async accept(acceptance) {
      await queries.write(acceptances.insert, acceptances.values(siteId, acceptance));
    },
    async acceptedSince(at) {
      const rows = await queries.all(ACCEPTED_SINCE, [siteId, at]);
      return rows.map(({ gateway_code, item }) => ({ gateway_code: String(gateway_code), item: String(item) }));
    },
    fetches: async () => (await queries.all(FETCHES, [siteId])).map(fetches.read),
    async findFetch(gatewayCode) {
      const row = await queries.get(FIND_FETCH, [siteId, gatewayCode]);
      return row && fetches.read(row);
    },
    async saveFetch(fetch) {
      await queries.write(fetches.upsert, fetches.values(siteId, fetch));
    },
    async removeFetch(gatewayCode) {
      await queries.write(REMOVE_FETCH, [siteId, gatewayCode]);
    },
    due: due({
      kind: 'payout_fetch',
      from: 'payout_fetches r',
      id: 'r.gateway_code',
      subject: "'payouts ' || r.gateway_code",
      at: 'r.next_at',
      where: 'r.next_at <= :until',
      order: 'r.next_at',
    }),
    async about(gatewayCode, references) {
      const disputes = await rowsOf(disputesOf, gatewayCode, references);
      return {
        disputes: new Map(
          disputes.map(({ reference, amount_in_cents, currency, booked, fee_currency }) => [
            String(reference),
            {
              amount_in_cents: Number(amount_in_cents),
              currency: String(currency),
              has_fee: Boolean(booked) && fee_currency !== null,
            },
          ]),
        ),
        payouts: new Set((await rowsOf(payoutsOf, gatewayCode, references)).map(({ reference }) => String(reference))),
      };
    },
  };
};
