import { html, type Markup } from '../../../documents/html.ts';
import type { ConsoleVisit } from '../visit.ts';
import type { FilledForm } from './filled.ts';

interface SecretForm {
  readonly action: string;
  readonly className?: string;
  /** Whether the page that it leads to opens in a new tab. */
  readonly newTab?: boolean;
  /** Whether it has fields for files. */
  readonly uploads?: boolean;
}

/** A form that changes something. It carries a key of the session, and an id with which it is carried out once. */
export const secretForm = (
  { formKey, newFormId }: Pick<ConsoleVisit, 'formKey' | 'newFormId'>,
  { action, className = '', newTab = false, uploads = false }: SecretForm,
  content: Markup | string | readonly (Markup | string)[],
): Markup => html`<form method="post" action="${action}"${className ? html` class="${className}"` : ''}${newTab ? html` target="_blank"` : ''}${uploads ? html` enctype="multipart/form-data"` : ''}>
<input type="hidden" name="form_key" value="${formKey()}">
<input type="hidden" name="form_id" value="${newFormId()}">
${content}
</form>`;

export interface ConsoleField {
  readonly name: string;
  readonly label: string;
  /** The content of the field before anything was typed. */
  readonly value?: string | number | null | undefined;
  readonly hint?: Markup | string | undefined;
  /** Further attributes: `type`, `inputmode`, `autocomplete`, `required`. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Takes the label of a field, and returns the sentence about its value that is shown below it. */
export const problemBelow = (
  { labels, problems }: FilledForm,
  { name, label }: Pick<ConsoleField, 'name' | 'label'>,
): Markup | string => {
  labels?.set(name, label);
  const problem = problems.fields[name];
  return problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : '';
};

const attributesOf = (attributes: Readonly<Record<string, string>> = {}): Markup[] =>
  Object.entries(attributes).map(([name, value]) => (value === '' ? html` ${name}` : html` ${name}="${value}"`));

const held = ({ values }: FilledForm, { name, value }: ConsoleField): string => values[name] ?? String(value ?? '');

/** Names the hint and the problem of a field, so that screen readers say them. */
const described = ({ problems }: FilledForm, { name, hint }: ConsoleField): Markup | string => {
  const ids = [hint && `${name}-hint`, problems.fields[name] && `${name}-problem`].filter(Boolean).join(' ');
  return ids ? html` aria-describedby="${ids}"` : '';
};

const invalid = ({ problems }: FilledForm, { name }: ConsoleField): Markup | string =>
  problems.fields[name] ? html` aria-invalid="true"` : '';

const around = (filled: FilledForm, field: ConsoleField, control: Markup): Markup => {
  const { name, label, hint } = field;
  return html`<div class="field">
<label for="${name}">${label}</label>
${control}
${hint ? html`<p class="quiet" id="${name}-hint">${hint}</p>` : ''}
${problemBelow(filled, field)}
</div>`;
};

/** A text field with its label above, its hint and its problem below. */
export const inputField = (filled: FilledForm, field: ConsoleField): Markup =>
  around(
    filled,
    field,
    html`<input id="${field.name}" name="${field.name}" value="${held(filled, field)}"${described(filled, field)}${invalid(filled, field)}${attributesOf(field.attributes)}>`,
  );

/** A field to choose a file, of the types that `attributes` name in `accept`. */
export const fileField = (filled: FilledForm, field: ConsoleField): Markup =>
  around(
    filled,
    field,
    html`<input id="${field.name}" name="${field.name}" type="file"${described(filled, field)}${invalid(filled, field)}${attributesOf(field.attributes)}>`,
  );

/** A field of several lines. */
export const areaField = (filled: FilledForm, field: ConsoleField): Markup =>
  around(
    filled,
    field,
    html`<textarea id="${field.name}" name="${field.name}" rows="4"${described(filled, field)}${invalid(filled, field)}${attributesOf(field.attributes)}>${held(filled, field)}</textarea>`,
  );

/** Value and text of what can be chosen. */
export type FieldChoice = readonly [value: string, text: string];

/** A list to choose one of. */
export const choiceField = (filled: FilledForm, field: ConsoleField, choices: readonly FieldChoice[]): Markup =>
  around(
    filled,
    field,
    html`<select id="${field.name}" name="${field.name}"${described(filled, field)}${invalid(filled, field)}${attributesOf(field.attributes)}>
${choices.map(([value, text]) => html`<option value="${value}"${value === held(filled, field) ? html` selected` : ''}>${text}</option>\n`)}
</select>`,
  );

export interface RadioChoice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The words of the button of the form while this is chosen; `buttonOfChoice` shows them. */
  readonly button?: string;
}

