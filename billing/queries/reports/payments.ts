import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { PaymentOutcomeCount } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

export const PAYMENT_COLUMNS: readonly ReportColumn[] = [
  { name: 'gateway', label: 'Gateway', kind: 'text' },
  { name: 'card_type', label: 'Brand', kind: 'text' },
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'initiator', label: 'Initiated by', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'attempts', label: 'Attempts', kind: 'count' },
  { name: 'approved', label: 'Approved', kind: 'count' },
  { name: 'approval_percent', label: 'Approval', kind: 'percent' },
  { name: 'amount', label: 'Asked for', kind: 'cents' },
  { name: 'approved_amount', label: 'Approved amount', kind: 'cents' },
  { name: 'first_decline', label: 'Most frequent decline', kind: 'text' },
  { name: 'first_decline_count', label: 'Its declines', kind: 'count' },
];

/** Attempts that were taken, whatever became of the payment later. */
const APPROVED = ['success', 'void', 'processing', 'scheduled', 'pending'];

/** A debit that its bank returned days later was taken all the same. */
const isApproved = ({ status, error_code }: PaymentOutcomeCount): boolean =>
  APPROVED.includes(status) || error_code === 'ach_return';

/** Returns how many attempts to pay were approved, by gateway, brand, country of the address and who began them. */
export async function* paymentRows(records: Records, _site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const outcomes = await records.reports.paymentOutcomes(period);
  const groups = Map.groupBy(outcomes, (outcome) => JSON.stringify(groupOf(outcome)));
  const rows = [...groups.values()].map((some) => {
    const approved = some.filter(isApproved);
    const attempts = countOf(some);
    const [decline] = declinesOf(some);
    return {
      ...groupOf(some[0]!),
      attempts,
      approved: countOf(approved),
      approval_percent: Math.round((countOf(approved) * 1000) / attempts) / 10,
      amount: amountOf(some),
      approved_amount: amountOf(approved),
      first_decline: decline?.[0] ?? null,
      first_decline_count: decline?.[1] ?? 0,
    };
  });
  yield* rows.sort((one, other) => other.attempts - one.attempts || one.currency.localeCompare(other.currency, 'en'));
}

/** The merchant initiates renewals and retries, and the customer all else. */
const groupOf = ({ gateway_code, card_type, country, by_merchant, currency }: PaymentOutcomeCount) => ({
  gateway: gateway_code,
  card_type,
  country,
  initiator: by_merchant ? 'merchant' : 'customer',
  currency,
});

const countOf = (outcomes: readonly PaymentOutcomeCount[]): number =>
  outcomes.reduce((sum, { count }) => sum + count, 0);

const amountOf = (outcomes: readonly PaymentOutcomeCount[]): number =>
  outcomes.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);

/** The codes of declines, the most frequent first. */
const declinesOf = (outcomes: readonly PaymentOutcomeCount[]): readonly (readonly [string, number])[] => {
  const counts = sumsByCode(outcomes.filter((outcome) => !isApproved(outcome)));
  return [...counts].sort(([one, many], [other, more]) => more - many || one.localeCompare(other, 'en'));
};

const sumsByCode = (outcomes: readonly PaymentOutcomeCount[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { error_code, count } of outcomes) {
    const code = error_code ?? 'unknown';
    sums.set(code, (sums.get(code) ?? 0) + count);
  }
  return sums;
};
