/** What the customer types into or chooses from: a text input, or a list. */
export interface Control {
  readonly element: HTMLInputElement | HTMLSelectElement;
  /** What it holds, without formatting. */
  value(): string;
  /** Shows a value that came whole: from the browser's store of cards, or from the control that this one replaces. */
  fill(value: string): void;
  /** What shows while it is empty, and, in a list of months, the language of their names. */
  hint(text: string, monthsIn?: string): void;
}
