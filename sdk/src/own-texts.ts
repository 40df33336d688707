import { type invalid, isWords } from './allowed.ts';
import { CHALLENGE_TEXT_NAMES } from './texts/challenge-texts.ts';
import en from './texts/en.ts';
import type { OwnTexts, Texts } from './texts/texts.ts';

/** Returns how many letters have to be changed, added or removed between two names. */
const lettersBetween = (one: string, other: string): number => {
  let last = [...Array(other.length + 1).keys()];
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1];
    for (const [place, theirs] of [...other].entries())
      next.push(Math.min(next[place]! + 1, last[place + 1]! + 1, last[place]! + Number(letter !== theirs)));
    last = next;
  }
  return last.at(-1)!;
};

/**
 * Throws invalid-option for a name that no text has, with the nearest one, and for a text that is no string. `path`:
 * the option that has the texts.
 */
export const judgeTexts = (refuse: typeof invalid, path: string, given: OwnTexts): void => {
  const names = [...Object.keys(en), ...CHALLENGE_TEXT_NAMES];
  for (const [name, text] of Object.entries(given)) {
    if (!names.includes(name)) {
      const [nearest] = names.sort((one, other) => lettersBetween(one, name) - lettersBetween(other, name));
      throw refuse(path, `texts by name, such as ${nearest}`, name);
    }
    if ((text ?? '') !== '' && !isWords(text)) throw refuse(`${path}.${name}`, 'a string', text);
  }
};

/** Returns the texts of a language with the page's own over them, the last ones over the others. */
export const withOwnTexts = (texts: Texts, ...own: readonly OwnTexts[]): Texts => {
  const all: Record<string, string> = { ...texts };
  for (const each of own) for (const [name, text] of Object.entries(each)) if (isWords(text)) all[name] = text;
  return all as Texts;
};
