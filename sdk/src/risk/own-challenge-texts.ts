import { isWords } from '../allowed.ts';
import { CHALLENGE_TEXT_NAMES } from '../texts/challenge-texts.ts';
import type { OwnTexts } from '../texts/texts.ts';

/** Returns those texts of a page that are around the page of the bank. */
export const challengeTextsIn = (texts: OwnTexts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(texts).filter(
      (entry): entry is [string, string] => CHALLENGE_TEXT_NAMES.includes(entry[0]) && isWords(entry[1]),
    ),
  );

/** Returns the texts of a page for the document of a challenge, by their names there, the last ones over the others. */
export const ownChallengeTexts = (...given: readonly OwnTexts[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given
      .flatMap((texts) => Object.entries(challengeTextsIn(texts)))
      .map(([name, text]) => [name.slice('challenge_'.length), text]),
  );
