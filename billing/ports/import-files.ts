/** The files of a business that is brought over, read row by row. */
export interface ImportFiles {
  /** Names of the files that there are. */
  readonly names: readonly string[];
  /** Returns the rows of a file, the names of its columns first. Throws `OperatorTrouble` where it is no CSV. */
  rows(file: string): AsyncIterable<readonly string[]>;
}
