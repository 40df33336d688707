import type { Model } from './model.ts';
import { FIELD_TYPES, type FieldType } from './protocol.ts';

/** Where a frame leaves its seat for its siblings: a key that is the same in every frame's realm. */
const SEAT = Symbol.for('hosted-field');

/** What one frame of a form lets the others call. */
export interface Seat {
  readonly group: string;
  readonly type: FieldType;
  /** When the frame took its seat, milliseconds. */
  readonly since: number;
  /** The model this frame has made, if it ever led. */
  lead(): Model;
  follow(model: Model): void;
}

/** A window as far as siblings care: frames of the same origin can read it, others throw. */
type Seated = { [SEAT]?: Seat };

/** The page's frames; the count can lie where page and frame share an origin, and reading past the end throws. */
const siblings = function* (page: ArrayLike<unknown>): Generator<Seat> {
  for (let index = 0; index < 1000; index++) {
    let frame: Seated | undefined;
    try {
      frame = page[index] as Seated | undefined;
    } catch {
      return;
    }
    if (!frame) return;
    try {
      const seat = frame[SEAT];
      if (seat) yield seat;
    } catch {
      // A frame of another origin: not ours.
    }
  }
};

const LEADERS: readonly FieldType[] = ['number', 'cvv'];

/** Who leads: the number, else the code, else whoever sat down first. */
export const elect = <S extends Pick<Seat, 'type' | 'since'>>(seats: readonly S[]): S | undefined => {
  const byAge = [...seats].sort(
    (a, b) => a.since - b.since || FIELD_TYPES.indexOf(a.type) - FIELD_TYPES.indexOf(b.type),
  );
  for (const type of LEADERS) {
    const found = byAge.find((seat) => seat.type === type);
    if (found) return found;
  }
  return byAge[0];
};

/**
 * Takes a seat in `frame` and lets all seats of its group in `page` follow one leader's model. Whoever joins repeats
 * the election, so a leader that vanished is replaced, and the values are those of the inputs still there.
 */
export const takeSeat = (frame: object, page: ArrayLike<unknown>, seat: Seat): void => {
  (frame as Seated)[SEAT] = seat;
  const seats = [...siblings(page)].filter(({ group }) => group === seat.group);
  if (!seats.includes(seat)) seats.push(seat);
  const model = elect(seats)?.lead();
  if (model) for (const each of seats) each.follow(model);
};

export const leaveSeat = (frame: object): void => {
  delete (frame as Seated)[SEAT];
};
