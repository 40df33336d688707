import type { Features } from '../../../values/price/oracle/random.fixture.ts';
import type { Event, History } from './history.ts';

type Lived = readonly [history: History, events: readonly Event[]];

const happens =
  (is: (event: Event, before: Event | undefined) => boolean) =>
  ([, events]: Lived) =>
    events.some((event, place) => !event.refused && is(event, events[place - 1]));

/** Whether two lines bill the same product from the same moment. */
const hasTwins = (lines: readonly { readonly what: string; readonly from: number }[], kind: string): boolean => {
  const named = lines.filter(({ what }) => what.startsWith(kind)).map(({ what, from }) => `${what} ${from}`);
  return new Set(named).size < named.length;
};

/** Frequencies of the generated cases. */
export const HISTORY_FEATURES: Features<Lived> = {
  'a trial': [0.1, ([{ trial }]) => trial !== null],
  'a later start': [0.05, ([{ startsAt }]) => startsAt !== null],
  'a short or long first period': [0.08, ([{ firstBill, trial }]) => firstBill !== null && trial === null],
  'a credit': [0.1, happens(({ credited }) => credited.length > 0)],
  'a credit of two lines of one product': [
    0.002,
    happens(({ credited }) => new Set(credited.map(({ what }) => what)).size < credited.length),
  ],
  'a change that starts a new term': [
    0.05,
    happens(
      ({ what, at, after }, before) => what === 'change' && after.term?.[0] === at && before?.after.term?.[0] !== at,
    ),
  ],
  'a pending change applied at a boundary': [
    0.1,
    happens(({ what, after }, before) => what === 'boundary' && !after.pending && before?.after.pending === true),
  ],
  'a change billed in full, not at all, or later': [
    0.15,
    ([{ upgrades, downgrades }]) => upgrades !== 'prorate' || downgrades !== 'prorate',
  ],
  'a change billed as its request says': [
    0.05,
    ([{ operations }, events]) =>
      operations.some(
        ({ at, operation }) =>
          operation.do === 'change' &&
          operation.billed !== null &&
          events.some((event) => event.at === at && event.what === 'change' && !event.refused),
      ),
  ],
  'a ramp that reaches another price': [
    0.1,
    happens(
      ({ what, after }, before) =>
        what === 'boundary' && after.rampStarts.length > 1 && before?.after.price !== after.price,
    ),
  ],
  'a ramp after a pause': [
    0.02,
    happens(({ after }, before) => after.rampStarts.length > 0 && before?.after.state === 'paused'),
  ],
  'a pause': [0.1, happens(({ what, after }) => what === 'boundary' && after.state === 'paused')],
  'a pause that ends early': [0.005, happens(({ what }) => what === 'resume')],
  'a postponement': [0.12, happens(({ what }) => what === 'postpone')],
  'a cancellation that expires': [
    0.1,
    happens(({ after }, before) => after.state === 'expired' && before?.after.state === 'canceled'),
  ],
  'a reactivation': [0.01, happens(({ what }) => what === 'reactivate')],
  'a converted trial': [0.005, happens(({ what }) => what === 'convert trial')],
  'usage that is billed': [
    0.05,
    happens(({ billed }) => billed.some(({ what, gross }) => what.startsWith('usage ') && gross > 0)),
  ],
  'usage of two tiers': [
    0.01,
    happens(({ billed }) => billed.filter(({ what }) => what.startsWith('usage ')).length > 1),
  ],
  'usage of a percentage': [
    0.02,
    happens(({ billed }) => billed.some(({ what, gross }) => what === 'usage fees' && gross > 0)),
  ],
  'tiers that go on in a term': [
    0.02,
    ([{ sold }, events]) =>
      sold.addOns.some(({ byTerm }) => byTerm) &&
      events.filter(({ billed }) => billed.some(({ what, gross }) => what.startsWith('usage ') && gross > 0)).length >
        1,
  ],
  'usage of a last record': [
    0.02,
    ([{ sold }, events]) =>
      sold.addOns.some(({ last }) => last) &&
      events.some(({ billed }) => billed.some(({ what, gross }) => what === 'usage calls' && gross > 0)),
  ],
  'an item': [0.2, happens(({ billed }) => billed.some(({ what }) => what.startsWith('item ')))],
  'an item and an add-on of one code': [
    0.1,
    happens(({ billed }) => ['item seats', 'add_on seats'].every((name) => billed.some(({ what }) => what === name))),
  ],
  'a credit of an item': [0.02, happens(({ credited }) => credited.some(({ what }) => what.startsWith('item ')))],
  'a shipping fee': [0.2, happens(({ billed }) => billed.some(({ what }) => what.startsWith('shipping_fee ')))],
  'another shipping fee at once': [
    0.02,
    happens(
      ({ what, credited }) => what === 'change' && credited.some(({ what: name }) => name.startsWith('shipping_fee ')),
    ),
  ],
  'prices that contain their tax': [0.15, ([{ inclusive, tax }]) => inclusive && tax > 0],
  'a credit within prices that contain their tax': [
    0.05,
    ([{ inclusive, tax }, events]) => inclusive && tax > 0 && events.some(({ credited }) => credited.length > 0),
  ],
  'usage of a fraction': [
    0.05,
    ([{ operations }, events]) =>
      operations.some(
        ({ at, operation }) =>
          operation.do === 'use' &&
          !Number.isInteger(operation.amount) &&
          events.some((event) => event.at === at && event.what === 'use' && !event.refused),
      ),
  ],
  'a refund of a part of a line': [0.05, happens(({ what }) => what === 'refund')],
  'a change or an end after a refund of the period': [
    0.02,
    ([, events]) => {
      const refund = events.findIndex(({ what, refused }) => what === 'refund' && !refused);
      return refund >= 0 && events.slice(refund).some(({ what, credited }) => what !== 'refund' && credited.length > 0);
    },
  ],
  'a refund at the end': [0.02, happens(({ what, credited }) => what === 'terminate' && credited.length > 0)],
  'a refund of two lines or more': [0.01, happens(({ what, credited }) => what === 'terminate' && credited.length > 1)],
  'a fixed add-on of two tiers': [0.05, happens(({ billed }) => hasTwins(billed, 'add_on '))],
  'a credit of two tiers': [0.002, happens(({ what, credited }) => what === 'change' && hasTwins(credited, 'add_on '))],
  'a refused operation': [0.3, ([, events]) => events.some(({ refused }) => refused)],
  'more than ten periods': [0.3, ([, events]) => events.filter(({ what }) => what === 'boundary').length > 10],
};
