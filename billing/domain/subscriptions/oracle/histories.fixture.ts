import fc from 'fast-check';
import { cents } from '../../../values/price/oracle/random.fixture.ts';
import { readTime } from '../../../values/time.ts';
import { after } from './calendar.ts';
import type { Change, History, Operation, OracleInterval, Portion, ProrationMode, Sold, SoldAddOn } from './history.ts';

const DAY = 86_400;

type Plan = Pick<Sold, 'plan' | 'interval' | 'cycles'>;

const planOf = (plan: string, unit: OracleInterval['unit'], length: number, cycles: number | null): Plan => ({
  plan,
  interval: { unit, length },
  cycles,
});

const PLANS: readonly Plan[] = [
  planOf('gold', 'months', 1, null),
  planOf('silver', 'months', 1, null),
  planOf('bronze', 'months', 1, 6),
  planOf('half-year', 'months', 1, 6),
  planOf('quarterly', 'months', 3, 4),
  planOf('yearly', 'months', 12, 1),
  planOf('fortnight', 'days', 14, null),
  planOf('thirty', 'days', 30, 3),
  planOf('rising', 'months', 1, null),
  planOf('rising-weeks', 'days', 14, 5),
];

const plan = fc.constantFrom(...PLANS);
const price = cents(1_000_000);
const quantity = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 12 }));

const tier = fc.tuple(
  fc.integer({ min: 1, max: 10 }),
  fc.integer({ min: 1, max: 15 }),
  cents(500),
  cents(300),
  cents(100),
);
/** An add-on at a flat price in most cases, otherwise with three tiers. */
const addOnOf = (
  code: string,
  unit: fc.Arbitrary<number>,
  quantity: fc.Arbitrary<number | null>,
): fc.Arbitrary<SoldAddOn> =>
  fc
    .record({
      unit,
      quantity,
      tier,
      model: fc.constantFrom(null, null, 'tiered' as const, 'volume' as const, 'stairstep' as const),
    })
    .map(({ unit, quantity, tier: [first, more, high, middle, low], model }) => ({
      code,
      unit: model === null ? unit : 0,
      quantity,
      ...(model === null
        ? {}
        : {
            model,
            tiers: [
              { ending: first, unit: high },
              { ending: first + more, unit: middle },
              { ending: null, unit: low },
            ],
          }),
    }));
const fixed = (code: string) => addOnOf(code, price, fc.integer({ min: 1, max: 14 }));
/** Usage at a price: a third of the tiered ones go on through a term, and a third of the others bill a last record. */
const usage = (code: string): fc.Arbitrary<SoldAddOn> =>
  fc
    .tuple(addOnOf(code, cents(500), fc.constant(null)), fc.constantFrom('sum', 'sum', 'other'))
    .map(([addOn, counted]) => ({
      ...addOn,
      ...(counted === 'sum' ? {} : addOn.model === 'tiered' ? { byTerm: true as const } : { last: true as const }),
    }));
/** A percentage of amounts, by their tiers. */
const fees: fc.Arbitrary<SoldAddOn> = fc
  .record({
    model: fc.constantFrom('tiered' as const, 'volume' as const),
    end: fc.integer({ min: 1, max: 900 }),
    shares: fc.tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 100_000 })),
    byTerm: fc.boolean(),
  })
  .map(({ model, end, shares: [high, low], byTerm }) => ({
    code: 'fees',
    unit: 0,
    quantity: null,
    model,
    percentages: [
      { ending: end, share: high },
      { ending: null, share: low },
    ],
    ...(byTerm && model === 'tiered' ? { byTerm: true as const } : {}),
  }));
/** An item at a flat price, which may have the code of an add-on. */
const item = (code: string): fc.Arbitrary<SoldAddOn> =>
  fc
    .record({ unit: price, quantity: fc.integer({ min: 1, max: 14 }) })
    .map((sold) => ({ code, item: true as const, ...sold }));
const addOns = fc
  .tuple(fixed('seats'), fixed('support'), item('seats'), item('mug'), usage('calls'), fees)
  .chain((all) => fc.subarray(all, { minLength: 0 }));

/** The fee of a method, also one of nothing. */
const shipping = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({ method: fc.constantFrom('parcel', 'letter'), amount: cents(5000) }),
  },
);

/** Prices from the first cycle on, each for a few cycles. */
const ramp = fc
  .array(fc.record({ lasts: fc.integer({ min: 1, max: 4 }), price }), { minLength: 1, maxLength: 4 })
  .map((prices) =>
    prices.map(({ price }, at) => ({
      from: 1 + prices.slice(0, at).reduce((sum, { lasts }) => sum + lasts, 0),
      price,
    })),
  );

