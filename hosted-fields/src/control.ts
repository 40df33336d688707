/** The control that the customer types into or chooses from: a text input or a list. */
export interface Control {
  readonly element: HTMLInputElement | HTMLSelectElement;
  /** The value, without formatting: also one that software wrote without an event, which is formatted then. */
  value(): string;
  /** Returns whether the customer has typed as much as the field takes, up to its end. */
  done(): boolean;
  /** Shows a complete value: from the browser's autofill, or from the control that this one replaces. */
  fill(value: string): void;
  /** The placeholder and, in a list of months, the language of their names. */
  hint(text: string, monthsIn?: string): void;
}
