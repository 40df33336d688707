import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { expect } from 'vitest';

interface Registered {
  readonly id: string;
  readonly secret: string;
  readonly redirect: string;
}

/** An organization with an OpenID provider, at which people sign in with their email address on two pages. */
export const startOrganization = async ({ id, secret, redirect }: Registered) => {
  const groups = new Map<string, readonly string[]>();
  let listener: RequestListener = () => {};
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  listener = new Provider(issuer, {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirect] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_: unknown, email: string) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, groups: groups.get(email) ?? [] }),
    }),
  }).callback();
  return {
    issuer,
    /** The groups of a person, as of now. */
    belongsTo(email: string, ...names: readonly string[]): void {
      groups.set(email, names);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
};

/** A person's browser at the provider, which stays signed in there. */
export const personAt = (email: string) => {
  const cookies = new Map<string, string>();
  const pages: string[] = [];
  const ask = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: cookie },
      ...(body ? { method: 'POST', body } : {}),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    /** The names of the provider's pages that were filled in. */
    pages,
    /** Does what the provider asks for. Returns the address to which it sends the browser back. */
    async follow(address: string): Promise<URL> {
      const { origin } = new URL(address);
      let response = await ask(address);
      for (let step = 0; step < 20; step += 1) {
        const location = response.headers.get('location');
        if (location) {
          const next = new URL(location, origin);
          if (next.origin !== origin) return next;
          response = await ask(next.href);
          continue;
        }
        const page = await response.text();
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
        const name = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
        expect(action, page).not.toBe('');
        pages.push(name);
        response = await ask(
          new URL(action, origin).href,
          new URLSearchParams({ prompt: name, login: email, password: 'x' }),
        );
      }
      throw new Error('The provider did not send the browser back.');
    },
  };
};