const onPlan = (plan: Plan, sold: Omit<Sold, keyof Plan>): Sold => ({
  ...sold,
  ...plan,
  ramp: plan.plan.startsWith('rising') ? sold.ramp : [],
});

const sold: fc.Arbitrary<Sold> = fc
  .record({ plan, price, ramp, quantity, addOns, shipping, setupFee: cents(10_000) })
  .map(({ plan, ...rest }) => onPlan(plan, rest));

/** Returns the agreement at another price: of a ramp, from its latest interval on. */
const repriced = (before: Sold, price: number): Sold => ({
  ...before,
  price,
  ramp: before.ramp.map((one, at) => (at === before.ramp.length - 1 ? { ...one, price } : one)),
});

/** A requested change, relative to the previous agreement. */
const edit: fc.Arbitrary<(before: Sold) => Sold> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: -6, max: 6 })
      .map((more) => (before: Sold) => ({ ...before, quantity: Math.max(1, before.quantity + more) })),
  },
  { weight: 3, arbitrary: price.map((price) => (before: Sold) => repriced(before, price)) },
  {
    weight: 2,
    arbitrary: ramp.map((ramp) => (before: Sold) => (before.ramp.length > 0 ? { ...before, ramp } : before)),
  },
  {
    weight: 2,
    arbitrary: fc.record({ price, quantity }).map(({ price, quantity }) => (before: Sold) => ({
      ...repriced(before, price),
      quantity,
    })),
  },
  { weight: 2, arbitrary: shipping.map((shipping) => (before: Sold) => ({ ...before, shipping })) },
  { weight: 3, arbitrary: addOns.map((addOns) => (before: Sold) => ({ ...before, addOns })) },
  {
    weight: 2,
    arbitrary: fixed('seats').map((seats) => (before: Sold) => ({
      ...before,
      // Of the add-on, or of the item too.
      addOns: before.addOns.map((addOn) =>
        addOn.code === 'seats' && (!addOn.item || seats.model) ? { ...addOn, quantity: seats.quantity } : addOn,
      ),
    })),
  },
  {
    weight: 2,
    // Tiers of the subscription's own, for the same quantity.
    arbitrary: fc.tuple(fixed('seats'), usage('calls')).map(([seats, calls]) => (before: Sold) => ({
      ...before,
      addOns: before.addOns.map((addOn) =>
        addOn.code === 'seats' && !addOn.item
          ? { ...seats, quantity: addOn.quantity }
          : addOn.code === 'calls'
            ? calls
            : addOn,
      ),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({ plan, price, ramp }).map(
      ({ plan, ...terms }) =>
        (before: Sold) =>
          onPlan(plan, { ...before, ...terms }),
    ),
  },
  { weight: 1, arbitrary: sold.map((sold) => () => sold) },
  { weight: 1, arbitrary: fc.constant((before: Sold) => before) },
);

const portion = fc.constantFrom<Portion>('full_amount', 'prorated_amount', 'none');
const portions = fc.record({ charge: portion, credit: portion });

const change = fc.record({
  do: fc.constant('change' as const),
  timeframe: fc.constantFrom(
    'now' as const,
    'now' as const,
    'now' as const,
    'bill_date' as const,
    'term_end' as const,
    'renewal' as const,
  ),
  edit,
  billed: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: portions }),
});

const cycles = (most: number) => fc.integer({ min: 0, max: most });

/**
 * An operation before it is dated: a postponement has a number of seconds, a change refers to the previous agreement.
 */
type Asked =
  | Exclude<Operation, { do: 'change' | 'postpone' }>
  | { do: 'postpone'; by: number }
  | (Omit<Change, 'to'> & { edit: (before: Sold) => Sold });

const operation: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 10, arbitrary: change },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('postpone' as const), by: fc.integer({ min: 1, max: 80 * DAY }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pause' as const), cycles: cycles(3) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      timeframe: fc.constantFrom('bill_date' as const, 'term_end' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reactivate' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('convert trial' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      back: fc.integer({ min: 0, max: 4 }),
      thousandths: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 999 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('terminate' as const),
      charge: fc.boolean(),
      refund: fc.constantFrom('none' as const, 'partial' as const, 'full' as const),
    }),
  },
);

