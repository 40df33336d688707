import type { Shape } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { FilledForm } from '../../parts/filled.ts';
import {
  areaField,
  type ConsoleField,
  checkField,
  choiceField,
  type FieldChoice,
  inputField,
  problemBelow,
} from '../../parts/form.ts';
import { entryOf, type TableField, type TableForm, writableFields } from './table-spec.ts';
import { inputTexts } from './table-texts.ts';

/** Texts of this length are edited in several lines. */
const LONG_TEXT = 500;

/** Returns the fields of a form, filled with what was typed, else with the record, else with the table's fallbacks. */
export const tableFields = (form: TableForm, filled: FilledForm): Markup[] => {
  const texts = inputTexts(form);
  const shown: FilledForm = { ...filled, values: shownValues(filled, texts) };
  const names = new Set(writableFields(form).map(({ name }) => name));
  return form.groups.flatMap(({ title, fields, folded }) => {
    const own = fields.filter(({ name }) => names.has(name));
    if (own.length === 0) return [];
    const content = own.map((field) => control(form, shown, field, texts));
    const isOpen = own.some(({ name }) => hasProblem(filled, name));
    return folded
      ? [html`<details class="further"${isOpen ? html` open` : ''}><summary>${title}</summary>${content}</details>`]
      : [html`<fieldset class="group"><legend><h2>${title}</h2></legend>${content}</fieldset>`];
  });
};

/** Whether something is wrong in a field, or in one of its currencies. */
const hasProblem = ({ problems }: FilledForm, name: string): boolean =>
  Object.keys(problems.fields).some((field) => field === name || field.startsWith(`${name}.`));

/** A form that was sent keeps what was typed, an emptied field as well. Boxes that are not ticked are absent. */
const shownValues = ({ values }: FilledForm, texts: Readonly<Record<string, string>>): FilledForm['values'] => {
  const typed = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (!('form_id' in values)) return typed;
  const emptied = Object.keys(texts).filter((name) => texts[name] !== 'yes');
  return { ...Object.fromEntries(emptied.map((name) => [name, ''])), ...typed };
};

const control = (
  form: TableForm,
  filled: FilledForm,
  { name, label, hint, choices }: TableField,
  texts: Readonly<Record<string, string>>,
): Markup => {
  const { required, fallback, input } = entryOf(form.table, name);
  const field: ConsoleField = {
    name,
    label,
    hint,
    value: texts[name] ?? '',
    attributes: required ? { required: '' } : {},
  };
  const shape = input as Shape;
  if (shape.is === 'money') return amountFields(form, filled, field, texts);
  if (shape.is === 'list') return areaField(filled, field);
  if (shape.is !== 'value') return inputField(filled, field);
  const { kind } = shape;
  const chosen = choices ?? kind.choices?.map((choice): FieldChoice => [choice, choice.replaceAll('_', ' ')]);
  if (chosen) {
    const isNone = choices === undefined && !required && fallback === undefined;
    const none: readonly FieldChoice[] = isNone ? [['', 'None']] : [];
    return choiceField(filled, field, withHeld([...none, ...chosen], texts[name]));
  }
  if (kind.attribute === 'boolean') {
    // What was typed wins, and what the record has is in `texts`.
    const value = 'form_id' in filled.values ? filled.values[name] : texts[name];
    return checkField({ ...filled, values: { ...filled.values, [name]: value || undefined } }, { ...field, value });
  }
  if (kind.attribute === 'datetime') return inputField(filled, { ...field, attributes: { type: 'date' } });
  if (kind.attribute === 'integer') {
    return inputField(filled, { ...field, attributes: { ...field.attributes, inputmode: 'numeric' } });
  }
  const longest = Number(/at most (\d+)$/.exec(kind.name)?.[1] ?? 0);
  return longest >= LONG_TEXT && !kind.name.includes('places') && !name.endsWith('_url') && !name.endsWith('_link')
    ? areaField(filled, field)
    : inputField(filled, field);
};

/** Adds what the record has, if it is not offered any more: else saving would change it. */
const withHeld = (choices: readonly FieldChoice[], value = ''): readonly FieldChoice[] =>
  value === '' || choices.some(([choice]) => choice === value) ? choices : [...choices, [value, value]];

/** One field for each currency. */
const amountFields = (
  { currencies }: TableForm,
  filled: FilledForm,
  { name, label, hint }: ConsoleField,
  texts: Readonly<Record<string, string>>,
): Markup => html`<fieldset class="field"><legend>${label}</legend><div class="pair">
${currencies.map((currency) => inputField(filled, { name: `${name}.${currency}`, label: currency, value: texts[`${name}.${currency}`] ?? '', attributes: { inputmode: 'decimal', autocomplete: 'off' } }))}</div>
${hint ? html`<p class="quiet">${hint}</p>` : ''}
${problemBelow(filled, { name, label })}</fieldset>`;
