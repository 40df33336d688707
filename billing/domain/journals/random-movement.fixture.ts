import fc from 'fast-check';
import { LEDGER_ACCOUNTS } from '../ledger/movement.ts';
import type { JournalMovement } from './journal-movement.ts';

/** 2026-11-20T12:00:00Z. */
const NOON = 1_795_176_000;
const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD'];

const lines = fc.array(
  fc.record({
    accounting_code: fc.constantFrom(null, 'gold', 'silver'),
    revenue_gl_account_code: fc.constantFrom(null, '4001'),
    net: fc.integer({ min: 0, max: 100_000 }),
    taxes: fc.array(
      fc.record({
        type: fc.constantFrom('vat', 'gst', 'qst'),
        region: fc.constant('DE'),
        rate: fc.constant('0.19'),
        amount: fc.integer({ min: 0, max: 20_000 }),
      }),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 4 },
);

type Parts = Pick<JournalMovement, 'kind' | 'entries' | 'lines'>;

/** A charge or credit invoice; `unexplained` is what its lines do not add up to. */
const invoices: fc.Arbitrary<Parts> = fc
  .record({ lines, isCredit: fc.boolean(), unexplained: fc.constantFrom(0, 0, 0, 7) })
  .map(({ lines: some, isCredit, unexplained }) => {
    const sign = isCredit ? -1 : 1;
    const net = some.reduce<number>((sum, line) => sum + line.net, unexplained) * sign;
    const tax = some.flatMap(({ taxes }) => taxes).reduce((sum, { amount }) => sum + amount, 0) * sign;
    const entries = [
      { account: isCredit ? 'credit' : 'receivable', amount: net + tax },
      { account: 'revenue', amount: 0 - net },
      { account: 'tax', amount: 0 - tax },
    ] as const;
    return {
      kind: 'invoice.posted',
      entries: entries.filter(({ amount }) => amount !== 0),
      lines: some.map((line) => ({
        ...line,
        net: line.net * sign,
        taxes: line.taxes.map((one) => ({ ...one, amount: one.amount * sign })),
      })),
    };
  });

const payments: fc.Arbitrary<Parts> = fc
  .tuple(fc.subarray([...LEDGER_ACCOUNTS], { minLength: 2, maxLength: 2 }), fc.integer({ min: -50_000, max: 50_000 }))
  .filter(([, amount]) => amount !== 0)
  .map(([[first = 'cash', second = 'fees'], amount]) => ({
    kind: 'payment.received',
    entries: [
      { account: first, amount },
      { account: second, amount: -amount },
    ],
    lines: [],
  }));

/** Movements of invoices and payments within three days, in the order of their moments. */
export const randomMovements: fc.Arbitrary<readonly JournalMovement[]> = fc
  .array(
    fc.tuple(fc.oneof(invoices, payments), fc.integer({ min: 0, max: 3 * 86_400 }), fc.constantFrom(...CURRENCIES)),
    { minLength: 1, maxLength: 40 },
  )
  .map((drawn) =>
    drawn
      .sort(([, one], [, other]) => one - other)
      .map(
        ([parts, second, currency], place): JournalMovement => ({
          ...parts,
          id: `movement-${String(place).padStart(3, '0')}`,
          at: NOON + second,
          currency,
          account_code: place % 5 === 0 ? null : `customer-${place}`,
          invoice_number: place % 3 === 0 ? null : String(1000 + place),
        }),
      ),
  );
