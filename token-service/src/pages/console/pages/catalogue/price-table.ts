import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { PaidPrice } from '@service/billing/ports/subscriptions.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { amountField } from '../../parts/amount.ts';
import { moneyOf } from '../../parts/figures.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import { type ConsoleVisit, may } from '../../visit.ts';

interface PriceRow {
  /** The code that the subscriptions were sold under. */
  readonly code: string;
  readonly currency: string;
  /** The paid period from which the price applies; undefined for an earlier price. */
  readonly from: number | undefined;
  readonly cents: number;
  readonly fee: number | undefined;
  readonly subscriptions: number;
}

/** Returns the prices of new subscriptions in a currency, with the paid periods from which they apply. */
const soldAt = (plan: PlanRecord, currency: string): readonly (readonly [from: number, cents: number])[] => {
  const steps =
    plan.pricing_model === 'ramp'
      ? plan.ramp_intervals
      : [{ starting_billing_cycle: 1, unit_amount_in_cents: plan.unit_amount_in_cents }];
  return steps.flatMap(({ starting_billing_cycle, unit_amount_in_cents }) => {
    const cents = unit_amount_in_cents?.[currency];
    return typeof cents === 'number' ? [[starting_billing_cycle ?? 1, cents] as const] : [];
  });
};

/** The prices of the plan in a currency, followed by those of earlier sales that subscriptions still pay. */
const rowsIn = (plan: PlanRecord, currency: string, paid: readonly PaidPrice[]): readonly PriceRow[] => {
  const sold = soldAt(plan, currency);
  // Subscriptions at a price that a ramp comes back to are counted where it has the price first.
  const isFirst = (place: number, cents: number): boolean => sold.findIndex(([, each]) => each === cents) === place;
  const isSoldNow = ({ plan_code, unit_amount_in_cents }: PaidPrice, cents: number): boolean =>
    plan_code === plan.plan_code && unit_amount_in_cents === cents;
  const paying = (cents: number): number => paid.find((one) => isSoldNow(one, cents))?.subscriptions ?? 0;
  return [
    ...sold.map(([from, cents], place) => ({
      code: plan.plan_code,
      currency,
      from,
      cents,
      fee: place === 0 ? plan.setup_fee_in_cents[currency] : undefined,
      subscriptions: isFirst(place, cents) ? paying(cents) : 0,
    })),
    ...paid
      .filter((one) => !sold.some(([, cents]) => isSoldNow(one, cents)))
      .map(({ plan_code, unit_amount_in_cents, subscriptions }) => ({
        code: plan_code,
        currency,
        from: undefined,
        cents: unit_amount_in_cents,
        fee: undefined,
        subscriptions,
      })),
  ];
};

/** The prices of a plan, those of a ramp by the periods from which they apply, and how many subscriptions pay each. */
export const planPriceTable = (visit: ConsoleVisit, plan: PlanRecord, paid: readonly PaidPrice[]): Markup => {
  const currencies = [...new Set([...Object.keys(plan.unit_amount_in_cents), ...paid.map(({ currency }) => currency)])];
  const from: TableColumn<PriceRow> = {
    name: 'from',
    label: 'From period',
    numeric: true,
    cell: ({ from: cycle }) => cycle ?? '–',
  };
  const soldAs: TableColumn<PriceRow> = {
    name: 'code',
    label: 'Sold as',
    cell: ({ code }) => html`<code>${code}</code>`,
  };
  const live = ({ code, currency, cents }: PriceRow): string =>
    new URLSearchParams({
      plan_code: code,
      currency,
      price: amountField(cents, currency),
      state: 'live',
    }).toString();
  return consoleTable<PriceRow>({
    caption: 'Prices',
    rows: currencies.flatMap((currency) =>
      rowsIn(
        plan,
        currency,
        paid.filter((one) => one.currency === currency),
      ),
    ),
    empty: 'The plan has no price.',
    columns: [
      { name: 'currency', label: 'Currency', cell: ({ currency }) => currency },
      ...(plan.pricing_model === 'ramp' ? [from] : []),
      { name: 'price', label: 'Price', numeric: true, cell: ({ cents, currency }) => moneyOf(cents, currency) },
      { name: 'sold', label: 'Sold', cell: ({ from: cycle }) => (cycle === undefined ? 'earlier' : 'now') },
      ...(paid.some(({ plan_code }) => plan_code !== plan.plan_code) ? [soldAs] : []),
      {
        name: 'fee',
        label: 'Setup fee',
        numeric: true,
        cell: ({ fee, currency }) => (fee === undefined ? '–' : moneyOf(fee, currency)),
      },
      {
        name: 'subscriptions',
        label: 'Live subscriptions',
        numeric: true,
        cell: (row) =>
          row.subscriptions === 0 || !may(visit, 'subscriptions.read')
            ? row.subscriptions
            : html`<a href="${visit.prefix}/subscriptions?${live(row)}">${row.subscriptions.toLocaleString('en-US')}</a>`,
      },
    ],
  });
};
