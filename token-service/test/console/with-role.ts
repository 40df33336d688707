import type { Role } from '@service/billing/domain/operators/permissions.ts';
import { digest } from '../../src/runtime/digest.ts';
import { formIn, type PageSeen } from '../account-pages/customer.ts';
import { fresh, type TestService } from '../service.ts';
import { formValues } from './form-values.ts';

export interface RoleBrowser {
  readonly email: string;
  readonly id: string;
  /** The cookies, as the browser sends them. */
  readonly cookie: string;
  get(path: string): Promise<PageSeen>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<PageSeen>;
  /** Sends the form on a page that leads to `action`; `fields` are what the operator types. */
  submit(page: string, fields?: Readonly<Record<string, string>>, action?: string): Promise<PageSeen>;
  /** Sends the form of a page with a file. */
  upload(page: string, field: string, file: File): Promise<PageSeen>;
}

interface Standing {
  /** Milliseconds since the operator proved who they are. */
  readonly provedAgo?: number;
}

/** Adds an operator with roles at the demo site, and opens a session in a browser without JavaScript. */
export const withRole = async (
  { service, clock }: TestService,
  roles: readonly Role[],
  { provedAgo = 0 }: Standing = {},
): Promise<RoleBrowser> => {
  const { operators, sites } = service.opened;
  const site = await sites.find('demo');
  const id = fresh('operator').replaceAll('-', '').padEnd(32, '0').slice(0, 32);
  const email = `${id}@example.com`;
  const now = clock.now();
  await operators.add({
    id,
    email,
    password: null,
    authenticator: null,
    authenticator_step: null,
    read_only: false,
    created_at_ms: now,
    disabled_at_ms: null,
  });
  for (const role of roles) await operators.assign({ operator_id: id, site_id: site?.id ?? '', role });
  const secret = `${id}session`;
  const session = { hash: digest(secret), operator_id: id, created_at_ms: now, used_at_ms: now, second_factor: true };
  await operators.addSession(
    { ...session, proved_at_ms: now - provedAgo, address: '127.0.0.1', user_agent: 'test' },
    10,
  );

  const ask = async (path: string, init: RequestInit = {}): Promise<PageSeen> => {
    const response = await fetch(new URL(path, service.console?.url), {
      redirect: 'manual',
      ...init,
      headers: { Cookie: `console_session=${secret}`, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    });
    const { status, headers } = response;
    return { status, headers, html: await response.text(), location: headers.get('location') ?? '' };
  };
  const post: RoleBrowser['post'] = (path, fields) => ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  return {
    email,
    id,
    cookie: `console_session=${secret}`,
    get: (path) => ask(path),
    post,
    async submit(page, fields = {}, action = page.split('?')[0] ?? page) {
      const { html } = await ask(page);
      return post(action, { ...formIn(html, action), ...formValues(html, action), ...fields });
    },
    async upload(page, field, file) {
      const { html } = await ask(page);
      const body = new FormData();
      for (const [name, value] of Object.entries(formValues(html, page))) body.append(name, value);
      body.set(field, file);
      return ask(page, { method: 'POST', body });
    },
  };
};
