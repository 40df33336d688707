import { type Brand, brandOf, UNKNOWN_BRAND } from '@service/billing/values/card/brand.ts';
import { isCardNumber, truncate } from '@service/billing/values/card/number.ts';
import { splitExpiry } from './expiry.ts';
import { FIELD_TYPES, type FieldType, type FrameFieldState, type FrameNumberState, type Reason } from './protocol.ts';
import { type CardValues, type Circumstances, reasonsOf } from './validity.ts';

export type Show = (state: FrameFieldState | FrameNumberState) => void;

/** The model's interface to a field. */
export interface FieldOfModel {
  /** Gets the field's state at once, and whenever it changes. */
  show: Show;
  /** Returns the value that is in the field now, without formatting. */
  value(): string;
  fill(value: string): void;
  /** The customer typed into a field. */
  typed(): void;
  focus(): void;
}

/** The card that the frames of a form share. It lives in the leader; the others call it directly. */
export interface Model {
  join(type: FieldType, place: FieldOfModel): void;
  leave(type: FieldType): void;
  /** The customer edited a field. */
  edited(): void;
  /** Values that a browser filled in; each goes to its field, if the page has it. */
  fill(values: CardValues): void;
  focus(type: FieldType): void;
  blur(type: FieldType): void;
  /** Moves the focus to the field after this one (1) or before it (-1); does nothing if there is none. */
  step(type: FieldType, by: 1 | -1): void;
  /** Validates all fields again: the context has changed, or software may have written into one without an event. */
  judge(): void;
  values(): CardValues;
  /** The brand of the number, or of the digits typed so far. */
  brand(): Brand;
}

interface Taken {
  value: string;
  readonly place: FieldOfModel;
  shown: string;
}

/** Creates a model without fields; the context is read at each validation. */
export const createModel = (circumstances: () => Circumstances): Model => {
  const places = new Map<FieldType, Taken>();
  let focused: FieldType | undefined;

  /** The parts of an expiry date that a browser filled in, one after the other. */
  let filled: Pick<CardValues, 'month' | 'year'> = {};

  /** Password managers write into inputs without an event, so all are read again for each validation. */
  const read = () => {
    for (const taken of places.values()) taken.value = taken.place.value();
  };
  const values = (): CardValues => {
    read();
    const { expiry, ...rest } = Object.fromEntries([...places].map(([type, { value }]) => [type, value]));
    return { ...(expiry !== undefined && splitExpiry(expiry)), ...rest };
  };
  const brand = (): Brand => {
    const number = places.get('number')?.value;
    if (!number) return UNKNOWN_BRAND;
    // Digits that are still typed may become a longer number; those of a field that was left are the whole number.
    return brandOf(number, { partial: focused === 'number' || !isCardNumber(number) });
  };

  const stateOf = (type: FieldType, value: string, reason: Reason | ''): FrameFieldState | FrameNumberState => {
    const valid = !reason;
    const state = { valid, reason, empty: value === '', focus: focused === type, length: value.length };
    if (type !== 'number') return state;
    const { firstSix, lastFour } = truncate(value);
    return { ...state, brand: brand().slug, firstSix, lastFour: valid ? lastFour : '' };
  };

  /** Validates all fields, because one can affect the others, and shows those that changed. */
  const judge = () => {
    const reasons = reasonsOf(values(), circumstances(), focused === 'expiry' || focused === 'year');
    for (const type of FIELD_TYPES) {
      const taken = places.get(type);
      if (!taken) continue;
      const state = stateOf(type, taken.value, reasons[type]);
      const seen = JSON.stringify(state);
      if (seen === taken.shown) continue;
      taken.shown = seen;
      taken.place.show(state);
    }
  };

  return {
    join(type, place) {
      places.set(type, { value: '', place, shown: '' });
      judge();
    },
    leave(type) {
      places.delete(type);
      if (focused === type) focused = undefined;
      judge();
    },
    edited() {
      filled = {};
      for (const { place } of places.values()) place.typed();
      judge();
    },
    fill(values) {
      const { month = filled.month ?? '', year = filled.year ?? '' } = values;
      filled = { month, year };
      const given = { ...values, expiry: month && year && `${month}/${year}` };
      for (const type of FIELD_TYPES) {
        const value = given[type];
        if (value) places.get(type)?.place.fill(value);
      }
      judge();
    },
    focus(type) {
      // Firefox does not always report to a frame that it lost the focus, so there is one focus for all.
      focused = type;
      judge();
    },
    blur(type) {
      if (focused === type) focused = undefined;
      judge();
    },
    step(type, by) {
      const order = FIELD_TYPES.filter((each) => places.has(each));
      const next = order[order.indexOf(type) + by];
      const taken = next && places.get(next);
      if (!taken) return;
      // First, so that the page sees the focus move in one change, and not leave the card.
      focused = next;
      judge();
      taken.place.focus();
    },
    judge,
    values,
    brand,
  };
};
