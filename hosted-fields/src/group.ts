import type { Model } from './model.ts';
import { FIELD_TYPES, type FieldType } from './protocol.ts';

/** The property where a frame publishes its seat to its siblings: a key that is the same in every frame's realm. */
const SEAT = Symbol.for('hosted-field');

/** What the frames of a form can call on one another. */
export interface Seat {
  readonly group: string;
  readonly type: FieldType;
  /** When the frame joined, in milliseconds. */
  readonly since: number;
  /** The model that this frame created, if it ever led. */
  lead(): Model;
  follow(model: Model): void;
}

/** A window as siblings use it: frames of the same origin can read it, others throw. */
type Seated = { [SEAT]?: Seat };

/**
 * The page's frames. The count can be wrong if page and frame have the same origin, and reading past the end throws.
 */
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
      // A frame of another origin.
    }
  }
};

const LEADERS: readonly FieldType[] = ['number', 'cvv'];

/** Returns the leader: the number, otherwise the code, otherwise the first frame that joined. */
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
 * Joins the group of `frame` and lets all its members in `page` follow one leader's model. Each frame that joins
 * repeats the election, so a leader that is gone is replaced, and the values are those of the inputs that remain.
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
