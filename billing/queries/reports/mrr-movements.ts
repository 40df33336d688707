import type { MrrMovement } from '../../domain/revenue/movement.ts';
import type { RevenueCustomer } from '../../ports/revenue.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import type { ReportMonth } from './months.ts';

/** Movements that are read together. */
const TOGETHER = 2000;

/** Returns the movements of recurring revenue in a time, the oldest first, in memory a page at a time. */
export async function* mrrMovementsIn(
  { revenue }: Pick<Records, 'revenue'>,
  from: Seconds,
  before: Seconds,
): AsyncGenerator<MrrMovement, void> {
  let after: Pick<MrrMovement, 'at' | 'id'> | undefined = { at: from, id: '' };
  for (;;) {
    const page = await revenue.movements(before, after, TOGETHER);
    yield* page;
    if (page.length < TOGETHER) return;
    after = page.at(-1);
  }
}

/** Returns the same movements with their customers. */
export async function* customersMovements(
  { revenue }: Pick<Records, 'revenue'>,
  from: Seconds,
  before: Seconds,
): AsyncGenerator<MrrMovement & RevenueCustomer, void> {
  const withCustomers = async (movements: readonly MrrMovement[]) => {
    const customers = await revenue.customers(movements.map(({ account_id }) => account_id));
    return movements.map((movement) => ({
      ...movement,
      ...(customers.get(movement.account_id) ?? { account_code: movement.account_id, country: null }),
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

/**
 * Reads all movements until the end of the last month, each with the month that it is in; undefined for those before
 * the first one. Tells when a month begins and when it ends.
 */
export const readByMonth = async (
  records: Pick<Records, 'revenue'>,
  months: readonly ReportMonth[],
  reader: {
    readonly begins?: (month: ReportMonth) => void;
    readonly moves: (movement: MrrMovement, month: ReportMonth | undefined) => void;
    readonly ends: (month: ReportMonth) => void;
  },
): Promise<void> => {
  const left = [...months];
  let current: ReportMonth | undefined;
  const advance = (at: Seconds): void => {
    for (;;) {
      if (current && at < current.to) return;
      if (!current && (left[0] === undefined || at < left[0].from)) return;
      if (current) reader.ends(current);
      current = left.shift();
      if (!current) return;
      reader.begins?.(current);
    }
  };
  const last = months.at(-1);
  if (!last) return;
  for await (const movement of mrrMovementsIn(records, 0, last.to)) {
    advance(movement.at);
    reader.moves(movement, current);
  }
  advance(last.to);
};

/** Returns a part of a whole in percent, with one decimal; null where there is no whole. */
export const shareInPercent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
