import type { Markup } from '../../../documents/html.ts';
import type { Form } from '../../../http/bodies/form.ts';

/** The problems of a form that was sent: one for the whole form, others by field. */
export interface Problems {
  readonly form?: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** The words with which the sentence of a field calls it, by field, where they may not be those of its label. */
  readonly subjects?: Readonly<Record<string, string>> | undefined;
  /** Whether the record has changed meanwhile, so that the form offers to save all the same. */
  readonly stale?: boolean;
  /** Below the problem of the whole form: what it is about, with links to where it is repaired. */
  readonly details?: Markup | undefined;
}

/** The values of a form, and its problems. */
export interface FilledForm {
  readonly values: Form;
  readonly problems: Problems;
  /** Takes the labels of the fields as they are made, by name. */
  readonly labels?: Map<string, string>;
}

/**
 * Returns a form whose problems call its fields by the labels that were taken, and say above the form what the page
 * has no field for; undefined if they do already. Only the page knows these: what refuses a value has names of the API.
 */
export const fittedToPage = ({ problems, labels, ...form }: FilledForm): FilledForm | undefined => {
  const { subjects = {} } = problems;
  const renamed = Object.entries(subjects).flatMap(([name, subject]) => {
    const label = labels?.get(name)?.replace(/ \(optional\)$/, '');
    const sentence = problems.fields[name];
    if (label === undefined || label === subject || !sentence?.startsWith(subject)) return [];
    return [{ name, sentence, better: `${label}${sentence.slice(subject.length)}` }];
  });
  const fields = { ...problems.fields };
  let whole = problems.form;
  for (const { name, sentence, better } of renamed) {
    fields[name] = better;
    whole = whole?.replace(sentence, () => better);
  }
  const unsaid = Object.entries(fields).flatMap(([name, sentence]) =>
    labels?.has(name) || whole?.includes(sentence) ? [] : [sentence],
  );
  if (renamed.length === 0 && unsaid.length === 0) return undefined;
  whole = [whole, ...new Set(unsaid)].filter(Boolean).join(' ');
  return { ...form, problems: { ...problems, form: whole, fields, subjects: undefined } };
};
