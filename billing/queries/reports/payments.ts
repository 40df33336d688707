import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { attemptsIn, type ReportedAttempt } from './attempts.ts';
import { shareInPercent } from './mrr-movements.ts';

const GROUP = ['gateway', 'card_type', 'country', 'initiator', 'attempt', 'currency'] as const;

type Group = Pick<ReportedAttempt, (typeof GROUP)[number]>;

const attemptsOf = (result?: 'approved' | 'declined'): ReportLead => ({
  to: 'attempts',
  by: GROUP,
  ...(result ? { where: () => ({ result }) } : {}),
});

export const PAYMENT_COLUMNS: readonly ReportColumn[] = [
  { name: 'gateway', label: 'Gateway', kind: 'text', filters: true },
  { name: 'card_type', label: 'Brand', kind: 'text', filters: true },
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'initiator', label: 'Initiated by', kind: 'text', filters: true, values: ['customer', 'merchant'] },
  { name: 'attempt', label: 'Attempt', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'attempts', label: 'Attempts', kind: 'count', leads: attemptsOf() },
  { name: 'approved', label: 'Approved', kind: 'count', leads: attemptsOf('approved') },
  { name: 'declined', label: 'Declined', kind: 'count', leads: attemptsOf('declined') },
  { name: 'approval_percent', label: 'Approval', kind: 'percent' },
  { name: 'amount', label: 'Asked for', kind: 'cents', leads: attemptsOf() },
  { name: 'approved_amount', label: 'Approved amount', kind: 'cents', leads: attemptsOf('approved') },
  { name: 'first_decline', label: 'Most frequent decline', kind: 'text', detail: true },
  { name: 'first_decline_count', label: 'Its declines', kind: 'count', detail: true },
];

const DECLINED: ReportLead = { to: 'attempts', by: [...GROUP, 'decline_code'] };

export const DECLINE_COLUMNS: readonly ReportColumn[] = [
  { name: 'gateway', label: 'Gateway', kind: 'text', filters: true },
  { name: 'card_type', label: 'Brand', kind: 'text', filters: true },
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'initiator', label: 'Initiated by', kind: 'text', filters: true, values: ['customer', 'merchant'] },
  { name: 'attempt', label: 'Attempt', kind: 'text', filters: true },
  { name: 'decline_code', label: 'Decline code', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'declined', label: 'Declined', kind: 'count', leads: DECLINED },
  { name: 'declined_percent', label: 'Of the currency', kind: 'percent' },
  { name: 'amount', label: 'Asked for', kind: 'cents', leads: DECLINED },
];

/** The number of attempts, and their amount in cents. */
class Tally {
  count = 0;
  amount = 0;

  add({ amount_in_cents }: ReportedAttempt): void {
    this.count += 1;
    this.amount += amount_in_cents;
  }
}

interface Outcomes {
  readonly group: Group;
  readonly all: Tally;
  readonly approved: Tally;
  /** The attempts that were declined, by the code of the decline. */
  readonly declined: Map<string, Tally>;
}

/** Counts the attempts of a period by what they have in common. */
const outcomesIn = async (records: Records, period: ReportPeriod): Promise<readonly Outcomes[]> => {
  const groups = new Map<string, Outcomes>();
  for await (const attempt of attemptsIn(records, period)) {
    const key = JSON.stringify(GROUP.map((name) => attempt[name]));
    const outcomes = groups.get(key) ?? {
      group: groupOf(attempt),
      all: new Tally(),
      approved: new Tally(),
      declined: new Map(),
    };
    groups.set(key, outcomes);
    outcomes.all.add(attempt);
    if (attempt.decline_code === null) outcomes.approved.add(attempt);
    else {
      const declined = outcomes.declined.get(attempt.decline_code) ?? new Tally();
      outcomes.declined.set(attempt.decline_code, declined);
      declined.add(attempt);
    }
  }
  return [...groups.values()];
};

const groupOf = ({ gateway, card_type, country, initiator, attempt, currency }: Group): Group => ({
  gateway,
  card_type,
  country,
  initiator,
  attempt,
  currency,
});

/**
 * Returns how many attempts to pay were approved, by gateway, brand, country of the address, who began them, and the
 * number of the attempt for its invoice.
 */
export async function* paymentRows(records: Records, _site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const rows = (await outcomesIn(records, period)).map(({ group, all, approved, declined }) => {
    const [decline] = [...declined].sort(
      ([one, { count }], [other, { count: more }]) => more - count || one.localeCompare(other, 'en'),
    );
    return {
      ...group,
      attempts: all.count,
      approved: approved.count,
      declined: all.count - approved.count,
      approval_percent: shareInPercent(approved.count, all.count),
      amount: all.amount,
      approved_amount: approved.amount,
      first_decline: decline?.[0] ?? null,
      first_decline_count: decline?.[1].count ?? 0,
    };
  });
  yield* rows.sort((one, other) => other.attempts - one.attempts || one.currency.localeCompare(other.currency, 'en'));
}

/** Returns how many attempts to pay were declined, by what `paymentRows` groups by and the code of the decline. */
export async function* declineRows(records: Records, _site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const outcomes = await outcomesIn(records, period);
  const rows = outcomes.flatMap(({ group, declined }) =>
    [...declined].map(([decline_code, { count, amount }]) => ({ ...group, decline_code, declined: count, amount })),
  );
  const ofCurrency = new Map<string, number>();
  for (const { currency, declined } of rows) ofCurrency.set(currency, (ofCurrency.get(currency) ?? 0) + declined);
  yield* rows
    .map((row) => ({ ...row, declined_percent: shareInPercent(row.declined, ofCurrency.get(row.currency) ?? 0) }))
    .sort((one, other) => one.currency.localeCompare(other.currency, 'en') || other.declined - one.declined);
}
