import { Invalid } from '@service/billing/values/failure.ts';
import { FormProblem, problemsOf } from './route.ts';

/** Returns an error with the bounds of amounts in a currency, where they are in cents; others as they are. */
export const inAmounts = (error: unknown, currency: string): unknown => {
  if (!(error instanceof Invalid)) return error;
  const { form, fields } = problemsOf(error, currency) ?? { form: undefined, fields: {} };
  return new FormProblem(form, fields);
};

/** Carries something out. What it refuses says bounds of amounts in a currency. */
export const sayingAmounts = async <T>(currency: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw inAmounts(error, currency);
  }
};
