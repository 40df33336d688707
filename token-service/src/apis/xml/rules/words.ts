import { catalogueFor } from '../../../documents/messages/catalogue.ts';
import type { Catalogue } from '../../../documents/messages/words.ts';
import type { Api } from '../api.ts';

/** Returns the messages in the language that the client prefers. The header is parsed once for each request. */
export const wordsFor = (ctx: Pick<Api, 'state' | 'get'>): Catalogue => {
  const { state } = ctx;
  state.words ??= catalogueFor(ctx.get('Accept-Language'));
  return state.words;
};
