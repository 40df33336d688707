import { DEMO_KEYS } from '../../seed/demo.ts';
import { parse } from '../../src/documents/xml/codec/parse.ts';
import type { ServiceProcess } from '../process.ts';
import type { ApiResponse, TestService } from '../service.ts';

/** The merchant’s server and a shopper’s browser, as clients of a service in a separate process. */
export type Visitor = Pick<TestService, 'api' | 'token'>;

/** Both calls throw when the service goes away before the response is complete. */
export const visitor = ({ apiUrl, browserUrl }: Pick<ServiceProcess, 'apiUrl' | 'browserUrl'>): Visitor => ({
  async api(method, path, body, headers = {}): Promise<ApiResponse> {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from(`${DEMO_KEYS.private}:`).toString('base64')}`,
        Accept: 'application/xml',
        'X-Api-Version': '2.19',
        ...(body === undefined ? {} : { 'Content-Type': 'application/xml' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const { status } = response;
    return { status, headers: response.headers, text, xml: text ? parse(Buffer.from(text)) : undefined };
  },
  async token(fields = {}) {
    const response = await fetch(`${browserUrl}/js/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({ key: DEMO_KEYS.public, version: '0.1.0', ...fields }),
    });
    const answer = (await response.json()) as { id?: string };
    if (!answer.id) throw new Error(`No token: ${JSON.stringify(answer)}`);
    return answer.id;
  },
});
