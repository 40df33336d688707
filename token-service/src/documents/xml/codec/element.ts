/** A parsed XML element. Names are only words: `__proto__` is one like any other. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements inside, in order. */
  readonly children: readonly Element[];
  /** Character data, entities resolved; white space around child elements is not kept. */
  readonly text: string;
}
