import { PAYOUT_ARRIVED, PAYOUT_FEES } from '../../domain/ledger/payout-movements.ts';
import { type MatchedLine, PAYOUT_MATCHES } from '../../domain/payouts/match-line.ts';
import { PAYOUT_LINE_KINDS } from '../../domain/payouts/payout.ts';
import {
  differingSums,
  type ReportColumn,
  type ReportDifference,
  type ReportLead,
  type ReportPeriod,
  type ReportRow,
  type ReportSums,
} from '../../domain/reports/report.ts';
import type { ComparedLine } from '../../ports/payouts.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { amountText } from '../../values/money/money-text.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { comparedLines, payoutsIn, unpaidTransactions } from '../payouts/compare.ts';
import { ledgerSumOf } from './ledger-sums.ts';

const LEADS: ReportLead = { to: 'reconciliation', by: ['gateway', 'payout'] };
const leadsTo = (kinds: string): ReportLead => ({ ...LEADS, where: () => ({ kind: kinds }) });

export const PAYOUT_COLUMNS: readonly ReportColumn[] = [
  { name: 'booked_on', label: 'Date', kind: 'day' },
  { name: 'arrived_on', label: 'Arrived', kind: 'day' },
  { name: 'gateway', label: 'Gateway', kind: 'text', filters: true },
  { name: 'payout', label: 'Payout', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'lines', label: 'Lines', kind: 'count', leads: LEADS },
  { name: 'charges', label: 'Charges', kind: 'cents', leads: leadsTo('charge') },
  { name: 'refunds', label: 'Refunds', kind: 'cents', leads: leadsTo('refund') },
  { name: 'chargebacks', label: 'Chargebacks', kind: 'cents', leads: leadsTo('chargeback') },
  { name: 'others', label: 'Other', kind: 'cents', leads: leadsTo('adjustment,payout'), unlessZero: true },
  { name: 'fees', label: 'Fees', kind: 'cents' },
  { name: 'dispute_fees', label: 'Fees of disputes', kind: 'cents', unlessZero: true },
  { name: 'amount', label: 'Paid out', kind: 'cents', leads: LEADS },
];

/** Returns the payouts that are dated in a period, each with the sums of its lines. */
export async function* payoutRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  for await (const payout of payoutsIn(records, period)) {
    yield {
      booked_on: dayIn(site.time_zone, payout.booked_at),
      arrived_on: payout.arrived_on,
      gateway: payout.gateway_code,
      payout: payout.reference,
      currency: payout.currency,
      lines: payout.lines,
      charges: payout.charges_in_cents,
      refunds: payout.refunds_in_cents,
      chargebacks: payout.chargebacks_in_cents,
      others: payout.others_in_cents,
      fees: payout.fees_in_cents,
      dispute_fees: payout.dispute_fees_in_cents,
      amount: payout.amount_in_cents,
    };
  }
}

/** Returns the currencies in which the payouts and their fees are not what the ledger has of them. */
export const payoutDifferences = async (
  { reports }: Pick<Records, 'reports'>,
  period: ReportPeriod,
  sums: ReportSums,
): Promise<readonly ReportDifference[]> => [
  ...differingSums('payouts', sums.of('amount'), await ledgerSumOf(reports, period, 'bank', PAYOUT_ARRIVED)),
  ...differingSums('fees of payouts', sums.of('fees'), await ledgerSumOf(reports, period, 'fees', PAYOUT_FEES)),
];

export const RECONCILIATION_COLUMNS: readonly ReportColumn[] = [
  { name: 'result', label: 'Result', kind: 'text', values: PAYOUT_MATCHES, filters: true },
  { name: 'date', label: 'Date', kind: 'day' },
  { name: 'gateway', label: 'Gateway', kind: 'text', filters: true },
  { name: 'payout', label: 'Payout', kind: 'text', filters: true },
  { name: 'line', label: 'Line', kind: 'text', detail: true },
  { name: 'kind', label: 'Kind', kind: 'text', values: PAYOUT_LINE_KINDS, filters: true },
  { name: 'reference', label: 'Reference', kind: 'text' },
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice' },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'charged', label: 'Charged', kind: 'text', detail: true },
  { name: 'gross', label: 'At the gateway', kind: 'cents' },
  { name: 'booked', label: 'In the books', kind: 'cents' },
  { name: 'accepted', label: 'Accepted', kind: 'cents', unlessZero: true, opens: 'payout_acceptance' },
  { name: 'reason', label: 'Reason', kind: 'text', unlessZero: true },
  { name: 'difference', label: 'Difference', kind: 'cents', opens: 'payout_difference' },
  { name: 'fee', label: 'Fee', kind: 'cents', detail: true },
  { name: 'net', label: 'Net', kind: 'cents', detail: true },
];

/**
 * Returns each line of the payouts that are dated in a period, compared with the books, and then the payments and
 * refunds of the period that no payout has.
 */
export async function* reconciliationRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
): AsyncGenerator<ReportRow> {
  for await (const { line, match } of comparedLines(records, period)) {
    yield {
      result: match.result,
      date: dayIn(site.time_zone, line.booked_at),
      gateway: line.gateway_code,
      payout: line.payout_reference,
      line: line.line,
      kind: line.kind,
      reference: line.reference,
      invoice_number: line.invoice_number,
      account_code: line.account_code,
      currency: line.currency,
      charged: amountText(line.charged_in_cents, line.charged_currency),
      gross: line.gross_in_cents,
      ...inCurrencyOfPayout(line, match),
      reason: line.books.accepted_in_cents === 0 ? null : line.accepted_reason,
      fee: line.fee_in_cents,
      net: line.net_in_cents,
    };
  }
  for await (const { transaction, match } of unpaidTransactions(records, period)) {
    yield {
      result: match.result,
      date: dayIn(site.time_zone, transaction.created_at),
      gateway: transaction.gateway_code,
      payout: null,
      line: null,
      kind: transaction.action === 'refund' ? 'refund' : 'charge',
      reference: transaction.reference,
      invoice_number: transaction.invoice_number,
      account_code: transaction.account_code,
      currency: transaction.currency,
      charged: null,
      gross: null,
      booked: match.booked_in_cents,
      accepted: transaction.accepted_in_cents,
      reason: transaction.accepted_in_cents === 0 ? null : transaction.accepted_reason,
      difference: match.difference_in_cents,
      fee: null,
      net: null,
    };
  }
}

/** Amounts that the gateway has converted agree as a whole, or not at all. */
const inCurrencyOfPayout = (
  { currency, charged_currency, gross_in_cents, books: { accepted_in_cents } }: ComparedLine,
  { result, booked_in_cents, difference_in_cents }: MatchedLine,
) => {
  if (charged_currency === currency)
    return { booked: booked_in_cents, accepted: accepted_in_cents, difference: difference_in_cents };
  if (difference_in_cents !== 0) return { booked: null, accepted: 0, difference: gross_in_cents };
  if (result === 'accepted') return { booked: null, accepted: gross_in_cents, difference: 0 };
  return { booked: booked_in_cents === null ? null : gross_in_cents, accepted: 0, difference: 0 };
};
