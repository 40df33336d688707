import { plain } from '../plain.ts';

/** Splits the name on a card before its last word. */
export const splitName = (name: string): { readonly first_name: string; readonly last_name: string } => {
  const words = name.trim().split(/\s+/);
  const last_name = (words[1] && words.pop()) ?? '';
  return { first_name: words.join(' '), last_name };
};

/**
 * Copies the name on a card, which the browser filled into a frame, into the inputs of the form around `field`. Only
 * empty inputs are filled: what the customer typed wins.
 */
export const fillName = (field: Element, name: string): void => {
  const form = plain(plain(field).closest('form') ?? document.body);
  const inputs = Object.entries(splitName(name)).map(([part, value]) => ({
    input: form.querySelector<HTMLInputElement>(`input[data-service=${part}]`),
    value,
  }));
  if (inputs.some(({ input }) => input?.value)) return;
  for (const { input, value } of inputs) {
    if (!input || !value) continue;
    input.value = value;
    // Frameworks keep their own copy of a form and update it on these events.
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  }
};
