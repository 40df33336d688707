import type { CardState } from '../types.ts';
import { bankReason } from './bank-reasons.ts';
import type { FormRow } from './view.ts';

/** The reasons why fields are not valid, by their names. */
export type Faults = Readonly<Record<string, string>>;

const ofPairs = (pairs: readonly (readonly [name: string, reason: string])[]): Faults =>
  Object.fromEntries(pairs.filter(([, reason]) => reason));

/** Returns why card fields that have loaded are not valid. A field without a state was not touched yet. */
export const faultsOfCard = (names: readonly string[], states: CardState['fields']): Faults =>
  ofPairs(names.map((name) => [name, states[name as 'cvv']?.reason ?? 'empty']));

/** Returns what is written in an input, without blanks around it. */
export const writtenIn = (rows: ReadonlyMap<string, FormRow>, name: string): string =>
  (rows.get(name)?.box as HTMLInputElement | undefined)?.value.trim() ?? '';

/** Returns why inputs are not valid: those that are empty, and those of a bank account that cannot be right. */
export const faultsOfInputs = (rows: ReadonlyMap<string, FormRow>, scheme?: string): Faults => {
  const isRequired = ({ box }: FormRow) => box.getAttribute('aria-required') === 'true';
  return ofPairs(
    [...rows].map(([name, row]) => {
      const written = writtenIn(rows, name);
      if (!written) return [name, isRequired(row) ? 'empty' : ''];
      return [name, scheme ? bankReason(name, written, writtenIn(rows, 'account_number'), scheme) : ''];
    }),
  );
};

/** The time that the state of a field needs at most from the process of its frame. */
const ON_ITS_WAY_MS = 250;
const STEP_MS = 25;

/** Reads faults until there are none, or the state after the last key has certainly arrived. */
export const settledFaults = async (read: () => Faults): Promise<Faults> => {
  for (let waited = 0; waited < ON_ITS_WAY_MS && Object.keys(read()).length > 0; waited += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return read();
};