/** Choices that are seen at once, one of them chosen. */
export const radioField = (
  filled: FilledForm,
  field: ConsoleField,
  choices: readonly RadioChoice[],
): Markup => html`<fieldset class="field${choices.some(({ button }) => button) ? ' names-button' : ''}"${described(filled, field)}>
<legend>${field.label}</legend>
${choices.map(
  ({
    value,
    label,
    hint,
  }) => html`<label class="choice"><input type="radio" name="${field.name}" value="${value}"${held(filled, field) === value ? html` checked` : ''}> <span>${label}${hint ? html`<span class="quiet">${hint}</span>` : ''}</span></label>
`,
)}
${field.hint ? html`<p class="quiet" id="${field.name}-hint">${field.hint}</p>` : ''}
${problemBelow(filled, field)}
</fieldset>`;

/**
 * Returns the words of a button that does what is chosen of a radio field. The style shows those of the choice, without
 * a script too.
 *
 * @param otherwise the words where nothing is chosen, and in browsers that cannot tell what is
 */
export const buttonOfChoice = (choices: readonly RadioChoice[], otherwise: string): Markup =>
  html`<span class="by-choice">${choices.map(({ button }) => html`<span>${button ?? otherwise}</span>`)}<span>${otherwise}</span></span>`;

/** A box to tick. A form that was sent without it leaves it empty. */
export const checkField = (filled: FilledForm, field: ConsoleField): Markup => {
  const { name, label, value, hint } = field;
  const isChecked =
    'form_id' in filled.values ? filled.values[name] !== undefined : Boolean(filled.values[name] ?? value);
  const attributes = [
    ...(isChecked ? [html` checked`] : []),
    described(filled, { name, label }),
    invalid(filled, field),
  ];
  return html`<div class="field"><label class="choice"><input type="checkbox" name="${name}" value="yes"${attributes}> <span>${label}${hint ? html`<span class="quiet">${hint}</span>` : ''}</span></label>${problemBelow(filled, field)}</div>`;
};

/** The problem of a form as a whole. It gets the focus. */
export const formTrouble = ({ problems }: FilledForm): Markup | string =>
  problems.form
    ? problems.details
      ? html`<div class="trouble" role="alert" tabindex="-1" autofocus><p>${problems.form}</p>${problems.details}</div>`
      : html`<p class="trouble" role="alert" tabindex="-1" autofocus>${problems.form}</p>`
    : '';

interface Buttons {
  /** The address that leaves things as they are, with the prefix of the site. */
  readonly back: string;
  /** Whether the button destroys something or moves money back. */
  readonly danger?: boolean;
  /** The link that leaves things as they are, where “Cancel” would be mistaken for the action. */
  readonly keep?: string;
}

/** The button that says what it does, and the link that leaves things as they are. */
export const formButtons = (
  label: Markup | string,
  { back, danger = false, keep = 'Cancel' }: Buttons,
): Markup => html`<div class="buttons">
<button type="submit" class="${danger ? 'danger' : 'main'}">${label}</button>
<a class="button" href="${back}">${keep}</a>
</div>`;

/** A link that looks like a button, for the actions of a page. `key`: the key that opens it. */
export const actionLink = (
  { prefix }: Pick<ConsoleVisit, 'prefix'>,
  path: string,
  label: string,
  {
    main = false,
    danger = false,
    key = '',
  }: { readonly main?: boolean; readonly danger?: boolean; readonly key?: string } = {},
): Markup =>
  html`<a class="button${main ? ' main' : danger ? ' danger' : ''}" href="${prefix}${path}"${key ? html` data-key="${key}"` : ''}>${label}</a>`;
