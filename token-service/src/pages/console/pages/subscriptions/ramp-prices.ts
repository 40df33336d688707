import { intervalOfCycle } from '@service/billing/domain/subscriptions/ramp.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { shownRamp } from '@service/billing/domain/subscriptions/shown-ramp.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import { toneBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { countInWords } from '../../row-query.ts';
import type { ConsoleVisit } from '../../visit.ts';

type Step = ReturnType<typeof shownRamp>[number];

/** The prices of a subscription with a ramp, with the days from which they apply; nothing for a fixed price. */
export const rampSection = (visit: ConsoleVisit, subscription: ShownSubscription): Markup | string => {
  const ramp = shownRamp(subscription);
  if (ramp.length === 0) return '';
  const { currency, ramp_intervals, ramp_cycle } = subscription;
  const current = ramp_cycle === 0 ? undefined : intervalOfCycle(ramp_intervals, ramp_cycle)?.starting_billing_cycle;
  const left = ({ remaining_billing_cycles: cycles, starting_billing_cycle }: Step): string => {
    if (cycles === null) return 'until it ends';
    if (cycles === 0) return 'none';
    return `${countInWords(cycles, 'period')}${starting_billing_cycle === current ? ', with this one' : ''}`;
  };
  return html`<section><h2>Prices by period</h2>${consoleTable<Step>({
    caption: 'Prices by period',
    rows: ramp,
    empty: '',
    columns: [
      {
        name: 'from',
        label: 'From period',
        cell: ({ starting_billing_cycle: cycle }) =>
          cycle === current ? html`${cycle} ${toneBadge('good', 'now')}` : cycle,
      },
      {
        name: 'price',
        label: 'Price',
        numeric: true,
        cell: ({ unit_amount_in_cents }) => moneyOf(unit_amount_in_cents, currency),
      },
      {
        name: 'starts',
        label: 'Starts',
        cell: ({ starting_on }) => (starting_on === null ? 'not reached' : dayOf(visit, starting_on)),
      },
      { name: 'left', label: 'Left', cell: left },
    ],
  })}</section>`;
};
