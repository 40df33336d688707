import { FRESH_PROOF_MS } from '@service/billing/domain/operators/operator.ts';
import type { WarningLog } from '@service/billing/ports/alerts.ts';
import type { OpenIdIdentity, OpenIdProvider } from '@service/billing/ports/open-id.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { isLoopback } from '@service/billing/values/loopback.ts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { ConsoleOpenId } from '../../runtime/settings/console-open-id.ts';

/** The path of the console to which the provider sends browsers back. */
export const OPEN_ID_CALLBACK = '/sign-in/callback';

/** Seconds for which the provider may take to answer. */
const PATIENCE = 10;
/** Seconds for which a sign-in at the provider is a proof: longer ago, it asks for its proofs again. */
const PROOF_AGE = FRESH_PROOF_MS / 1000;
/** Groups of a person that are read. */
const MOST_GROUPS = 1000;

interface Held {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** OpenID Connect with one provider, whose configuration is read when it is first needed. */
export const openIdProvider = (
  { issuer, clientId, clientSecret }: Omit<ConsoleOpenId, 'groupRoles'>,
  origin: string,
  log: WarningLog,
): OpenIdProvider => {
  const redirect = `${origin}${OPEN_ID_CALLBACK}`;
  let known: Promise<Configuration> | undefined;
  const configuration = async (): Promise<Configuration> => {
    // On this machine, a provider for trying out has no certificate.
    const execute = isLoopback(new URL(issuer).hostname) ? [allowInsecureRequests] : [];
    const how = { execute, timeout: PATIENCE };
    known ??= discovery(new URL(issuer), clientId, undefined, authenticatedBy(clientSecret), how);
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw unavailable(log, error);
    }
  };
  return {
    async begin({ fresh }) {
      const config = await configuration();
      const held: Held = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const address = buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: 'openid email profile',
        state: held.state,
        nonce: held.nonce,
        code_challenge: await calculatePKCECodeChallenge(held.verifier),
        code_challenge_method: 'S256',
        // The response says when the person proved who they are, and a session begins with that proof.
        max_age: String(PROOF_AGE),
        ...(fresh ? { prompt: 'login' } : {}),
      });
      return { url: address.href, held: Buffer.from(JSON.stringify(held)).toString('base64url') };
    },
    async finish(url, text) {
      const held = readHeld(text);
      if (!held) return undefined;
      const config = await configuration();
      const returned = new URL(redirect);
      returned.search = url.search;
      try {
        const tokens = await authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: held.verifier,
          expectedState: held.state,
          expectedNonce: held.nonce,
          idTokenExpected: true,
          maxAge: PROOF_AGE,
        });
        const claims = tokens.claims();
        if (!claims) return undefined;
        if (claims.email !== undefined && claims.groups !== undefined) return identityOf(claims);
        // Some providers keep their tokens short.
        const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
        const more = hasMore ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {};
        return identityOf({ ...more, ...claims });
      } catch (error) {
        if (isSilence(error)) throw unavailable(log, error);
        log.warn({ reason: reasonOf(error) }, 'a sign-in at the OpenID provider was refused');
        return undefined;
      }
    },
  };
};

/** `client_secret_basic` is what providers expect unless they list other methods. */
const authenticatedBy = (clientSecret: string): ClientAuth => {
  const [basic, inBody] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    return (methods.includes('client_secret_basic') ? basic : inBody)(server, ...request);
  };
};

const identityOf = ({ email, email_verified, groups }: Readonly<Record<string, unknown>>): OpenIdIdentity => ({
  email: typeof email === 'string' && email_verified !== false && email_verified !== 'false' ? email : undefined,
  groups: (Array.isArray(groups) ? groups : [groups])
    .filter((one): one is string => typeof one === 'string')
    .slice(0, MOST_GROUPS),
});

const readHeld = (text: string): Held | undefined => {
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(text, 'base64url').toString());
    const all = [state, nonce, verifier];
    return all.every((one) => typeof one === 'string' && one !== '') ? { state, nonce, verifier } : undefined;
  } catch {
    return undefined;
  }
};

/** Codes of the library's errors for a provider that does not respond, or responds with anything but its documents. */
const SILENCE = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

const isSilence = (error: unknown): boolean =>
  error instanceof TypeError || SILENCE.includes((error as { readonly code?: string }).code ?? '');

const reasonOf = (error: unknown): string => {
  const { code, error: reason, message } = error as { code?: string; error?: string; message?: string };
  return [code, reason, message].filter(Boolean).join(': ').slice(0, 300);
};

const unavailable = (log: WarningLog, error: unknown): Failure => {
  log.warn({ reason: reasonOf(error) }, 'the OpenID provider does not respond as expected');
  return new Failure('service_unavailable');
};
