/**
 * What the library and the wallet's agreement page say to one another.
 *
 * The library opens the page as a pop-up at `{api}/wallet/agreement`. The page posts exactly one message to its opener,
 * with the origin of its address as the target origin, and closes itself. It shows an error and posts nothing when it
 * has no opener or its address is not sound. A window that is closed without a word means: the customer left.
 */

/** The query of the agreement page's address. */
export interface AgreementAddress {
  /** Public key of the site. */
  readonly key: string;
  /** Version of the library on the merchant's page. */
  readonly version: string;
  /** Origin of the merchant's page: absolute, http(s), as `location.origin` writes it. */
  readonly origin: string;
  /** Random, one per agreement; comes back in the answer. */
  readonly state: string;
  /** What the customer agrees to pay for, shown on the page as plain text. At most 127 characters. */
  readonly description?: string;
}

/** The one message of the page to its opener. */
export type AgreementAnswer = {
  readonly service: 'wallet';
  readonly state: string;
} & (
  | { readonly outcome: 'agreed'; readonly token: { readonly id: string; readonly type: 'paypal' } }
  | { readonly outcome: 'canceled' }
  | {
      readonly outcome: 'error';
      readonly code: 'wallet-not-configured' | 'wallet-error' | 'invalid-public-key';
      readonly message: string;
    }
);

export const writeAgreementAddress = (api: string, address: AgreementAddress): string =>
  `${api}/wallet/agreement?${new URLSearchParams({ ...address })}`;
