import type { LineTax } from '@service/billing/domain/adjustments/record.ts';
import type { Dunning } from '@service/billing/domain/dunning/dunning.ts';
import type { LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import type {
  DunnedInvoice,
  PaymentAttempt,
  ReportedLine,
  ReportedPosting,
  ReportRecords,
} from '@service/billing/ports/reports.ts';
import type { Queries, Row } from '../database.ts';
import { among } from './among.ts';
import { ABOUT_MOVEMENT } from './joined.ts';
import { turnoverIn } from './ledger-days.ts';
import { owedOfAccounts, owedOfOpen } from './owed.ts';
import {
  invoiceNumberIn,
  invoiceNumberOf,
  type JsonCell,
  nameOnAddress,
  rowJson,
  rowNumber,
  rowText,
} from './report-cells.ts';

/** Returns a value of the invoice with the line that a line credits; null for any other line. */
const ofOriginal = (value: string): string =>
  `CASE WHEN a.original_adjustment_uuid IS NOT NULL THEN (SELECT ${value} FROM adjustments o ` +
  'JOIN invoices oi ON oi.site_id = o.site_id AND oi.uuid = o.invoice_id ' +
  'WHERE o.site_id = a.site_id AND o.uuid = a.original_adjustment_uuid) END';
const COLUMNS =
  'a.uuid, a.position, i.uuid AS invoice_id, i.invoice_number_prefix, i.invoice_number, i.type AS invoice_type, ' +
  'i.origin AS invoice_origin, i.created_at AS invoiced_at, c.account_code, a.currency, i.address, a.shipping_address, i.tax_evidence, i.vat_number, ' +
  'i.vat_reverse_charge_notes, a.description, a.plan_code, a.origin, a.accounting_code, a.revenue_gl_account_code, ' +
  'a.liability_gl_account_code, a.performance_obligation_id, a.revenue_schedule_type, a.start_date, a.end_date, a.tax_exempt, a.taxes, a.tax_in_cents, a.total_in_cents, ' +
  `b.tax_address_country AS seller_country, ${ofOriginal('oi.created_at')} AS original_invoiced_at, ` +
  `${ofOriginal('oi.invoice_number_prefix || CAST(oi.invoice_number AS text)')} AS original_invoice_number, ` +
  'CASE WHEN i.gift_card_id IS NOT NULL OR (a.original_adjustment_uuid IS NOT NULL AND EXISTS (SELECT 1 FROM adjustments o ' +
  'JOIN invoices oi ON oi.site_id = o.site_id AND oi.uuid = o.invoice_id WHERE o.site_id = a.site_id ' +
  'AND o.uuid = a.original_adjustment_uuid AND oi.gift_card_id IS NOT NULL)) THEN 1 ELSE 0 END AS gift_card';
const FROM =
  'FROM invoices i JOIN adjustments a ON a.site_id = i.site_id AND a.invoice_id = i.uuid ' +
  'JOIN accounts c ON c.site_id = i.site_id AND c.id = i.account_id ' +
  'LEFT JOIN business_entities b ON b.site_id = i.site_id AND b.id = i.business_entity_id COLLATE "C" ';
/** The invoice is asked for too: PostgreSQL begins to read an index there, and not at the place in two tables. */
const PAGE =
  'AND (i.created_at, i.uuid) >= ($4, $5) AND (i.created_at, i.uuid, a.position) > ($4, $5, $6) ' +
  'ORDER BY i.created_at, i.uuid, a.position LIMIT $7';
const LINES = `SELECT ${COLUMNS} ${FROM}WHERE i.site_id = $1 AND i.created_at >= $2 AND i.created_at < $3 ${PAGE}`;

/** The invoices whose lines are posted to the ledger account revenue. */
const OF_REVENUE = "i.gift_card_id IS NULL AND i.origin NOT IN ('write_off', 'external_credit', 'carryforward')";
/**
 * A line that credits no other one; or one that credits what was carried forward, whose sale is in the books of another
 * system: its refund is a loss of revenue here.
 */
const STANDS_ALONE =
  '(a.original_adjustment_uuid IS NULL OR EXISTS (SELECT 1 FROM adjustments co JOIN invoices ci ON ci.site_id = co.site_id ' +
  "AND ci.uuid = co.invoice_id AND ci.origin = 'carryforward' WHERE co.site_id = a.site_id AND co.uuid = a.original_adjustment_uuid))";
const REVENUE_LINES =
  `SELECT ${COLUMNS}, s.expires_at AS ended_at ${FROM}` +
  "LEFT JOIN subscriptions s ON s.site_id = a.site_id AND s.uuid = a.subscription_id AND s.state = 'expired' " +
  `AND s.expires_at < $3 WHERE i.site_id = $1 AND i.created_at < $3 AND ${OF_REVENUE} AND ${STANDS_ALONE} ` +
  'AND (i.created_at >= $2 OR a.start_date >= $2 OR a.end_date > $2 OR a.uuid IN (' +
  'SELECT k.original_adjustment_uuid FROM invoices ki ' +
  'JOIN adjustments k ON k.site_id = ki.site_id AND k.invoice_id = ki.uuid ' +
  'WHERE ki.site_id = $1 AND ki.created_at >= $2 AND ki.created_at < $3 AND k.original_adjustment_uuid IS NOT NULL) ' +
  `OR a.revenue_schedule_type = 'never') ${PAGE}`;
const CREDITS =
  'SELECT a.original_adjustment_uuid AS original, i.created_at AS credited_at, i.invoice_number_prefix, i.invoice_number, ' +
  'a.total_in_cents - a.tax_in_cents AS net FROM adjustments a ' +
  'JOIN invoices i ON i.site_id = a.site_id AND i.uuid = a.invoice_id ' +
  `WHERE a.site_id = $1 AND i.created_at < $2 AND ${OF_REVENUE} AND a.original_adjustment_uuid IN `;

const POSTINGS =
  'SELECT m.id, e.line, m.at, m.kind, e.account, m.currency, e.amount, c.account_code, i.invoice_number_prefix, ' +
  'i.invoice_number FROM ledger_movements m JOIN ledger_entries e ON e.site_id = m.site_id AND e.movement_id = m.id ' +
  ABOUT_MOVEMENT +
  'WHERE m.site_id = $1 AND (m.at, m.id) >= ($3, $4) AND m.at < $2 AND (m.at, m.id, e.line) > ($3, $4, $5) ' +
  'ORDER BY m.at, m.id, e.line LIMIT $6';

const GIFT_CARDS_OWED =
  'SELECT g.currency, CAST(sum(g.unit_amount_in_cents) AS bigint) AS cents FROM gift_cards g ' +
  'LEFT JOIN invoices i ON i.site_id = g.site_id AND i.uuid = g.redemption_invoice_id ' +
  'WHERE g.site_id = $1 AND g.created_at < $2 AND (i.uuid IS NULL OR i.created_at >= $2) ' +
  'AND (g.canceled_at IS NULL OR g.canceled_at >= $2) ' +
  'AND (g.breakage_at IS NULL OR g.breakage_at >= $2) GROUP BY g.currency';
const PLAN_CODES =
  'SELECT plan_code FROM plans WHERE site_id = $1 UNION SELECT plan_code FROM subscriptions WHERE site_id = $1 ' +
  'UNION SELECT plan_code FROM mrr_movements WHERE site_id = $1 ORDER BY plan_code';

/** Joins the credit invoices of payments that settled after their invoice was closed, by whose attempts they count. */
const KEPT_AS_CREDIT =
  'FROM invoice_originals o JOIN invoices k ON k.site_id = o.site_id AND k.uuid = o.credit_id ' +
  "AND k.origin = 'external_credit' WHERE o.site_id = t.site_id AND";
const ASKED_FOR = `COALESCE((SELECT o.charge_id ${KEPT_AS_CREDIT} o.credit_id = t.invoice_id), t.invoice_id)`;
const ATTEMPTS =
  'SELECT t.gateway_code, t.recurring, t.initiator, t.status, t.currency, t.amount_in_cents, t.transaction_error, ' +
  't.details, t.created_at, t.uuid, c.account_code, i.invoice_number_prefix, i.invoice_number, CASE WHEN t.invoice_id IS NULL THEN 1 ELSE (SELECT count(*) FROM transactions p ' +
  `WHERE p.site_id = t.site_id AND p.invoice_id IN (SELECT ${ASKED_FOR} UNION ALL ` +
  `SELECT o.credit_id ${KEPT_AS_CREDIT} o.charge_id = ${ASKED_FOR}) AND p.uuid <= t.uuid ` +
  "AND p.action IN ('purchase', 'authorization')) END AS attempt FROM transactions t " +
  'LEFT JOIN accounts c ON c.site_id = t.site_id AND c.id = t.account_id ' +
  'LEFT JOIN invoices i ON i.site_id = t.site_id AND i.uuid = t.invoice_id ' +
  'WHERE t.site_id = $1 AND t.created_at < $2 AND (t.created_at, t.uuid) > ($3, $4) ' +
  "AND t.action IN ('purchase', 'authorization') ORDER BY t.created_at, t.uuid LIMIT $5";

const DUNNED =
  'SELECT i.uuid, i.created_at, i.invoice_number_prefix, i.invoice_number, c.account_code, i.currency, i.state, ' +
  'i.dunning, i.recovery_reason, i.balance_in_cents FROM invoices i ' +
  'JOIN accounts c ON c.site_id = i.site_id AND c.id = i.account_id WHERE i.site_id = $1 AND i.created_at < $2 AND i.dunning IS NOT NULL AND (i.created_at, i.uuid) > ($3, $4) ' +
  'ORDER BY i.created_at, i.uuid LIMIT $5';
const PAYMENTS_OF =
  'SELECT t.invoice_id, t.created_at, t.amount_in_cents, t.backup_payment_method_used AS by_backup FROM transactions t ' +
  "WHERE t.site_id = $1 AND t.action = 'purchase' AND t.status = 'success' AND t.invoice_id IN ";
/** An invoice that was marked as paid has no transaction. */
const MARKED_AS_PAID =
  'SELECT i.uuid AS invoice_id, m.at AS created_at, -e.amount AS amount_in_cents FROM invoices i ' +
  'JOIN ledger_movements m ON m.site_id = i.site_id AND m.account_id = i.account_id AND m.currency = i.currency ' +
  "AND m.subject = i.uuid AND m.kind = 'invoice.marked_successful' JOIN ledger_entries e ON e.site_id = m.site_id " +
  "AND e.movement_id = m.id AND e.account = 'receivable' WHERE i.site_id = $1 AND i.uuid IN ";
const WRITTEN_OFF_OF =
  'SELECT p.applied_to_invoice_id AS invoice_id, p.amount_in_cents FROM credit_payments p ' +
  "WHERE p.site_id = $1 AND p.action = 'write_off' AND p.voided_at IS NULL AND p.applied_to_invoice_id IN ";

const lineOf = (row: Row): ReportedLine => {
  const address = rowJson(row.address);
  const evidence = rowJson(row.tax_evidence);
  const taxed = row.shipping_address === null ? address : rowJson(row.shipping_address);
  return {
    uuid: String(row.uuid),
    position: Number(row.position),
    invoice_id: String(row.invoice_id),
    invoice_number: invoiceNumberOf(row),
    invoice_type: String(row.invoice_type) as ReportedLine['invoice_type'],
    invoice_origin: String(row.invoice_origin),
    invoiced_at: Number(row.invoiced_at),
    account_code: String(row.account_code),
    currency: String(row.currency),
    customer: nameOnAddress(address),
    country: rowText(taxed.country),
    state: rowText(taxed.state),
    seller_country: rowText(row.seller_country),
    billing_country: rowText(address.country),
    ip_country: rowText(evidence.ip_country),
    method_country: rowText(evidence.method_country),
    delivered: row.shipping_address !== null,
    vat_number: rowText(row.vat_number),
    reverse_charge: row.vat_reverse_charge_notes !== null,
    description: rowText(row.description),
    plan_code: rowText(row.plan_code),
    origin: String(row.origin),
    accounting_code: rowText(row.accounting_code),
    revenue_gl_account_code: rowText(row.revenue_gl_account_code),
    liability_gl_account_code: rowText(row.liability_gl_account_code),
    performance_obligation_id: rowText(row.performance_obligation_id),
    revenue_schedule_type: rowText(row.revenue_schedule_type),
    start_date: Number(row.start_date),
    end_date: rowNumber(row.end_date),
    tax_exempt: Boolean(row.tax_exempt),
    gift_card: Number(row.gift_card) === 1,
    original_invoiced_at: rowNumber(row.original_invoiced_at),
    original_invoice_number: rowText(row.original_invoice_number),
    taxes: JSON.parse(String(row.taxes)) as readonly LineTax[],
    tax_in_cents: Number(row.tax_in_cents),
    total_in_cents: Number(row.total_in_cents),
  };
};

const postingOf = (row: Row): ReportedPosting => ({
  movement_id: String(row.id),
  line: Number(row.line),
  at: Number(row.at),
  kind: String(row.kind),
  account: String(row.account) as LedgerAccount,
  currency: String(row.currency),
  amount_in_cents: Number(row.amount),
  account_code: rowText(row.account_code),
  invoice_number: invoiceNumberIn(row),
});

const attemptOf = (row: Row): PaymentAttempt => {
  const account = rowJson(row.details).account as JsonCell | undefined;
  const method = (account?.billing_info ?? {}) as JsonCell;
  return {
    uuid: String(row.uuid),
    created_at: Number(row.created_at),
    account_code: rowText(row.account_code),
    invoice_number: invoiceNumberIn(row),
    gateway_code: rowText(row.gateway_code),
    card_type: rowText(method.card_type),
    country: rowText(method.country ?? (method.address as JsonCell | undefined)?.country),
    by_merchant: Boolean(row.recurring) || row.initiator === 'merchant',
    status: String(row.status),
    error_code: rowText(rowJson(row.transaction_error).error_code),
    attempt: Number(row.attempt),
    currency: String(row.currency),
    amount_in_cents: Number(row.amount_in_cents),
  };
};

const centsOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { amount_in_cents }) => sum + Number(amount_in_cents), 0);

