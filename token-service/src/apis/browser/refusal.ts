import { Failure, type FailureSymbol, type Issue, isUnavailable } from '@service/billing/values/failure.ts';
import { findingText, REFUSALS, type RefusalReason } from './messages.ts';

/** An expected error, which is rendered as the error JSON of the browser API. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  /** The value in the message: a method, a number of bytes or seconds, an id. */
  readonly value: string;
  readonly issues: readonly Issue[];

  constructor(reason: RefusalReason, value: string | number = '', issues: readonly Issue[] = []) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
    this.value = String(value);
    this.issues = issues;
  }

  get status(): number {
    return REFUSALS[this.reason].status;
  }
}

/** Billing info's names of two fields with other names in the browser. */
const IN_THE_BROWSER: Readonly<Record<string, string>> = { zip: 'postal_code', verification_value: 'cvv' };

const nameInBrowser = (field: string): string => IN_THE_BROWSER[field] ?? field;

/** Failures of the steps that all surfaces share, and the parameter that the message names. */
const REFUSED: Partial<Record<FailureSymbol, readonly [RefusalReason, param?: string]>> = {
  https_required: ['https-required'],
  read_only: ['read-only'],
  payload_too_large: ['too-large', 'bytes'],
  request_timeout: ['too-slow', 'seconds'],
  too_many_requests: ['too-many-requests', 'seconds'],
  unsupported_media_type: ['wrong-type'],
};

/** Returns the refusal of an expected failure; undefined for an unexpected one. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('unavailable');
  const [reason, param = ''] = (error instanceof Failure && REFUSED[error.symbol]) || [];
  return reason && new Refusal(reason, (error as Failure).params[param]);
};

/** The message for developers. */
export const refusalText = ({ reason, value }: Pick<Refusal, 'reason' | 'value'>): string =>
  REFUSALS[reason].text(value);

/** `{error: {code, message, fields, details}}`; fields and details for errors of fields. */
export const errorJson = (refusal: Refusal): string => {
  const { reason, issues } = refusal;
  const { code } = REFUSALS[reason];
  const details = issues.map((issue) => {
    const field = nameInBrowser(issue.field);
    return { field, messages: [findingText(field, issue)] };
  });
  const fields = [...new Set(details.map(({ field }) => field))];
  return JSON.stringify({
    error: { code, message: refusalText(refusal), ...(details.length > 0 && { fields, details }) },
  });
};
