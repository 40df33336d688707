import type { Form } from '../../../http/bodies/form.ts';

/** The problems of a form that was sent: one for the whole form, others by field. */
export interface Problems {
  readonly form?: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the record has changed meanwhile, so that the form offers to save all the same. */
  readonly stale?: boolean;
}

/** The values of a form, and its problems. */
export interface FilledForm {
  readonly values: Form;
  readonly problems: Problems;
}
