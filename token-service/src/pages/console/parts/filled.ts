import type { Markup } from '../../../documents/html.ts';
import type { Form } from '../../../http/bodies/form.ts';

/** The problems of a form that was sent: one for the whole form, others by field. */
export interface Problems {
  readonly form?: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the record has changed meanwhile, so that the form offers to save all the same. */
  readonly stale?: boolean;
  /** Below the problem of the whole form: what it is about, with links to where it is repaired. */
  readonly details?: Markup | undefined;
}

/** The values of a form, and its problems. */
export interface FilledForm {
  readonly values: Form;
  readonly problems: Problems;
}
