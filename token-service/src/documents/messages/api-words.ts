import type { Failure, Issue } from '@service/billing/values/failure.ts';

/** The messages about a failed payment: to the payer, who must not learn of fraud checks, and to the merchant. */
export interface DeclineWords {
  readonly customer_message: string;
  readonly merchant_message: string;
}

/** The texts of API errors, by symbol. Symbols are the contract; texts may improve. */
export interface ApiWords {
  /** The language as `Content-Language` names it. */
  readonly language: string;
  failure(failure: Failure): string;
  issue(issue: Issue): string;
  /** The one error of a failed payment. */
  declined(symbol: DeclinedSymbol): string;
  /** Returns why a payment failed, for the merchant and for the customer. */
  decline(errorCode: string): DeclineWords;
}

export type DeclinedSymbol = 'declined' | 'declined_bad';
