/**
 * The order as far as it is written, kept for a reload and for Back. It does not outlive the tab, and holds no payment
 * details.
 */
import { inTab } from './tab-storage.js';

const KEY = 'order-so-far';

const NOT_KEPT = 'button, fieldset, [type="hidden"], #payment *';

const inputsIn = (form) => [...form.elements].filter((input) => !input.matches(NOT_KEPT));
const nameOf = ({ name, id }) => name || id;
const isChoice = ({ type }) => type === 'radio' || type === 'checkbox';

const read = () => new Map(inTab((storage) => JSON.parse(storage.getItem(KEY) ?? '[]')));

/** Whether this page was reached by a reload, Back or Forward. A link to the checkout opens a new order. */
export const isReturn = () => performance.getEntriesByType('navigation')[0]?.type !== 'navigate';

/** Keeps the order in `form` from now on. */
export const memoryOf = (form) => {
  const keep = ({ target }) => {
    if (target.form !== form) return;
    const written = inputsIn(form)
      .filter((input) => (isChoice(input) ? input.checked : input.value !== ''))
      .map((input) => [nameOf(input), input.value]);
    inTab((storage) => storage.setItem(KEY, JSON.stringify(written)));
  };
  for (const type of ['input', 'change']) addEventListener(type, keep);

  return {
    /** Writes the order into the form again. To be called before anything is priced. */
    restore: () => {
      const kept = read();
      for (const input of inputsIn(form)) {
        const value = kept.get(nameOf(input));
        if (isChoice(input)) input.checked = kept.size > 0 ? value === input.value : input.checked;
        else input.value = value ?? input.value;
      }
    },
    /** The order is bought: the next one starts anew. */
    forget: () => inTab((storage) => storage.removeItem(KEY)),
  };
};
