import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Readonly<Record<string, unknown>>;

interface Code {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirect: string;
}

const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

/** An OpenID provider at which a person is signed in already. It checks the client, the code and its verifier. */
export const startOpenIdProvider = async (client: { readonly id: string; readonly secret: string }) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, Code>();
  const provider = {
    /** Claims of the ID token about the person. */
    person: { email: 'ada@example.com', email_verified: true, groups: ['admins'] } as Claims,
    /** Claims that only the endpoint for them reports. */
    more: {} as Claims,
    /** Answers anything but its documents. */
    isBroken: false,
    issuer: '',
    clientId: client.id,
    clientSecret: client.secret,
    /** Follows the address of a sign-in as a browser does. Returns the address that it is sent back to. */
    visit(address: string): URL {
      const asked = new URL(address).searchParams;
      const code = `code-${codes.size}`;
      const [challenge, nonce, redirect] = ['code_challenge', 'nonce', 'redirect_uri'].map(
        (name) => asked.get(name) ?? '',
      );
      codes.set(code, { challenge: challenge ?? '', nonce: nonce ?? '', redirect: redirect ?? '' });
      const back = new URL(redirect ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return back;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  const idToken = (nonce: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      aud: client.id,
      sub: 'person-1',
      iat: now,
      auth_time: now,
      exp: now + 60,
      nonce,
    };
    const signed = `${json({ alg: 'RS256', kid: '1' })}.${json({ ...claims, ...provider.person })}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
  };
  const token = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const body = await bodyOf(request);
    const code = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = body.get('client_id') === client.id && body.get('client_secret') === client.secret;
    const isRight = isClient && code?.challenge === verifier && code.redirect === body.get('redirect_uri');
    if (!code || !isRight) return [400, { error: 'invalid_grant' }];
    return [200, { access_token: 'access', token_type: 'bearer', expires_in: 60, id_token: idToken(code.nonce) }];
  };
  const server = createServer(async (request, response) => {
    const { issuer, more, isBroken } = provider;
    const answers: Readonly<Record<string, () => unknown>> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      }),
      '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] }),
      '/userinfo': () => ({ sub: 'person-1', ...more }),
    };
    const path = request.url ?? '';
    const [status, document] =
      path === '/token' && !isBroken ? await token(request) : [isBroken ? 502 : 200, answers[path]?.() ?? null];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
};
