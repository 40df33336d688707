/** A person as an OpenID provider reports them. */
export interface OpenIdIdentity {
  /** Undefined where the provider reports none, or says that it was not verified. */
  readonly email: string | undefined;
  readonly groups: readonly string[];
}

/** The beginning of a sign-in at the provider. */
export interface OpenIdBeginning {
  /** The address at the provider to which the browser is sent. */
  readonly url: string;
  /** The value of a cookie until the browser comes back; it binds the response to this browser. */
  readonly held: string;
}

/** The OpenID provider of the deployment: code flow with PKCE, state and nonce. */
export interface OpenIdProvider {
  /** `fresh`: the provider asks for its proofs again. Throws `service_unavailable` when it does not respond. */
  begin(how: { readonly fresh: boolean }): Promise<OpenIdBeginning>;
  /**
   * Returns the identity in the response, with which the browser came back to `url`; undefined when the person was
   * refused there, or the response does not belong to what the browser held. Throws `service_unavailable`.
   */
  finish(url: URL, held: string): Promise<OpenIdIdentity | undefined>;
}
