import { html, type Markup } from '../../documents/html.ts';
import type { Form } from '../../http/bodies/form.ts';
import { type CarriedOut, FormProblem } from './route.ts';

/**
 * A form whose choice is shown with its consequences before it is carried out. One button shows them, another carries
 * out what is shown; both send all fields, so that nothing is carried out that was typed but not shown.
 */
type ChosenFields = readonly (readonly [name: string, value: string])[];

const SHOW = 'show';

const asQuery = (choice: ChosenFields): string => new URLSearchParams(choice.map(([...pair]) => pair)).toString();

/** The button that shows a choice. It comes first in its form, so that Enter shows, and does nothing else. */
export const showButton = (label: string): Markup =>
  html`<button type="submit" name="do" value="${SHOW}">${label}</button>`;

/** Says which choice the page shows. */
export const shownField = (choice: ChosenFields): Markup =>
  html`<input type="hidden" name="shown" value="${asQuery(choice)}">`;

/** The id of the place where the page shows a choice. */
export const SHOWN_ID = 'shown';

/** Whether a form carries out the choice that its page showed, and no other one. */
export const isShown = (form: Form, choice: ChosenFields): boolean =>
  form.do !== SHOW && form.shown === asQuery(choice);

/**
 * Returns the page that shows the choice of a form, if the form asks for that; undefined if the form shall be carried
 * out. `kept`: fields beside the choice that the page keeps as they were typed. Throws `FormProblem` if the choice is
 * another one than the page showed.
 */
export const askedToShow = (
  form: Form,
  path: string,
  choice: ChosenFields,
  kept: ChosenFields = [],
): CarriedOut | undefined => {
  if (form.do === SHOW) return { to: `${path}?${asQuery([...choice, ...kept])}#${SHOWN_ID}`, notice: '' };
  if (isShown(form, choice)) return undefined;
  throw new FormProblem(
    'What you chose was not shown yet, so nothing was done. Check it, then press the button again.',
  );
};
