import type { MrrMovement } from '../../domain/revenue/movement.ts';
import type { RevenueCustomer } from '../../ports/revenue.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { everyPage } from '../lists/every-page.ts';
import type { ReportMonth } from './months.ts';

/** Customers that are read together. */
const TOGETHER = 2000;

/** Returns the movements of recurring revenue in a time, the oldest first. */
export const mrrMovementsIn = (
  { revenue }: Pick<Records, 'revenue'>,
  from: Seconds,
  before: Seconds,
): AsyncGenerator<MrrMovement, void> =>
  everyPage((after, limit) => revenue.movements(before, after ?? { at: from, id: '' }, limit));

/** Returns the same movements with the codes of their customers. */
export async function* customersMovements(
  { revenue }: Pick<Records, 'revenue'>,
  from: Seconds,
  before: Seconds,
): AsyncGenerator<MrrMovement & Pick<RevenueCustomer, 'account_code'>, void> {
  const withCustomers = async (movements: readonly MrrMovement[]) => {
    const customers = await revenue.customers(movements.map(({ account_id }) => account_id));
    return movements.map((movement) => ({
      ...movement,
      account_code: customers.get(movement.account_id)?.account_code ?? movement.account_id,
    }));
  };
  let page: MrrMovement[] = [];
  for await (const movement of mrrMovementsIn({ revenue }, from, before)) {
    page.push(movement);
    if (page.length < TOGETHER) continue;
    yield* await withCustomers(page);
    page = [];
  }
  if (page.length > 0) yield* await withCustomers(page);
}

/** Returns all movements until the end of the last month: those before the first one, and those of each month. */
export function* movementsByMonth(
  records: Pick<Records, 'revenue'>,
  months: readonly ReportMonth[],
): Generator<{ readonly month?: ReportMonth; readonly movements: AsyncGenerator<MrrMovement, void> }, void> {
  const [first] = months;
  if (first) yield { movements: mrrMovementsIn(records, 0, first.from) };
  for (const month of months) yield { month, movements: mrrMovementsIn(records, month.from, month.to) };
}

/** Returns a part of a whole in percent, with one decimal; null where there is no whole. */
export const shareInPercent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