export const reportRecords = (queries: Queries, siteId: string): ReportRecords => ({
  async lines({ from, to }, after, limit) {
    const { invoiced_at = from, invoice_id = '', position = -1 } = after ?? {};
    const values = [siteId, from, to, invoiced_at, invoice_id, position, limit];
    return (await queries.all(LINES, values)).map(lineOf);
  },
  async revenueLines({ from, to }, after, limit) {
    const { invoiced_at = 0, invoice_id = '', position = -1 } = after ?? {};
    const rows = await queries.all(REVENUE_LINES, [siteId, from, to, invoiced_at, invoice_id, position, limit]);
    const lines = rows.map((row) => ({ ...lineOf(row), ended_at: rowNumber(row.ended_at) }));
    const { sql, values } = among(
      lines.map(({ uuid }) => uuid),
      3,
    );
    const credits = await queries.all(`${CREDITS}${sql} ORDER BY i.created_at, a.uuid`, [siteId, to, ...values]);
    const ofLines = Map.groupBy(credits, ({ original }) => String(original));
    return lines.map((line) => ({
      ...line,
      credits: (ofLines.get(line.uuid) ?? []).map((credit) => ({
        credited_at: Number(credit.credited_at),
        invoice_number: invoiceNumberOf(credit),
        net_in_cents: Number(credit.net),
      })),
    }));
  },
  owed: (before, after, limit) => owedOfAccounts(queries, siteId, before, after, limit),
  open: (before, after, limit) => owedOfOpen(queries, siteId, before, after, limit),
  turnover: (period, limit) => turnoverIn(queries, siteId, period, limit),
  async giftCardsOwed(before) {
    const rows = await queries.all(GIFT_CARDS_OWED, [siteId, before]);
    return new Map(rows.map(({ currency, cents }) => [String(currency), Number(cents)]));
  },
  planCodes: async () => (await queries.all(PLAN_CODES, [siteId])).map(({ plan_code }) => String(plan_code)),
  async dunnedInvoices(before, after, limit) {
    const { created_at = 0, uuid = '' } = after ?? {};
    const rows = await queries.all(DUNNED, [siteId, before, created_at, uuid, limit]);
    const { sql, values } = among(
      rows.map((row) => String(row.uuid)),
      2,
    );
    const byInvoice = async (...statements: readonly string[]) => {
      const found: Row[] = [];
      for (const statement of statements) found.push(...(await queries.all(`${statement}${sql}`, [siteId, ...values])));
      return Map.groupBy(found, ({ invoice_id }) => String(invoice_id));
    };
    const payments = await byInvoice(PAYMENTS_OF, MARKED_AS_PAID);
    const writtenOff = await byInvoice(WRITTEN_OFF_OF);
    return rows.map((row): DunnedInvoice => {
      const { campaign, events_count, started_at } = JSON.parse(String(row.dunning)) as Dunning;
      const id = String(row.uuid);
      const paid = (payments.get(id) ?? []).filter((payment) => Number(payment.created_at) >= started_at);
      return {
        uuid: id,
        created_at: Number(row.created_at),
        invoice_number: invoiceNumberOf(row),
        account_code: String(row.account_code),
        currency: String(row.currency),
        ...{ campaign, events_count, started_at },
        state: String(row.state) as DunnedInvoice['state'],
        recovery_reason: rowText(row.recovery_reason),
        balance_in_cents: Number(row.balance_in_cents),
        paid_in_cents: centsOf(paid),
        paid_by_backup_in_cents: centsOf(paid.filter(({ by_backup }) => Boolean(by_backup))),
        written_off_in_cents: centsOf(writtenOff.get(id) ?? []),
      };
    });
  },
  async postings({ from, to }, after, limit) {
    const { at = from, movement_id = '', line = -1 } = after ?? {};
    return (await queries.all(POSTINGS, [siteId, to, at, movement_id, line, limit])).map(postingOf);
  },
  async attempts({ from, to }, after, limit) {
    const { created_at = from, uuid = '' } = after ?? {};
    return (await queries.all(ATTEMPTS, [siteId, to, created_at, uuid, limit])).map(attemptOf);
  },
});
