import type { Emitter } from '../emitter.ts';
import type { ServiceError } from '../errors.ts';
import type { ChallengeTextName } from '../texts/challenge-texts.ts';
import type { Token } from '../types.ts';

export interface ThreeDSecureOptions {
  /** The `three_d_secure_action_token_id` of the transaction error. */
  actionTokenId: string;
  /** Like that of the payment form: a tag, or `auto`, the default, for the language of the page. */
  locale?: string;
  /** `auto`, the default, is like the page around the challenge. */
  theme?: 'auto' | 'light' | 'dark';
  /** Texts of yours around the page of the bank, over those of `configure`. */
  texts?: { readonly [name in ChallengeTextName]?: string | undefined };
}

export type ThreeDSecureEvents = {
  attach: [];
  /** The customer can confirm the payment. */
  ready: [];
  /** The customer has confirmed: send the token's id as `three_d_secure_action_result_token_id`. */
  token: [Token];
  /**
   * The challenge ended without a token: three-d-secure-failed, three-d-secure-canceled, three-d-secure-timeout, a code
   * of the server, api-error.
   */
  error: [ServiceError];
  /** The challenge has ended and left the page, whatever its outcome. */
  done: [];
  remove: [];
};

/**
 * The page of the customer's bank, on which a payment is confirmed.
 *
 *     const challenge = service.Risk().ThreeDSecure({ actionTokenId }).attach('#challenge');
 *     const { id } = await challenge.confirm();
 */
export interface ThreeDSecure extends Emitter<ThreeDSecureEvents> {
  /**
   * Shows the challenge in a target, an element or the first that a selector matches, and scrolls it into view. Can be
   * called again after the challenge has ended or the page was loaded again: it continues where it was. Throws
   * missing-hosted-field-target.
   */
  attach(target: string | Element): this;
  /**
   * Returns the token of the challenge that is attached, or will be. Rejects with the error that ends it, or with
   * three-d-secure-canceled when the challenge leaves the page without an outcome.
   */
  confirm(): Promise<Token>;
  /** Removes the challenge from the page, and gives the focus back. */
  remove(): this;
}

/** Confirmation of payments by the customer's bank. */
export interface Risk {
  /** Prepares a challenge, which `attach` shows. Throws not-configured, or invalid-option without an action token. */
  ThreeDSecure(options: ThreeDSecureOptions): ThreeDSecure;
}
