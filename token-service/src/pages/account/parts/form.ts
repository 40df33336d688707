import { html, type Markup } from '../../../documents/html.ts';
import type { Visit } from '../visit.ts';

interface FormOptions {
  readonly action: string;
  readonly id?: string;
  readonly className?: string;
  /** Attributes for the script of the page, by their names without `data-`. */
  readonly data?: Readonly<Record<string, string>>;
}

/** A form that changes something. It carries the key of the session, and an id with which it is carried out once. */
export const form = (
  { formKey, newFormId }: Pick<Visit, 'formKey' | 'newFormId'>,
  { action, id, className = 'form', data = {} }: FormOptions,
  content: Markup | readonly Markup[],
): Markup => html`<form method="post" action="${action}" class="${className}"${id ? html` id="${id}"` : ''}${Object.entries(
  data,
).map(([name, value]) => html` data-${name}="${value}"`)}>
<input type="hidden" name="form_key" value="${formKey}">
<input type="hidden" name="form_id" value="${newFormId()}">
${content}
</form>`;

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly value?: string | null | undefined;
  /** The error of the value, in the customer's words. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Said beside the label of a field that may stay empty. */
  readonly optional?: string | undefined;
  /** Further attributes: `type`, `autocomplete`, `inputmode`, `maxlength`. */
  readonly attributes?: Readonly<Record<string, string>>;
}

const attributesOf = (attributes: Readonly<Record<string, string>>): Markup[] =>
  Object.entries(attributes).map(([name, value]) => (value === '' ? html` ${name}` : html` ${name}="${value}"`));

const notes = ({ name, error, hint }: FormField): Markup => html`
${hint ? html`<p class="quiet" id="${name}-hint">${hint}</p>` : ''}
<p class="error" id="${name}-error">${error}</p>`;

const labelOf = ({ name, label, optional }: FormField): Markup =>
  html`<label for="${name}">${label}${optional ? html` <span class="quiet">${optional}</span>` : ''}</label>`;

const describedBy = ({ name, hint }: FormField): string => (hint ? `${name}-hint ${name}-error` : `${name}-error`);

/** A text field with its label above and its error below. */
export const textField = (field: FormField): Markup => html`<div class="field">
${labelOf(field)}
<input id="${field.name}" name="${field.name}" value="${field.value ?? ''}" aria-describedby="${describedBy(field)}"${field.error ? html` aria-invalid="true" autofocus` : ''}${attributesOf(field.attributes ?? {})}>
${notes(field)}
</div>`;

/** A field of several lines. */
export const textArea = (field: FormField): Markup => html`<div class="field">
${labelOf(field)}
<textarea id="${field.name}" name="${field.name}" rows="3" aria-describedby="${describedBy(field)}"${field.error ? html` aria-invalid="true" autofocus` : ''}${attributesOf(field.attributes ?? {})}>${field.value}</textarea>
${notes(field)}
</div>`;

export type Option = readonly [value: string, text: string];

/** A list to choose from. */
export const selectField = (field: FormField, options: readonly Option[]): Markup => html`<div class="field">
${labelOf(field)}
<select id="${field.name}" name="${field.name}" aria-describedby="${describedBy(field)}"${field.error ? html` aria-invalid="true" autofocus` : ''}${attributesOf(field.attributes ?? {})}>
${options.map(([value, text]) => html`<option value="${value}"${value === (field.value ?? '') ? html` selected` : ''}>${text}</option>\n`)}
</select>
${notes(field)}
</div>`;

/**
 * Renders the error of a form as a whole. It gets the focus, so that screen readers say it at once, unless a field has
 * the error.
 */
export const formProblem = (text: string | undefined, { inField = false } = {}): Markup =>
  text ? html`<p class="problem" role="alert" tabindex="-1"${inField ? '' : html` autofocus`}>${text}</p>` : html``;

interface Alternatives {
  readonly danger?: boolean;
  /** The page for a customer who does not do it. */
  readonly back?: string;
  /** Other operations for the customer. */
  readonly other?: Markup | undefined;
}

/** The button that does what the page is for, what else can be done, and the link that does nothing. */
export const choices = (
  label: string,
  keep: string,
  { danger = false, back = '/account', other }: Alternatives = {},
): Markup => html`<div class="choices"><button class="${danger ? 'danger' : 'main'}" type="submit">${label}</button>
${other ?? ''}<a class="button second" href="${back}">${keep}</a></div>`;
