/** Its types are not published. */
declare module 'linebreak' {
  /** Walks over the places where the Unicode line breaking algorithm (UAX 14) lets a text be wrapped. */
  export default class LineBreaker {
    constructor(text: string);
    /** `position` is the end of a word and of the spaces behind it; null after the last. */
    nextBreak(): { readonly position: number } | null;
  }
}
