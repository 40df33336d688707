import type { FieldType } from '@service/hosted-fields/protocol';
import { plain } from '../plain.ts';
import type { FieldState } from '../types.ts';

/** The container of several fields side by side, with the state classes of one field. */
export interface FieldLine {
  readonly targets: ReadonlyMap<FieldType, Element>;
  /** Shows the state of the card; it is invalid if one of its fields is invalid and the customer has left that. */
  show(fields: readonly FieldState[], card: FieldState): void;
  remove(): void;
}

const BASE = 'service-hosted-field';

/** The number takes what the others leave; on the narrowest phones they wrap. */
const WIDTHS: { readonly [type in FieldType]?: string } = {
  number: 'flex: 1 1 9.75em',
  expiry: 'flex: 0 0 4em',
  cvv: 'flex: 0 0 3em',
};

export const line = (target: Element, types: readonly FieldType[]): FieldLine => {
  const element = document.createElement('div');
  element.className = `${BASE} ${BASE}-card`;
  element.style.cssText = 'display: flex; flex-wrap: wrap; column-gap: 8px';
  plain(target).replaceChildren(element);
  const targets = new Map(
    types.map((type) => {
      const box = document.createElement('div');
      box.style.cssText = WIDTHS[type] ?? '';
      element.append(box);
      return [type, box] as const;
    }),
  );
  return {
    targets,
    show(fields, { valid, focus }) {
      const invalid = fields.some((field) => !field.valid && !field.empty && !field.focus);
      for (const [name, on] of Object.entries({ focus, valid, invalid })) {
        element.classList.toggle(`${BASE}-${name}`, on);
        element.classList.toggle(`${BASE}-card-${name}`, on);
      }
    },
    remove: () => element.remove(),
  };
};
