/** The texts around the page of the bank that a page can replace, by their names in the document of a challenge. */
const NAMES = [
  'title',
  'ask',
  'bank',
  'wait',
  'checking',
  'failed',
  'gone',
  'timeout',
  'pending',
  'offline',
  'close',
  'back',
  'again',
  'restart',
] as const;

/** The name of such a text, as merchants write it in `texts`. */
export type ChallengeTextName =
  | 'challenge_title'
  | 'challenge_ask'
  | 'challenge_bank'
  | 'challenge_wait'
  | 'challenge_checking'
  | 'challenge_failed'
  | 'challenge_gone'
  | 'challenge_timeout'
  | 'challenge_pending'
  | 'challenge_offline'
  | 'challenge_close'
  | 'challenge_back'
  | 'challenge_again'
  | 'challenge_restart';

export const CHALLENGE_TEXT_NAMES: readonly string[] = /* @__PURE__ */ NAMES.map(
  (name): ChallengeTextName => `challenge_${name}`,
);
