import { catalogueFor } from './catalogue.ts';
import type { MessageCatalogue } from './words.ts';

interface LanguageRequest {
  readonly state: { words?: MessageCatalogue };
  get(header: string): string;
}

/** Returns the messages in the language that the client prefers. The header is parsed once for each request. */
export const wordsFor = (ctx: LanguageRequest): MessageCatalogue => {
  const { state } = ctx;
  state.words ??= catalogueFor(ctx.get('Accept-Language'));
  return state.words;
};
