import { Invalid } from '@service/billing/values/failure.ts';
import type { Problems } from './parts/filled.ts';
import { FormProblem, problemsOf } from './route.ts';

/** The names that fields of the API have in forms that move money. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  unit_amount_in_cents: 'amount',
  amount_in_cents: 'amount',
  collected_at: 'collected_on',
  credit_reason_code: 'reason',
};

/** Problems that are shown at the fields of a form that moves money. */
class MoneyFieldProblems extends FormProblem {
  override readonly problems: Problems;
  constructor({ form, fields, subjects }: Problems) {
    super(form);
    this.problems = { form, fields: byFormField(fields), subjects: byFormField(subjects) };
  }
}

const byFormField = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [FORM_FIELDS[name] ?? name, text]));

/**
 * Returns an error with its problems at the fields of a form that moves money, and with the bounds of amounts in a
 * currency; others as they are.
 */
export const inAmounts = (error: unknown, currency: string): unknown => {
  const problems = error instanceof Invalid ? problemsOf(error, currency) : undefined;
  return problems ? new MoneyFieldProblems(problems) : error;
};

/** Carries something out. What it refuses is said at the fields of the form, with amounts of a currency. */
export const sayingAmounts = async <T>(currency: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw inAmounts(error, currency);
  }
};
