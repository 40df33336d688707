/**
 * The protocol between the library and the wallet's agreement page.
 *
 * The library opens the page as a pop-up at `{api}/wallet/agreement`. The page posts exactly one message to its opener,
 * with the origin of its address as the target origin, and closes itself. It shows an error and posts nothing if it has
 * no opener or its address is not valid. A window that is closed without a message means that the customer canceled.
 */

/** The query parameters of the agreement page. */
export interface AgreementAddress {
  /** Public key of the site. */
  readonly key: string;
  /** Version of the library on the merchant's page. */
  readonly version: string;
  /** Origin of the merchant's page: absolute, http(s), as `location.origin` has it. */
  readonly origin: string;
  /** Random, one per agreement; repeated in the answer. */
  readonly state: string;
  /** A description of what the customer agrees to pay for, shown on the page as plain text. At most 127 characters. */
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
