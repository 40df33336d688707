import { Failure } from '@service/billing/values/failure.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';

/** One result of an examination. */
export interface Finding {
  /** The examined part: `database`, or `gateway shop/main`. */
  readonly part: string;
  /** `failure`: something does not work until a person acts. */
  readonly status: 'ok' | 'warning' | 'failure';
  readonly finding: string;
  /** The way to fix it; null where nothing has to be done. */
  readonly advice: string | null;
}

export const ok = (part: string, finding: string): Finding => ({ part, status: 'ok', finding, advice: null });
export const warning = (part: string, finding: string, advice: string): Finding => ({
  ...{ part, status: 'warning', finding, advice },
});
export const failure = (part: string, finding: string, advice: string): Finding => ({
  ...{ part, status: 'failure', finding, advice },
});

/** Milliseconds that one part may take to answer. */
const PATIENCE = 10_000;

/** Returns what an examination finds; a failure with this advice when it throws, or does not answer in time. */
export const examined = async (
  part: string,
  advice: string,
  work: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> => {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new Error('It did not answer in ten seconds.')), PATIENCE);
  try {
    return [await Promise.race([work(), tooLate.promise])].flat();
  } catch (error) {
    // Their messages say what to do.
    if (error instanceof OperatorTrouble) return [failure(part, error.message, advice)];
    const message = error instanceof Failure ? error.symbol : (error as Error).message;
    return [failure(part, message.split('\n')[0] ?? message, advice)];
  } finally {
    clearTimeout(timer);
  }
};
