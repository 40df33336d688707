import { type Brand, brandOf, UNKNOWN_BRAND } from '@service/billing/card/brand.ts';
import { truncate } from '@service/billing/card/number.ts';
import { FIELD_TYPES, type FieldState, type FieldType, type NumberState } from './protocol.ts';
import { type CardValues, type Circumstances, validity } from './validity.ts';

export type Show = (state: FieldState | NumberState) => void;

/** How the model reaches a field. */
export interface Place {
  /** Gets the field's state at once, and whenever it changes. */
  show: Show;
  /** Puts a value into the field; answers with what the field makes of it. */
  fill(value: string): string;
  /** Somebody typed into some field. */
  typed(): void;
}

/** The one card that the frames of a form hold together. It lives in the leader; the others call it directly. */
export interface Model {
  /** A field takes its place, with what it holds now. */
  join(type: FieldType, value: string, place: Place): void;
  leave(type: FieldType): void;
  /** A customer's edit. */
  write(type: FieldType, value: string): void;
  /** What a browser filled in: goes to the fields it belongs to, as far as there are any. */
  fill(values: CardValues): void;
  focus(type: FieldType): void;
  blur(type: FieldType): void;
  /** Judges all fields once more: the circumstances have changed. */
  judge(): void;
  values(): CardValues;
  /** The brand that the number typed so far points to. */
  brand(): Brand;
}

interface Taken {
  value: string;
  readonly place: Place;
  shown: string;
}

/** A model without fields; the circumstances are asked for at every judgement. */
export const createModel = (circumstances: () => Circumstances): Model => {
  const places = new Map<FieldType, Taken>();
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
    const valid = validity(values(), circumstances());
    for (const type of FIELD_TYPES) {
      const taken = places.get(type);
      if (!taken) continue;
      const state = stateOf(type, taken.value, valid[type]);
      const seen = JSON.stringify(state);
      if (seen === taken.shown) continue;
      taken.shown = seen;
      taken.place.show(state);
    }
  };

  return {
    join(type, value, place) {
      places.set(type, { value, place, shown: '' });
      judge();
    },
    leave(type) {
      places.delete(type);
      if (focused === type) focused = undefined;
      judge();
    },
    write(type, value) {
      const taken = places.get(type);
      if (!taken) return;
      taken.value = value;
      for (const { place } of places.values()) place.typed();
      judge();
    },
    fill(values) {
      for (const type of FIELD_TYPES) {
        const [taken, value] = [places.get(type), values[type]];
        if (taken && value) taken.value = taken.place.fill(value);
      }
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
    judge,
    values,
    brand,
  };
};
