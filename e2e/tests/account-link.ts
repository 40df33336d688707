import { expect, type RunningService } from '../fixtures/index.ts';

const XML = {
  Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
  Accept: 'application/xml',
  'Content-Type': 'application/xml',
};

/** Sends a request of the demo site's server, which has to succeed, and returns the answer. */
export const api = async (
  { apiUrl }: RunningService,
  method: string,
  path: string,
  body?: string,
  version = '2.21',
): Promise<string> => {
  const headers = { ...XML, 'X-Api-Version': version };
  const response = await fetch(`${apiUrl}${path}`, { method, headers, ...(body ? { body } : {}) });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return text;
};

/** Sells the plan to a card, and returns the link to the account pages. */
export const sell = async (service: RunningService, code: string, number: string): Promise<string> => {
  const card =
    `<number>${number}</number><month>12</month><year>2040</year><verification_value>123</verification_value>` +
    '<first_name>Ada</first_name><last_name>Lovelace</last_name><zip>94105</zip><country>US</country>';
  await api(
    service,
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>${code}@example.com</email><billing_info>${card}</billing_info></account><currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>`,
  );
  const [, token = ''] = /<hosted_login_token>(\w+)</.exec(await api(service, 'GET', `/v2/accounts/${code}`)) ?? [];
  return `${service.apiUrl}/account/${token}`;
};

/** Moves the clock of the demo site. */
export const travel = (service: RunningService, days: number) =>
  api(service, 'PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);
