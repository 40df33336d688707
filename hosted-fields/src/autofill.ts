import { FIELD_TYPES, type FieldType } from './protocol.ts';

/** The parts of a card that a browser or password manager stores: its fields, and the name on it. */
export type CardPart = FieldType | 'name';

/** The parts that hidden inputs can be filled with; month and year fill in an expiry field too. */
type FilledPart = Exclude<CardPart, 'expiry'>;

/** The parts of a card that were filled in, unchanged. */
export type Filled = { readonly [part in FilledPart]?: string };

/** The names by which browsers and password managers recognize card inputs. */
export const AUTOFILL: Record<CardPart, { readonly name: string; readonly autocomplete: AutoFill }> = {
  name: { name: 'ccname', autocomplete: 'cc-name' },
  number: { name: 'cardnumber', autocomplete: 'cc-number' },
  expiry: { name: 'cc-exp', autocomplete: 'cc-exp' },
  month: { name: 'cc-exp-month', autocomplete: 'cc-exp-month' },
  year: { name: 'cc-exp-year', autocomplete: 'cc-exp-year' },
  cvv: { name: 'cvc', autocomplete: 'cc-csc' },
};

/** The usual order of a card form. */
export const PARTS: readonly CardPart[] = ['name', ...FIELD_TYPES];

const LOOK_EVERY_MS = 250;
const LOOKS_AFTER_BLUR = 8;

export interface Helpers {
  /** Reports what was filled in since the last check. */
  look(): void;
  /** Clears the inputs after a last check, so that filling in the same card again is a change. */
  clear(): void;
  remove(): void;
}

const createHelper = (document: Document, part: CardPart): HTMLInputElement => {
  const { name, autocomplete } = AUTOFILL[part];
  const input = document.createElement('input');
  const attributes = { type: 'text', id: name, name, autocomplete, tabindex: '-1' };
  for (const [attribute, value] of Object.entries(attributes)) input.setAttribute(attribute, value);
  return input;
};

/**
 * Creates hidden inputs for the parts of the card that other frames show: browsers recognize a card form by several
 * inputs in one document, and fill all of them. They are placed around the visible elements in the order of a card
 * form.
 */
export const createHelpers = (
  form: HTMLFormElement,
  own: FieldType,
  visible: Element,
  filled: (parts: Filled) => void,
): Helpers => {
  const document = form.ownerDocument;
  const inputs = new Map<CardPart, HTMLInputElement>();
  const boxes: Element[] = [];
  const seen = new Map<CardPart, string>();

  for (const part of PARTS) {
    // One kind of expiry in a document: browsers fill in either the date or its parts.
    if (part === own || part === 'expiry' || (own === 'expiry' && (part === 'month' || part === 'year'))) continue;
    const box = document.createElement('div');
    box.className = 'helper';
    box.setAttribute('aria-hidden', 'true');
    const input = createHelper(document, part);
    const label = document.createElement('label');
    label.htmlFor = input.id;
    label.textContent = input.name;
    box.append(label, input);
    boxes.push(box);
    inputs.set(part, input);
    if (PARTS.indexOf(part) < PARTS.indexOf(own)) visible.before(box);
    else form.append(box);
  }

  const look = () => {
    const parts: Record<string, string> = {};
    for (const [part, { value }] of inputs) {
      if (value && value !== seen.get(part)) parts[part] = value;
      seen.set(part, value);
    }
    if (Object.keys(parts).length) filled(parts);
  };
  for (const box of boxes) {
    box.addEventListener('input', look);
    box.addEventListener('change', look);
  }

  return {
    look,
    clear() {
      look();
      for (const input of inputs.values()) input.value = '';
      seen.clear();
    },
    remove() {
      for (const box of boxes) box.remove();
    },
  };
};

/** Checks while the frame has the focus, and shortly after: many password managers fill inputs without an event. */
export const lookWhileFocused = (frame: Window, look: () => void): void => {
  let timer: number | undefined;
  let left = Infinity;
  frame.addEventListener('focus', () => {
    left = Infinity;
    timer ??= frame.setInterval(() => {
      look();
      if (left-- > 0) return;
      frame.clearInterval(timer);
      timer = undefined;
    }, LOOK_EVERY_MS);
  });
  frame.addEventListener('blur', () => {
    left = LOOKS_AFTER_BLUR;
  });
};
