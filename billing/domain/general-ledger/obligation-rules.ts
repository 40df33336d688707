import { Failure, type Issue } from '../../values/failure.ts';
import { BUILT_IN_OBLIGATIONS } from './obligations.ts';

const LONGEST_NAME = 255;
const FIELD = 'performance_obligation.name';

/** Returns the issues of the name of an obligation. */
export const obligationNameIssues = (name: string): Issue[] => {
  if (!name.trim()) return [{ field: FIELD, symbol: 'blank' }];
  return name.length > LONGEST_NAME ? [{ field: FIELD, symbol: 'too_long', count: LONGEST_NAME }] : [];
};

/** Throws `performance_obligation_built_in` for an obligation that every site has. */
export const refuseBuiltIn = (id: string): void => {
  if (BUILT_IN_OBLIGATIONS.some((one) => one.id === id)) {
    throw new Failure('performance_obligation_built_in', { value: id });
  }
};
