import type { CardElement } from '../elements/types.ts';
import { textFor } from '../texts/text-for.ts';
import type { Texts } from '../texts/texts.ts';
import type { CardState } from '../types.ts';
import { brandsIn } from './brands.ts';
import { type Faults, faultsOfCard } from './faults.ts';
import { createRow, type FormRow } from './view.ts';

export const CARD = ['number', 'expiry', 'cvv'] as const;

/** The card fields of a form: their rows, and the errors in them. */
export interface CardFieldsPart {
  readonly rows: ReadonlyMap<string, FormRow>;
  /** The fields in the rows, once they are made. */
  readonly fields: Map<string, CardElement>;
  /** Shows what is wrong with what the customer has typed, and the brand of the card. */
  judge(state: CardState): void;
  faults(): Faults;
  /** Marks a field that a token was refused for, if it is one of the card. */
  refuse(name: string, text: string): void;
  /** Takes these marks off again. */
  clear(): void;
}

/**
 * @param started the rows that the server has rendered
 * @param released shows an error as soon as the customer does not press a button any more
 */
export const createCardPart = (
  id: string,
  started: Element | undefined,
  texts: Texts,
  brands: readonly string[],
  released: (name: string, show: () => void) => void,
): CardFieldsPart => {
  const fields = new Map<string, CardElement>();
  /** The fields with an error of a token, and the length of their value since; undefined until it is known. */
  const refused = new Map<string, number | undefined>();
  let states: CardState['fields'] = {};
  const rows = new Map(
    CARD.map((name, place) => {
      const box = started?.children[place]?.firstElementChild ?? document.createElement('div');
      // From now on, the style sheet gives it a height.
      box.removeAttribute('style');
      return [name, createRow(id, name, texts[name], box as HTMLElement, name === 'number')];
    }),
  );
  const showBrand = brandsIn(rows.get('number')!.mark, brands);
  const adapt = (brand: string) => {
    showBrand(brand);
    rows.get('cvv')?.hint(texts[brand === 'american_express' ? 'cvv_hint_amex' : 'cvv_hint']);
  };
  adapt('unknown');
  return {
    rows,
    fields,
    judge({ fields: now }) {
      states = now;
      adapt(states.number?.brand ?? 'unknown');
      for (const name of CARD) {
        const state = states[name];
        if (!state) continue;
        // What a token was refused for stays until the customer edits the field.
        if (refused.has(name) && (refused.get(name) ?? state.length) === state.length) {
          refused.set(name, state.length);
          continue;
        }
        if (refused.delete(name)) fields.get(name)?.setMessage('');
        const wrong = !state.valid && !state.empty && !state.focus;
        released(name, () => rows.get(name)?.say(wrong ? textFor(texts, name, state.reason) : ''));
      }
    },
    faults: () => faultsOfCard(CARD, states),
    refuse(name, text) {
      const field = fields.get(name);
      if (!field) return;
      field.setMessage(text);
      refused.set(name, undefined);
    },
    clear() {
      // A message configures its frame anew, which takes milliseconds, so fields without one are left alone.
      for (const name of refused.keys()) fields.get(name)?.setMessage('');
      refused.clear();
    },
  };
};
