/**
 * The protocol between the library and the document that shows a challenge.
 *
 * The library puts the document into a frame at `{api}/three-d-secure.html`, with this address in its fragment. The
 * document posts `hello` to the origin that its address names. The library answers with `welcome` and one end of a
 * MessageChannel, on which the document reports how the challenge goes, and the library changes of the page's theme. A
 * document that is loaded again says `hello` again, and continues the same challenge. No message contains a card
 * number or a secret of the merchant.
 */
export const CHALLENGE_PROTOCOL = 1;

/** The fragment of the frame's address, as JSON. It is never sent to a server. */
export interface ChallengeAddress {
  readonly protocol: number;
  /** Random, one per frame; repeated in every message outside the port. */
  readonly channel: string;
  /** Origin of the page, the only one that the document communicates with. */
  readonly origin: string;
}

export interface ChallengeHello {
  readonly service: 'three-d-secure';
  readonly kind: 'hello';
  readonly channel: string;
}

export interface ChallengeWelcome {
  readonly service: 'three-d-secure';
  readonly kind: 'welcome';
  readonly channel: string;
  /** Public key of the site, and version of the library, for the requests of the document. */
  readonly key: string;
  readonly version: string;
  readonly actionTokenId: string;
  /** Language tags, the best first. */
  readonly languages: readonly string[];
  readonly theme: 'light' | 'dark';
  /** Texts of the page by their names in the document, over those of the language. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The message that the library posts on the port: the page has changed its theme. */
export interface ChallengeTheme {
  readonly kind: 'theme';
  readonly theme: 'light' | 'dark';
}

/** The messages that the document posts on its port. */
export type ChallengeReport =
  /** The customer can act, or the bank has nothing to ask. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'token'; readonly token: { readonly id: string; readonly type: string } }
  /** The challenge ended without a token. The document shows why until the customer leaves it. */
  | { readonly kind: 'error'; readonly code: string; readonly message: string }
  /** The customer left the document. */
  | { readonly kind: 'done' };
