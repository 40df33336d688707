import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { PaymentOutcomeCount } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { shareInPercent } from './mrr-movements.ts';

const DECLINES: ReportLead = {
  to: 'declines',
  by: ['gateway', 'card_type', 'country', 'initiator', 'attempt', 'currency'],
};

export const PAYMENT_COLUMNS: readonly ReportColumn[] = [
  { name: 'gateway', label: 'Gateway', kind: 'text' },
  { name: 'card_type', label: 'Brand', kind: 'text' },
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'initiator', label: 'Initiated by', kind: 'text' },
  { name: 'attempt', label: 'Attempt', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'attempts', label: 'Attempts', kind: 'count' },
  { name: 'approved', label: 'Approved', kind: 'count' },
  { name: 'declined', label: 'Declined', kind: 'count', leads: DECLINES },
  { name: 'approval_percent', label: 'Approval', kind: 'percent' },
  { name: 'amount', label: 'Asked for', kind: 'cents' },
  { name: 'approved_amount', label: 'Approved amount', kind: 'cents' },
  { name: 'first_decline', label: 'Most frequent decline', kind: 'text', detail: true },
  { name: 'first_decline_count', label: 'Its declines', kind: 'count', detail: true },
];

export const DECLINE_COLUMNS: readonly ReportColumn[] = [
  { name: 'gateway', label: 'Gateway', kind: 'text' },
  { name: 'card_type', label: 'Brand', kind: 'text' },
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'initiator', label: 'Initiated by', kind: 'text' },
  { name: 'attempt', label: 'Attempt', kind: 'text', filters: true },
  { name: 'decline_code', label: 'Decline code', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'declined', label: 'Declined', kind: 'count' },
  { name: 'declined_percent', label: 'Of the currency', kind: 'percent' },
  { name: 'amount', label: 'Asked for', kind: 'cents' },
];

/** Attempts that were taken, whatever became of the payment later. */
const APPROVED = ['success', 'void', 'processing', 'scheduled', 'pending'];

/** A debit that its bank returned days later was taken all the same. */
const isApproved = ({ status, error_code }: PaymentOutcomeCount): boolean =>
  APPROVED.includes(status) || error_code === 'ach_return';

/**
 * Returns how many attempts to pay were approved, by gateway, brand, country of the address, who began them, and the
 * number of the attempt for its invoice.
 */
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
      declined: attempts - countOf(approved),
      approval_percent: shareInPercent(countOf(approved), attempts),
      amount: amountOf(some),
      approved_amount: amountOf(approved),
      first_decline: decline?.[0] ?? null,
      first_decline_count: decline?.[1] ?? 0,
    };
  });
  yield* rows.sort((one, other) => other.attempts - one.attempts || one.currency.localeCompare(other.currency, 'en'));
}

/** Returns how many attempts to pay were declined, by what `paymentRows` groups by and the code of the decline. */
export async function* declineRows(records: Records, _site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const declined = (await records.reports.paymentOutcomes(period)).filter((outcome) => !isApproved(outcome));
  const groups = Map.groupBy(declined, (outcome) => JSON.stringify([groupOf(outcome), codeOf(outcome)]));
  const byCurrency = Map.groupBy(declined, ({ currency }) => currency);
  const rows = [...groups.values()].map((some) => {
    const group = groupOf(some[0]!);
    return {
      ...group,
      decline_code: codeOf(some[0]!),
      declined: countOf(some),
      declined_percent: shareInPercent(countOf(some), countOf(byCurrency.get(group.currency) ?? [])),
      amount: amountOf(some),
    };
  });
  yield* rows.sort((one, other) => one.currency.localeCompare(other.currency, 'en') || other.declined - one.declined);
}

const codeOf = ({ error_code }: PaymentOutcomeCount): string => error_code ?? 'unknown';

/** Attempts from this one on are one group. */
const MANY = 10;

/** The merchant initiates renewals and retries, and the customer all else. */
const groupOf = ({ gateway_code, card_type, country, by_merchant, attempt, currency }: PaymentOutcomeCount) => ({
  gateway: gateway_code,
  card_type,
  country,
  initiator: by_merchant ? 'merchant' : 'customer',
  attempt: attempt < MANY ? String(attempt) : `${MANY}+`,
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
  for (const outcome of outcomes) {
    const code = codeOf(outcome);
    sums.set(code, (sums.get(code) ?? 0) + outcome.count);
  }
  return sums;
};
