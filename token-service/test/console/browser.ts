import { expect } from 'vitest';
import { formIn, type PageSeen } from '../account-pages/customer.ts';
import type { TestService } from '../service.ts';
import { formValues } from './form-values.ts';

/** An operator's browser without JavaScript, which keeps cookies and sends forms as they are in the page. */
export interface OperatorBrowser {
  /** The cookies, as the browser sends them. */
  cookie(): string;
  /** Sets a cookie, as another program might. */
  plant(cookie: string): void;
  get(path: string): Promise<PageSeen>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<PageSeen>;
  /** Opens a page, and sends the form on it that leads to `action`; `fields` are what the operator types. */
  submit(page: string, fields?: Readonly<Record<string, string>>, action?: string): Promise<PageSeen>;
  /** Sends a form, and opens the page that it leads to. */
  arrive(page: string, fields?: Readonly<Record<string, string>>, action?: string): Promise<PageSeen>;
}

/** The settings of a service with a console. */
export const WITH_CONSOLE = { CONSOLE_PORT: '0' };

/** Signs the owner of the demo site in. */
export const demoOwner = async (service: TestService): Promise<OperatorBrowser> => {
  const browser = operatorBrowser(service);
  const { status } = await browser.post('/sign-in/demo', {});
  expect(status).toBe(303);
  return browser;
};

/** `through`: headers of every request, such as those of a proxy. */
export const operatorBrowser = (
  { service }: TestService,
  through: Readonly<Record<string, string>> = {},
): OperatorBrowser => {
  const cookies = new Map<string, string>();
  const sent = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = async (path: string, init: RequestInit = {}, more: Readonly<Record<string, string>> = {}) => {
    const cookie = sent();
    const response = await fetch(new URL(path, service.console?.url), {
      redirect: 'manual',
      ...init,
      headers: { ...through, ...(cookie ? { Cookie: cookie } : {}), ...more },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, headers, html: await response.text(), location: headers.get('location') ?? '' };
  };
  const post: OperatorBrowser['post'] = (path, fields) =>
    ask(
      path,
      { method: 'POST', body: new URLSearchParams(fields) },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    );
  const submit: OperatorBrowser['submit'] = async (page, fields = {}, action = page.split('?')[0] ?? page) => {
    const { html, status } = await ask(page);
    expect(status, html).toBe(200);
    return post(action, { ...formIn(html, action), ...formValues(html, action), ...fields });
  };
  return {
    cookie: sent,
    plant(cookie) {
      const [name = '', value = ''] = cookie.split('=');
      cookies.set(name, value);
    },
    get: (path) => ask(path),
    post,
    submit,
    async arrive(page, fields, action) {
      const answer = await submit(page, fields, action);
      expect(answer.status, answer.html).toBe(303);
      return ask(answer.location);
    },
  };
};
