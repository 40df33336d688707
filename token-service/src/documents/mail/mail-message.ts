/** The content of a message, in order, before it is rendered as HTML or text. Plain text throughout. */
export interface MailMessage {
  readonly subject: string;
  readonly title: string;
  /** `Hello Ada,`; undefined for mail to the technical contact. */
  readonly greeting?: string | undefined;
  readonly paragraphs: readonly string[];
  readonly lines?: readonly MailPair[] | undefined;
  /** The sum below the lines. */
  readonly total?: MailPair | undefined;
  readonly facts?: readonly MailPair[] | undefined;
  /** A code to copy. */
  readonly code?: MailPair | undefined;
  /** Said by a person, in their own words. */
  readonly quote?: string | undefined;
  readonly button?: { readonly label: string; readonly href: string } | undefined;
  /** Below the button, quieter. */
  readonly notes?: readonly string[] | undefined;
  readonly footer: readonly string[];
  /** The merchant's own pages, at the foot. */
  readonly links?: readonly { readonly label: string; readonly href: string }[] | undefined;
}

export interface MailPair {
  readonly label: string;
  readonly value: string;
}
