/** The transitions and the oracle agree to the cent and the second on random histories. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frozen, missedShares, SEED } from '../../../values/price/oracle/random.fixture.ts';
import { histories } from './histories.fixture.ts';
import type { Event, History } from './history.ts';
import { HISTORY_FEATURES } from './history-features.fixture.ts';
import { livedHistory } from './lived.fixture.ts';
import { oracleOfHistory } from './subscription-oracle.ts';

/** Declares the test, with this many histories. */
export const agreesWithTheOracle = (count: number): void => {
  test(`${count} histories`, () => {
    const lived: [History, Event[]][] = [];
    const judged = fc.property(histories, (history) => {
      const events = livedHistory(frozen(history));
      const expected = oracleOfHistory(history);
      for (const [place, event] of events.entries()) judge(sorted(event), sorted(expected[place]!));
      expect(events).toHaveLength(expected.length);
      lived.push([history, events]);
    });
    fc.assert(judged, { seed: SEED, numRuns: count });
    expect(missedShares(lived, HISTORY_FEATURES)).toEqual([]);
  });
};

/** Compares texts first, which is much faster; the slow comparison has the better message. */
const judge = (event: Event, expected: Event): void => {
  if (JSON.stringify(event) !== JSON.stringify(expected)) expect(event).toStrictEqual(expected);
};

/** Sorts the lines of an event, because an invoice orders its lines itself. */
const sorted = (event: Event): Event => ({ ...event, billed: byName(event.billed), credited: byName(event.credited) });

const byName = <T extends { readonly what: string }>(lines: readonly T[]): T[] =>
  lines.toSorted((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0));
