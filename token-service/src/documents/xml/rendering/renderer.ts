import type { Turn } from '@service/billing/values/steps.ts';

/** So many characters are rendered in one turn of the event loop: less than a millisecond of work. */
export const CHARACTERS_PER_TURN = 16_384;

export interface RendererDeps {
  readonly turn: Turn;
  /** Called with the size of the document in bytes before more is rendered. Throws if there is no memory for it. */
  readonly grow: (bytes: number) => void;
  /** True once no client waits for the document. */
  readonly abandoned: () => boolean;
}

/** Text of a document, in parts that are small enough to be handled in one turn. */
export interface Text {
  readonly parts: readonly string[];
  /** The size in UTF-8. */
  readonly bytes: number;
}

/**
 * Renders the next pieces of a document. Returns undefined when they come to more than `most` bytes, or when no client
 * waits for them.
 */
export type Render = (pieces: Iterable<string>, most?: number) => Promise<Text | undefined>;

/** Renders one document, a bounded number of characters in each turn of the event loop. */
export const renderer = ({ turn, grow, abandoned }: RendererDeps): Render => {
  let inDocument = 0;
  let inTurn = 0;

  return async (pieces, most = Number.POSITIVE_INFINITY) => {
    const parts: string[] = [];
    let bytes = 0;
    let part = '';
    const add = (): boolean => {
      bytes += Buffer.byteLength(part);
      parts.push(part);
      part = '';
      if (bytes > most) return false;
      grow(inDocument + bytes);
      return true;
    };

    for (const piece of pieces) {
      part += piece;
      inTurn += piece.length;
      if (inTurn < CHARACTERS_PER_TURN) continue;
      if (!add()) return undefined;
      await turn();
      inTurn = 0;
      if (abandoned()) return undefined;
    }
    if (part !== '' && !add()) return undefined;
    inDocument += bytes;
    return { parts, bytes };
  };
};
