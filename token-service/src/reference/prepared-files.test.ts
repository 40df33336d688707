import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FakeParts, openFakeService } from '../../test/common-rules/fake-service.ts';
import { calendar } from '../apis/xml/versions/calendar.ts';

const openDocs = async (more: FakeParts = {}) => {
  const releaseAt = vi.fn((at: string) => ({
    version: '1.2.3',
    script: `${at}/v1/service-1.2.3.js`,
    integrity: 'sha384-abc',
  }));
  const library = { originFor: (api: string) => api.replace('api', 'js'), releaseAt };
  const service = await openFakeService({ library, ...more });
  onTestFinished(() => service.close());
  return { ...service, releaseAt };
};
type Docs = Awaited<ReturnType<typeof openDocs>>;

/** The answer as it is on the wire; `host` is the address that the client calls the service by. */
const view = ({ baseUrl }: Docs, host: string, headers: Record<string, string> = {}, path = '/docs') =>
  new Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }>((resolve, reject) => {
    const exchange = request(baseUrl + path, { headers: { Host: host, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          bytes: Buffer.concat(chunks),
        });
      });
    });
    exchange.on('error', reject);
    exchange.end();
  });

describe('the prepared documentation', () => {
  test('is rendered once, whatever the number of views and addresses, and once more on the next day', async () => {
    const service = await openDocs();
    for (const host of ['api.one.example', 'api.two.example', 'api.one.example']) {
      for (let i = 0; i < 5; i += 1) expect((await view(service, host)).status).toBe(200);
    }
    expect(service.releaseAt).toHaveBeenCalledTimes(1);
    service.setClock(Date.parse('2026-11-21T00:00:00Z'));
    await view(service, 'api.one.example');
    expect(service.releaseAt).toHaveBeenCalledTimes(2);
  });

  test('shows each client the address that it calls the service by', async () => {
    const service = await openDocs();
    for (const host of ['api.one.example', 'api.two.example:8080', '[::1]:3000']) {
      const page = (await view(service, host, {}, '/docs/browser-library')).bytes.toString();
      expect(page).toContain(`The address of this service is <code>http://${host}</code>`);
      expect(page).toContain(`&quot;http://${host.replace('api', 'js')}/v1/service-1.2.3.js`);
      expect(page).not.toContain('.invalid');
    }
  });

  test('is sent compressed, with a tag for each encoding that answers 304', async () => {
    const service = await openDocs();
    const plain = await view(service, 'api.one.example');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const read = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const encoding of ['br', 'gzip'] as const) {
      const accepts = { 'Accept-Encoding': encoding };
      const answer = await view(service, 'api.one.example', accepts);
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(read[encoding](answer.bytes)).toEqual(plain.bytes);

      const known = { ...accepts, 'If-None-Match': `W/${answer.headers.etag}`, 'Cache-Control': 'no-cache' };
      const again = await view(service, 'api.one.example', known);
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect((await view(service, 'api.two.example', known)).status).toBe(200);
    }
  });

  test('is compressed for eight addresses; clients that invent more get it as it is', async () => {
    const service = await openDocs();
    const encodings: (string | undefined)[] = [];
    for (let n = 1; n <= 10; n += 1) {
      const { headers } = await view(service, `api-${n}.example`, { 'Accept-Encoding': 'br' });
      encodings.push(headers['content-encoding']);
    }
    expect(encodings).toEqual([...Array(8).fill('br'), undefined, undefined]);
  });

  test('has the configured address, whatever the client calls', async () => {
    const service = await openDocs({ settings: { calendar: calendar(), publicUrl: 'https://api.example.com' } });
    const page = (await view(service, 'else"where', {}, '/docs/browser-library')).bytes.toString();
    expect(page).toContain('<code>https://api.example.com</code>');
    expect(page).toContain('https://js.example.com/v1/service-1.2.3.js');
  });

  test.each(['999.1.1.1.1:3000', 'a"b', 'a b'])('is refused at the address %j', async (host) => {
    expect((await view(await openDocs(), host)).status).toBe(400);
  });

  test('is viewed 300 times a minute by one address', async () => {
    const service = await openDocs({ trustProxy: true });
    const from = (address: string, path?: string) =>
      view(service, 'api.one.example', { 'X-Forwarded-For': address }, path);
    for (let n = 0; n < 300; n += 1) expect((await from('198.51.100.7')).status).toBe(200);
    const refused = await from('198.51.100.7');
    expect([refused.status, refused.headers['retry-after'], refused.bytes.toString()]).toEqual([
      429,
      '60',
      'Too many requests from your address. Try again in 60 seconds.',
    ]);
    expect((await from('203.0.113.9, 198.51.100.7')).status).toBe(429);
    expect((await from('198.51.100.8')).status).toBe(200);
    expect((await from('198.51.100.7', '/docs/assets/docs.css')).status).toBe(200);
    service.setClock(Date.parse('2026-11-20T12:01:00Z'));
    expect((await from('198.51.100.7')).status).toBe(200);
  });
});
