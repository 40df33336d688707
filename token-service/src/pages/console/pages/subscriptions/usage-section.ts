import { isTrialPeriod } from '@service/billing/domain/subscriptions/periods.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { isCountedByTerm, isLastCounted } from '@service/billing/domain/subscriptions/usage-counter.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import type { PreviewedUsage, PreviewedUsages } from '@service/billing/usecases/usages/preview-usage.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf, exactMomentOf, moneyOf, personalText } from '../../parts/figures.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';

/** The usage that the next invoice will bill, by add-on, and the latest records. Empty without usage add-ons. */
export const usageSection = (
  visit: ConsoleVisit,
  subscription: ShownSubscription,
  { unbilled, latest }: PreviewedUsages,
): Markup | string => {
  const [first] = unbilled;
  if (!first) return '';
  const { currency } = subscription;
  const { startedAt, endsAt } = (unbilled.find(({ isLate }) => !isLate) ?? first).period;
  const nameOf = (code: string): string => unbilled.find(({ addOn }) => addOn.add_on_code === code)?.addOn.name || code;
  return html`<section><h2>Usage not invoiced yet</h2><p class="quiet">${dayOf(visit, startedAt)} to ${dayOf(visit, endsAt)}, before discounts and taxes.${isTrialPeriod(subscription) ? ' Usage of a trial is free.' : ''}</p>${consoleTable(
    {
      caption: 'Usage not invoiced yet',
      rows: unbilled,
      empty: 'No usage.',
      columns: [
        { name: 'add_on', label: 'Add-on', cell: (usage) => addOnName(visit, usage) },
        { name: 'quantity', label: 'Used', numeric: true, cell: (usage) => quantityInWords(usage, currency) },
        { name: 'count', label: 'Records', numeric: true, cell: ({ count }) => count.toLocaleString('en-US') },
        {
          name: 'amount',
          label: 'Amount so far',
          numeric: true,
          cell: ({ total_in_cents: cents }) =>
            cents === undefined ? 'above the limit of an invoice' : moneyOf(cents, currency),
        },
      ],
    },
  )}${latest.length === 0 ? '' : latestUsage(visit, latest, currency, nameOf)}</section>`;
};

/** Names the add-on, and what its amount depends on besides the units of the period. */
const addOnName = (visit: ConsoleVisit, { addOn, isLate, period }: PreviewedUsage): Markup => {
  const details = [
    isLate && `recorded late, of ${dayOf(visit, period.startedAt)} to ${dayOf(visit, period.endsAt)}`,
    isLastCounted(addOn) && 'the last record counts',
    isCountedByTerm(addOn) && 'tiers go on through the term',
  ].filter(Boolean);
  return html`${addOn.name || addOn.add_on_code}${details.length > 0 ? html` <span class="quiet">${details.join(', ')}</span>` : ''}`;
};

type Counted = Pick<UsageRecord, 'usage_type'>;

/** `1,204.5 Articles`; of a percentage, the sum that it is a percentage of. */
const quantityInWords = ({ addOn, amount, unit }: PreviewedUsage, currency: string): string =>
  [
    usedInWords({ usage_type: addOn.usage_type ?? 'price' }, amount, currency),
    addOn.usage_type !== 'percentage' && unit,
  ]
    .filter(Boolean)
    .join(' ');

const usedInWords = ({ usage_type }: Counted, amount: string, currency: string): string =>
  usage_type === 'percentage' ? moneyOf(Number(amount), currency) : grouped(amount);

/** Groups the digits of decimal text, all of which are kept. */
const grouped = (amount: string): string => {
  const [whole = '', places] = amount.split('.');
  const digits = whole.replace('-', '\u2212').replace(/\B(?=(\d{3})+$)/g, ',');
  return places === undefined ? digits : `${digits}.${places}`;
};

const latestUsage = (
  visit: ConsoleVisit,
  latest: readonly UsageRecord[],
  currency: string,
  nameOf: (code: string) => string,
): Markup =>
  html`<details class="hints"><summary>Latest usage records</summary>${consoleTable<UsageRecord>({
    caption: 'Latest usage records',
    rows: latest,
    empty: 'No usage.',
    columns: [
      { name: 'usage_timestamp', label: 'Used', cell: ({ usage_timestamp }) => exactMomentOf(visit, usage_timestamp) },
      { name: 'add_on_code', label: 'Add-on', cell: ({ add_on_code }) => nameOf(add_on_code) },
      {
        name: 'amount',
        label: 'Amount',
        numeric: true,
        cell: (usage) => usedInWords(usage, usage.amount_decimal ?? String(usage.amount), currency),
      },
      { name: 'state', label: 'State', cell: stateInWords },
      { name: 'merchant_tag', label: 'Tag', cell: ({ merchant_tag }) => personalText(visit, merchant_tag) },
      { name: 'created_at', label: 'Recorded', cell: ({ created_at }) => exactMomentOf(visit, created_at) },
    ],
  })}<p class="quiet">Programs read all of them in the API, at the usage of the add-on.</p></details>`;

const ORIGINS = { client: '', termination: ', voided by the end', refund: ', returned by a refund' } as const;

const stateInWords = ({ billed_at, late_started_at, origin }: UsageRecord): string =>
  `${billed_at !== null ? 'invoiced' : late_started_at !== null ? 'late' : 'not invoiced'}${ORIGINS[origin]}`;
