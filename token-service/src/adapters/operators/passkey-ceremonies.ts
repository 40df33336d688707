import type { Passkey } from '@service/billing/domain/operators/operator.ts';
import type { PasskeyCeremonies, PasskeyOptions, TakesChallenge } from '@service/billing/ports/operator-proofs.ts';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** The origin of the console, to whose host passkeys belong, and its name as browsers show it. */
export interface PasskeyOrigin {
  readonly origin: string;
  readonly name: string;
}

/** EdDSA, ES256 and RS256, as COSE numbers them: the algorithms of all common devices. */
const ALGORITHMS = [-8, -7, -257];
/** Milliseconds that a browser waits for its user. */
const TIMEOUT_MS = 300_000;
/** A response is a few kilobytes; a name or a list beyond this is not from a browser. */
const LONGEST_ID = 1400;
const MOST_TRANSPORTS = 10;

const listed = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: [...transports] }));

/** Passkeys with `@simplewebauthn/server`. */
export const webAuthnPasskeys = ({ origin, name }: PasskeyOrigin): PasskeyCeremonies => {
  const rpID = new URL(origin).hostname;
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    async registrationOptions({ id, email }, existing, challenge) {
      const options = await generateRegistrationOptions({
        rpName: name,
        rpID,
        userName: email,
        userDisplayName: email,
        userID: new TextEncoder().encode(id),
        challenge,
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: listed(existing),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return options as unknown as PasskeyOptions;
    },
    async authenticationOptions(challenge, allowed = []) {
      const options = await generateAuthenticationOptions({
        rpID,
        challenge,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: listed(allowed),
      });
      return options as unknown as PasskeyOptions;
    },
    async registered(response, isChallenge) {
      const found = await verified(isChallenge, (expectedChallenge) =>
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected,
        }),
      );
      if (!found?.verified) return undefined;
      const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential;
      if (id.length > LONGEST_ID) return undefined;
      return {
        id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports.filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, MOST_TRANSPORTS),
      };
    },
    idOf(response) {
      const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : undefined;
      return typeof id === 'string' && id.length <= LONGEST_ID ? id : undefined;
    },
    async authenticated(response, { id, public_key, counter, transports }, isChallenge) {
      const found = await verified(isChallenge, (expectedChallenge) =>
        verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge,
          ...expected,
          credential: {
            id,
            publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
            counter,
            transports: [...transports],
          },
        }),
      );
      return found?.verified ? found.authenticationInfo.newCounter : undefined;
    },
  };
};

/**
 * Verifies a response. The library throws for anything that is not a genuine one, which is undefined here; trouble of
 * the storage that keeps challenges stays an error. The browser repeats the challenge in base64url.
 */
const verified = async <T>(
  isChallenge: TakesChallenge,
  verify: (expectedChallenge: (repeated: string) => Promise<boolean>) => Promise<T>,
): Promise<T | undefined> => {
  let trouble: { readonly error: unknown } | undefined;
  try {
    return await verify(async (repeated) => {
      try {
        return await isChallenge(Buffer.from(repeated, 'base64url').toString());
      } catch (error) {
        trouble = { error };
        throw error;
      }
    });
  } catch {
    if (trouble) throw trouble.error;
    return undefined;
  }
};
