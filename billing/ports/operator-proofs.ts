import type { Operator, Passkey } from '../domain/operators/operator.ts';
import type { Millis, Seconds } from '../values/time.ts';

/** Hashes passwords of operators. Throws `service_unavailable` while too many are waiting. */
export interface PasswordHasher {
  /** Returns the hash in the PHC string format, with a salt of its own. */
  hash(password: string): Promise<string>;
  /**
   * Whether a hash is that of the password; `outdated`: it is, and was made with weaker parameters than `hash` uses
   * now. Without a hash the result is `wrong` after the same work.
   */
  check(password: string, hash: string | null): Promise<'right' | 'outdated' | 'wrong'>;
}

/** A new secret for an authenticator app. */
export interface OfferedAuthenticator {
  /** `otpauth://totp/…`, which apps read as a QR code. */
  readonly uri: string;
  /** Base32, for those who type it. */
  readonly secret: string;
  /** The secret encrypted for this operator. */
  readonly sealed: string;
}

/** Authenticator apps: codes of six digits that change every thirty seconds (RFC 6238). */
export interface Authenticators {
  /** Throws `authenticator_needs_key` where the deployment has no `SECRETS_KEY`. */
  offer(operator: Pick<Operator, 'id' | 'email'>): OfferedAuthenticator;
  /**
   * Returns the time step of a code; undefined for a wrong one. The step before and the one after are accepted, because
   * clocks differ. Throws `authenticator_unreadable` for a secret that no key of the deployment decrypts.
   */
  step(operatorId: string, sealed: string, code: string, now: Millis): number | undefined;
  /** Returns the secret encrypted with the present key; undefined if it is, or cannot be decrypted. */
  renewed(operatorId: string, sealed: string): string | undefined;
}

/** Encrypts the secrets of authenticator apps with the key of the deployment. */
export interface AuthenticatorCipher {
  /** Undefined where the deployment has no key. */
  seal(operatorId: string, secret: string): string | undefined;
  /** Undefined when no key decrypts it for this operator. `isCurrent`: encrypted with the key that `seal` uses. */
  open(operatorId: string, sealed: string): { readonly secret: string; readonly isCurrent: boolean } | undefined;
}

/** Options of a passkey ceremony, as browsers take them in JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Passkeys (WebAuthn). Each verifies that its user was verified by the device, so a passkey is two factors. */
export interface PasskeyCeremonies {
  registrationOptions(
    operator: Pick<Operator, 'id' | 'email'>,
    existing: readonly Passkey[],
    challenge: string,
  ): Promise<PasskeyOptions>;
  /** `allowed`: the passkeys that may sign; without any, each that the browser has for the console. */
  authenticationOptions(challenge: string, allowed?: readonly Passkey[]): Promise<PasskeyOptions>;
  /** Returns the new passkey; undefined if the response is not valid. */
  registered(
    response: unknown,
    isChallenge: TakesChallenge,
  ): Promise<Pick<Passkey, 'id' | 'public_key' | 'counter' | 'transports'> | undefined>;
  /** Returns the id that a response names; undefined if it names none. */
  idOf(response: unknown): string | undefined;
  /** Returns the counter of the authenticator; undefined if the response is not that of the passkey. */
  authenticated(response: unknown, passkey: Passkey, isChallenge: TakesChallenge): Promise<number | undefined>;
}

/** Ends a challenge. Returns false if it was not given out for this purpose, or has been used. */
export type TakesChallenge = (challenge: string) => Promise<boolean>;

/** One attempt to sign in or to prove an identity. */
export interface SignInAttempt {
  /** Undefined for passkeys, which cannot be guessed. */
  readonly email?: string | undefined;
  readonly address: string;
}

export type SignInVerdict =
  | {
      readonly outcome: 'reserved';
      /** Ends the attempt. A failed one counts for an hour. */
      readonly settle: (failed: boolean) => Promise<void>;
    }
  /** Failures of the last hour fill the limit of the operator, or of the network. */
  | { readonly outcome: 'locked'; readonly retry_after: Seconds };

/** Counts failed attempts to sign in, by operator and by network, whether the operator exists or not. */
export interface SignInLimits {
  reserve(attempt: SignInAttempt): Promise<SignInVerdict>;
}
