/** A decoded form: objects by key, lists as objects whose keys are `0`, `1`, … */
export type DecodedForm = { [key: string]: string | DecodedForm };

/** Limits of one body or query. Stripe's own are not published; these are far above what a client sends. */
const MOST_PAIRS = 1000;
const DEEPEST = 8;

const newForm = (): DecodedForm => Object.create(null) as DecodedForm;

/**
 * Decodes `application/x-www-form-urlencoded` text with brackets: `a[b]=1`, `expand[]=x`, `expand[0]=x`.
 *
 * @throws {FormError} when the text is not decodable, or exceeds the limits
 */
export const decodeForm = (text: string): DecodedForm => {
  const form = newForm();
  const pairs = text === '' ? [] : text.split('&');
  if (pairs.length > MOST_PAIRS) throw new FormError(`At most ${MOST_PAIRS} parameters are accepted.`);
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = decodePart(equals < 0 ? pair : pair.slice(0, equals));
    place(form, pathOf(key), equals < 0 ? '' : decodePart(pair.slice(equals + 1)));
  }
  return form;
};

export class FormError extends Error {}

const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new FormError('A parameter has a percent sign that is followed by no valid escape.');
  }
};

const pathOf = (key: string): string[] => {
  const bracket = key.indexOf('[');
  if (bracket < 0) return [key];
  const parts = [...key.slice(bracket).matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part);
  const path = [key.slice(0, bracket), ...parts];
  const whole = path[0] + parts.map((part) => `[${part}]`).join('');
  if (whole !== key || path[0] === '') throw new FormError(`Invalid parameter name: ${key}`);
  if (path.length > DEEPEST) throw new FormError(`Parameters nest at most ${DEEPEST} levels deep.`);
  return path;
};

const place = (form: DecodedForm, path: readonly string[], value: string): void => {
  let at = form;
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    const child = typeof next === 'object' ? next : newForm();
    at[key] = child;
    at = child;
  }
};
