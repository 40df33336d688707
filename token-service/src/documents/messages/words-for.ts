import { catalogueFor } from './catalogue.ts';
import type { Catalogue } from './words.ts';

interface Asking {
  readonly state: { words?: Catalogue };
  get(header: string): string;
}

/** Returns the messages in the language that the client prefers. The header is parsed once for each request. */
export const wordsFor = (ctx: Asking): Catalogue => {
  const { state } = ctx;
  state.words ??= catalogueFor(ctx.get('Accept-Language'));
  return state.words;
};
