import type { Operator, OperatorSession, Passkey } from '@service/billing/domain/operators/operator.ts';
import type { OpenedOperatorSession } from '@service/billing/engine/operators/begin-operator-session.ts';
import type { IdentityProof, ProofOutcome } from '@service/billing/engine/operators/check-proof.ts';
import type { OperatorClient, SignedInOperator } from '@service/billing/engine/operators/operator-deps.ts';
import type { OpenIdProvider } from '@service/billing/ports/open-id.ts';
import type { OfferedAuthenticator, PasskeyOptions } from '@service/billing/ports/operator-proofs.ts';
import type { ChosenProof } from '@service/billing/usecases/operators/accept-invitation.ts';
import type { EnrolOutcome } from '@service/billing/usecases/operators/enrol-authenticator.ts';
import type { RegisterOutcome } from '@service/billing/usecases/operators/register-passkey.ts';
import type { OpenIdOutcome } from '@service/billing/usecases/operators/sign-in-with-open-id.ts';
import type { SignInOutcome } from '@service/billing/usecases/operators/sign-in-with-password.ts';
import type { Millis } from '@service/billing/values/time.ts';

/** Signing in by the OpenID provider of the deployment. */
export interface OpenIdAccess {
  readonly begin: OpenIdProvider['begin'];
  /**
   * Signs in the person with whom the browser came back to `url`; undefined if they did not sign in at the provider.
   * `before`: the secret of the session in this browser, which ends. Throws `service_unavailable`.
   */
  finish(url: URL, held: string, client: OperatorClient, before?: string): Promise<OpenIdOutcome | undefined>;
}

/** The use cases of the pages of signing in, with their dependencies. `secret` is that of a session. */
export interface ConsoleAccess {
  /** Whether anyone may sign in. */
  isOpen(): Promise<boolean>;
  /** Whether the deployment has a production site, whose console is reached over HTTPS only. */
  hasProduction(): Promise<boolean>;
  /** The only way to sign in where it is set: passwords, passkeys and invitations are off. */
  readonly openId: OpenIdAccess | undefined;
  /** Whether the owner of the demo site may sign in by pressing a button. */
  hasDemo(): Promise<boolean>;
  signInDemoOwner(client: OperatorClient, before?: string): Promise<OpenedOperatorSession | undefined>;
  signInWithPassword(
    typed: { readonly email: string; readonly password: string },
    client: OperatorClient,
  ): Promise<SignInOutcome>;
  offerPasskeySignIn(): Promise<PasskeyOptions>;
  signInWithPasskey(response: unknown, client: OperatorClient): Promise<SignInOutcome>;
  continueSession(secret: string): Promise<SignedInOperator | undefined>;
  closeSession(secret: string): Promise<void>;
  proveAgain(secret: string, proof: IdentityProof, client: OperatorClient): Promise<ProofOutcome | undefined>;
  offerPasskeyProof(secret: string): Promise<PasskeyOptions | undefined>;
  offerAuthenticator(secret: string): Promise<OfferedAuthenticator | undefined>;
  enrolAuthenticator(
    secret: string,
    typed: { readonly sealed: string; readonly code: string },
    client: OperatorClient,
  ): Promise<EnrolOutcome>;
  offerPasskey(of: { readonly invitation: string } | { readonly session: string }): Promise<PasskeyOptions | undefined>;
  registerPasskey(
    secret: string,
    made: { readonly response: unknown; readonly name: string },
    client: OperatorClient,
  ): Promise<RegisterOutcome>;
  removePasskey(secret: string, id: string, client: OperatorClient): Promise<boolean>;
  changePassword(secret: string, password: string, client: OperatorClient): Promise<boolean>;
  readInvitation(secret: string): Promise<{ readonly email: string; readonly valid_until_ms: Millis } | undefined>;
  acceptInvitation(
    secret: string,
    chosen: ChosenProof,
    client: OperatorClient,
  ): Promise<OpenedOperatorSession | undefined>;
  passkeysOf(operator: Pick<Operator, 'id'>): Promise<readonly Passkey[]>;
  sessionsOf(operator: Pick<Operator, 'id'>): Promise<readonly OperatorSession[]>;
  /** Ends a session of the operator by its hash. */
  endSession(operator: Pick<Operator, 'id'>, hash: string): Promise<void>;
}
