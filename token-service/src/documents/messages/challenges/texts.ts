/** The texts of the challenge document. */
export interface ChallengeTexts {
  readonly title: string;
  readonly ask: string;
  /** The accessible name of the frame with the bank's page. */
  readonly bank: string;
  readonly wait: string;
  readonly checking: string;
  readonly failed: string;
  /** The confirmation has expired, or was used. */
  readonly gone: string;
  readonly timeout: string;
  readonly pending: string;
  readonly offline: string;
  readonly alone: string;
  readonly close: string;
  readonly back: string;
  readonly again: string;
  readonly restart: string;
  /** The bank returned the customer to a window of its own. */
  readonly returned: string;
}
