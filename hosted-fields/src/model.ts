import { type Brand, brandOf, UNKNOWN_BRAND } from '@service/billing/card/brand.ts';
import type { YearMonth } from '@service/billing/card/expiry.ts';
import { truncate } from '@service/billing/card/number.ts';
import { FIELD_TYPES, type FieldState, type FieldType, type NumberState } from './protocol.ts';
import { type CardValues, validity } from './validity.ts';

export type Show = (state: FieldState | NumberState) => void;

/** The one card that the frames of a form hold together. It lives in the leader; the others call it directly. */
export interface Model {
  /** A field takes its place, with what it holds now; `show` gets its state at once and whenever it changes. */
  join(type: FieldType, value: string, show: Show): void;
  leave(type: FieldType): void;
  write(type: FieldType, value: string): void;
  focus(type: FieldType): void;
  blur(type: FieldType): void;
  values(): CardValues;
  /** The brand that the number typed so far points to. */
  brand(): Brand;
}

interface Place {
  value: string;
  readonly show: Show;
  shown: string;
}

/** A model without fields; `now` is the customer's calendar month, asked at every judgement. */
export const createModel = (now: () => YearMonth): Model => {
  const places = new Map<FieldType, Place>();
  let focused: FieldType | undefined;

  const values = (): CardValues => Object.fromEntries([...places].map(([type, { value }]) => [type, value]));
  const brand = (): Brand => {
    const number = places.get('number')?.value;
    return number ? brandOf(number, { partial: true }) : UNKNOWN_BRAND;
  };

  const stateOf = (type: FieldType, value: string, valid: boolean): FieldState | NumberState => {
    const state = { valid, empty: value === '', focus: focused === type, length: value.length };
    if (type !== 'number') return state;
    const { firstSix, lastFour } = truncate(value);
    return { ...state, brand: brand().slug, firstSix, lastFour: valid ? lastFour : '' };
  };

  /** One field's change can turn another's verdict, so all are judged, and those that differ are shown. */
  const judge = () => {
    const valid = validity(values(), now());
    for (const type of FIELD_TYPES) {
      const place = places.get(type);
      if (!place) continue;
      const state = stateOf(type, place.value, valid[type]);
      const seen = JSON.stringify(state);
      if (seen === place.shown) continue;
      place.shown = seen;
      place.show(state);
    }
  };

  return {
    join(type, value, show) {
      places.set(type, { value, show, shown: '' });
      judge();
    },
    leave(type) {
      places.delete(type);
      if (focused === type) focused = undefined;
      judge();
    },
    write(type, value) {
      const place = places.get(type);
      if (!place) return;
      place.value = value;
      judge();
    },
    focus(type) {
      // Firefox does not always tell a frame that it lost the focus, so there is one focus for all.
      focused = type;
      judge();
    },
    blur(type) {
      if (focused === type) focused = undefined;
      judge();
    },
    values,
    brand,
  };
};
