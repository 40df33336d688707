import { expect } from 'vitest';
import { fresh, type TestService, textOf } from '../service.ts';

/** A page as a browser without JavaScript gets it. */
export interface PageSeen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The path that it was redirected to. */
  readonly location: string;
}

/** A browser that keeps the cookie of the account pages, and sends forms as they are in the page. */
export interface Customer {
  readonly code: string;
  readonly token: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PageSeen>;
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PageSeen>;
  /** Opens the overview after a form, at the URL with its outcome. */
  arrive(path: string): Promise<PageSeen>;
  /** Opens a page, and sends the form on it with this action; `fields` replace those of the form. */
  submit(page: string, fields?: Readonly<Record<string, string>>, action?: string): Promise<PageSeen>;
  cookie(): string;
}

/** Sells a plan to a new customer, who opens the link to the account pages. */
export const newCustomer = async (
  service: TestService,
  { plan = 'tideline', card = {}, account = '', subscription = '' } = {},
): Promise<Customer> => {
  const code = fresh('customer');
  const token = await service.token({ country: 'US', postal_code: '94105', ...card });
  const sold = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>ada@example.com</email>${account}` +
      `<billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency>` +
      `<subscriptions><subscription><plan_code>${plan}</plan_code>${subscription}</subscription></subscriptions></purchase>`,
  );
  expect(sold.status, sold.text).toBe(200);
  return signedIn(service, code);
};

/** Opens the link of an account. */
export const signedIn = async (service: TestService, code: string): Promise<Customer> => {
  const shown = await service.api('GET', `/v2/accounts/${encodeURIComponent(code)}`);
  const token = textOf(shown.xml, 'hosted_login_token') ?? '';
  const customer = browserOf(service, code, token);
  const { status, location } = await customer.get(`/account/${token}`);
  expect([status, location]).toEqual([303, '/account']);
  return customer;
};

export const browserOf = (service: TestService, code: string, token: string): Customer => {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = async (path: string, init: RequestInit, more: Readonly<Record<string, string>>): Promise<PageSeen> => {
    const response = await fetch(new URL(path, service.apiUrl), {
      redirect: 'manual',
      ...init,
      headers: { ...(cookies.size > 0 ? { Cookie: cookie() } : {}), ...more },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, headers, html: await response.text(), location: headers.get('location') ?? '' };
  };
  const get: Customer['get'] = (path, headers = {}) => ask(path, {}, headers);
  const post: Customer['post'] = (path, fields, headers = {}) =>
    ask(
      path,
      { method: 'POST', body: new URLSearchParams(fields) },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin', ...headers },
    );
  return {
    code,
    token,
    get,
    post,
    async arrive(path) {
      const { status, location } = await get(path);
      expect([status, location]).toEqual([303, '/account']);
      return get(location);
    },
    async submit(page, fields = {}, action = page.split('?')[0] ?? page) {
      const { html, status } = await get(page);
      expect(status, html).toBe(200);
      return post(action, { ...formIn(html, action), ...fields });
    },
    cookie,
  };
};

/** The hidden fields of the form with this action. */
export const formIn = (html: string, action: string): Record<string, string> => {
  const [, inside = ''] = new RegExp(`<form method="post" action="${action}"[^>]*>(.*?)</form>`, 's').exec(html) ?? [];
  expect(inside, `${action} in ${html}`).not.toBe('');
  const hidden = [...inside.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
};

/** The text of a page without markup, in one line. */
export const textIn = (html: string): string =>
  html
    .replace(/^.*<main/s, '<main')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
