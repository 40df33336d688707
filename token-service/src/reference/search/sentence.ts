import { wordsIn } from './terms.ts';

/** A text in pieces: every second one, beginning with the second, is a word that was searched. */
export type Marked = readonly string[];

/** Characters that a result shows of a sentence. */
const MOST = 200;

/**
 * Returns the sentence of a text that has most of these terms; the first one if none has any. A short text is returned
 * whole.
 */
export const sentenceWith = (text: string, terms: ReadonlySet<string>): string => {
  if (text.length <= MOST && !text.includes('\n')) return text;
  const sentences = text.split(/\n|(?<=[.!?])\s+(?=[\p{Lu}`])/u);
  let best = { sentence: sentences[0] ?? '', count: 0 };
  for (const sentence of sentences) {
    const found = new Set(wordsIn(sentence).flatMap((word) => word.terms.filter((term) => terms.has(term))));
    if (found.size > best.count) best = { sentence, count: found.size };
  }
  return shortened(best.sentence, terms);
};

/** Returns a text with the words marked that have one of these terms. */
export const marked = (text: string, terms: ReadonlySet<string>): Marked => {
  const pieces: string[] = [];
  let plain = 0;
  for (const { at, word, terms: own } of wordsIn(text)) {
    if (!own.some((term) => terms.has(term))) continue;
    pieces.push(text.slice(plain, at), word);
    plain = at + word.length;
  }
  return [...pieces, text.slice(plain)];
};

/** Cuts a long sentence between words, so that the first word that was searched is in what is left. */
const shortened = (sentence: string, terms: ReadonlySet<string>): string => {
  if (sentence.length <= MOST) return sentence;
  const first = wordsIn(sentence).find((word) => word.terms.some((term) => terms.has(term)))?.at ?? 0;
  const from = first < MOST - 40 ? 0 : sentence.lastIndexOf(' ', first - 60) + 1;
  const piece = sentence.slice(from, from + MOST);
  const end = from + MOST < sentence.length ? piece.lastIndexOf(' ') : piece.length;
  return `${from > 0 ? '… ' : ''}${piece.slice(0, end)}${from + MOST < sentence.length ? ' …' : ''}`;
};