/** An operation that records usage at any time; it is refused if there is no such add-on. */
const use: fc.Arbitrary<Asked> = fc
  .record({ code: fc.constantFrom('calls', 'calls', 'fees'), quarters: fc.integer({ min: 0, max: 160 }) })
  // Amounts of a percentage are whole cents.
  .map(({ code, quarters }) => ({
    do: 'use',
    code,
    amount: code === 'fees' ? Math.floor(quarters / 4) : quarters / 4,
  }));

/** A random second; a number of days after the previous operation; at or near an unmoved boundary. */
type When = (start: number, before: number, interval: OracleInterval) => number;
const when: fc.Arbitrary<When> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 600 * DAY }).map(
      (gap): When =>
        (start) =>
          start + gap,
    ),
  },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 0, max: 12 * DAY }).map(
      (gap): When =>
        (_, before) =>
          before + gap,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ times: fc.integer({ min: 1, max: 14 }), beside: fc.integer({ min: -1, max: 1 }) }).map(
      ({ times, beside }): When =>
        (start, _, interval) =>
          after(start, interval, times) + beside,
    ),
  },
);

const HARD_DAYS = ['2024-01-29', '2024-01-30', '2024-01-31', '2023-01-31', '2024-02-29', '2023-08-31', '2023-11-30'];
const start = fc
  .record({
    day: fc.oneof(
      fc.constantFrom(...HARD_DAYS).map((day) => readTime(day)!),
      fc.integer({ min: 0, max: 3 * 365 }).map((days) => readTime('2022-06-01')! + days * DAY),
    ),
    second: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: DAY - 1 })),
  })
  .map(({ day, second }) => day + second);

const prorating: fc.Arbitrary<ProrationMode> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('prorate' as const) },
  { weight: 1, arbitrary: fc.constantFrom('full' as const, 'none' as const, 'at_renewal' as const) },
);

/** True once in this many cases. */
const rarely = <T>(among: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: among - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

export const histories: fc.Arbitrary<History> = fc
  .record({
    start,
    waits: rarely(6, fc.integer({ min: 1, max: 60 * DAY })),
    trial: rarely(
      4,
      fc.constantFrom<OracleInterval>(
        { unit: 'days', length: 7 },
        { unit: 'days', length: 30 },
        { unit: 'months', length: 1 },
      ),
    ),
    firstBill: rarely(5, fc.integer({ min: 1, max: 70 * DAY })),
    sold,
    ownCycles: rarely(4, fc.integer({ min: 1, max: 5 })),
    renewalCycles: rarely(4, fc.integer({ min: 1, max: 4 })),
    autoRenew: fc.constantFrom(true, true, false),
    discount: fc.constantFrom(0, 10, 33, 100),
    tax: fc.constantFrom(0, 9, 19),
    feeTax: fc.constantFrom(0, 7, 19),
    inclusive: fc.constantFrom(false, false, true),
    upgrades: prorating,
    downgrades: prorating,
    operations: fc.array(fc.record({ when, operation }), { maxLength: 12, size: 'max' }),
    uses: fc.array(fc.record({ when, operation: use }), { maxLength: 8, size: 'max' }),
  })
  .map(({ start, waits, firstBill, operations, uses, ...rest }) => {
    const startsAt = waits === null ? null : start + waits;
    const from = startsAt ?? start;
    return {
      ...rest,
      createdAt: start,
      startsAt,
      firstBill: firstBill === null ? null : from + firstBill,
      operations: resolved(
        rest.sold,
        [operations, uses].flatMap((wanted) => dated(from, rest.sold.interval, wanted)).toSorted((a, b) => a.at - b.at),
      ),
      until: start + 900 * DAY,
    };
  });

const dated = (start: number, interval: OracleInterval, operations: readonly { when: When; operation: Asked }[]) => {
  let before = start;
  const moments = operations.map(({ when, operation }) => {
    before = when(start, before, interval);
    return { at: before, operation };
  });
  return moments;
};

const resolved = (sold: Sold, operations: readonly { at: number; operation: Asked }[]): History['operations'] => {
  let wanted = sold;
  return operations.map(({ at, operation }) => {
    if (operation.do === 'postpone') return { at, operation: { do: 'postpone', to: at + operation.by } };
    if (operation.do !== 'change') return { at, operation };
    wanted = operation.edit(wanted);
    const { edit: _, billed, ...rest } = operation;
    const portions = operation.timeframe === 'now' ? billed : null;
    return { at, operation: { ...rest, to: wanted, billed: portions } };
  });
};
