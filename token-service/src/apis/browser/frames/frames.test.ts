import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FONT_FAMILIES } from '@service/billing/resources/font-families.ts';
import { describe, expect, test } from 'vitest';
import { openBrowserOrigin } from '../browser-origin.fixture.ts';
import { readDocuments } from './built-files.ts';
import { framePolicy } from './frame-policy.ts';

/** A request whose answer is not decompressed on the way. */
const fetchAsIs = (url: string, encoding: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encoding, ...headers } }, (response) => {
      const { statusCode: status, headers } = response;
      buffer(response).then((body) => resolve({ status, headers, body }), reject);
    }).on('error', reject);
  });

describe('the card field document', () => {
  test('is served with every header that protects it', async () => {
    const { url } = await openBrowserOrigin();
    const document = await (await fetch(`${url}/js/v1/field.html`)).text();
    const digest = createHash('sha256').update(document).digest('base64url').slice(0, 8);
    const response = await fetch(`${url}/js/v1/field.html?v=${digest}`);
    expect(await response.text()).toContain('<script>start()</script>');
    const headers = Object.fromEntries(response.headers);
    const script = createHash('sha256').update('start()').digest('base64');
    const style = createHash('sha256').update('a{}').digest('base64');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'sha256-${script}'`,
        `style-src 'self' 'sha256-${style}'`,
        "connect-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-src 'none'",
        "object-src 'none'",
        'frame-ancestors https: http://localhost:* http://127.0.0.1:*',
        "require-trusted-types-for 'script'",
      ].join('; '),
    });
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*payment=\(\)/);
    expect(headers['permissions-policy']).not.toContain('autofill');
    for (const absent of ['x-frame-options', 'set-cookie', 'strict-transport-security']) {
      expect(headers).not.toHaveProperty(absent);
    }
  });

  test('and what the library loads on demand are immutable at the address with their digest', async () => {
    const { url } = await openBrowserOrigin();
    const bytes = await (await fetch(`${url}/js/v1/on-demand.js`)).text();
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
    const { headers } = await fetch(`${url}/js/v1/on-demand.js?v=${digest}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    expect((await fetch(`${url}/js/v1/on-demand.js?v=another`)).headers.get('Cache-Control')).toBe('no-cache');
  });

  test.each(['', '?v=1.2.3', '?v=an-older'])('is asked for again at %j, an address that may change', async (query) => {
    const { url } = await openBrowserOrigin();
    const { headers } = await fetch(`${url}/js/v1/field.html${query}`);
    expect(headers.get('Cache-Control')).toBe('no-cache');
  });

  test('over TLS is framed by pages over TLS alone', async () => {
    const { url } = await openBrowserOrigin({ settings: { version: '1', secure: true } });
    const { headers } = await fetch(`${url}/js/v1/field.html`);
    expect(headers.get('Content-Security-Policy')).toContain('frame-ancestors https:; ');
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });
});

describe('the library', () => {
  test.each([
    ['/v1/service.js', 'text/javascript', 'library'],
    ['/v1/service.mjs', 'text/javascript', 'module'],
    ['/v1/service.css', 'text/css', '.service'],
  ])('%s can be loaded by any page', async (path, type, content) => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(url + path);
    expect(await response.text()).toContain(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `${type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const)('comes as %s when the browser can read that', async (accepted, encoding, decompressed) => {
    const { url } = await openBrowserOrigin();
    const { headers, body } = await fetchAsIs(`${url}/v1/service.js`, accepted);
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(decompressed(body).toString()).toMatch(/^library;+$/);
    if (encoding) expect(body.length).toBeLessThan(200);
  });

  test('is not sent again to who has it, in that encoding', async () => {
    const { url } = await openBrowserOrigin();
    const { headers } = await fetchAsIs(`${url}/v1/service.js`, 'br');
    const known = { 'If-None-Match': String(headers.etag) };
    const again = await fetchAsIs(`${url}/v1/service.js`, 'br', known);
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await fetchAsIs(`${url}/v1/service.js`, 'identity', known)).status).toBe(200);
  });

  test('answers HEAD with what GET would say, and nothing else', async () => {
    const { url } = await openBrowserOrigin();
    const head = await fetch(`${url}/v1/service.js`, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, '2007']);
    const post = await fetch(`${url}/v1/service.js`, { method: 'POST' });
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a release of the library', () => {
  test.each([
    ['/v1/service-1.2.3.js', '/v1/service.js'],
    ['/v1/service-1.2.3.mjs', '/v1/service.mjs'],
    ['/v1/service-1.2.3.css', '/v1/service.css'],
  ])('%s is %s, for ever', async (path, latest) => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(url + path);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await response.text()).toBe(await (await fetch(url + latest)).text());
    expect((await fetch(url + path.replace('1.2.3', '1.2.2'))).status).toBe(404);
  });

  test('is told with the hash of its bytes', async () => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(`${url}/v1/service.json`);
    const release = await response.json();
    const script = await (await fetch(release.script)).text();
    expect(release).toEqual({
      version: '1.2.3',
      script: `${url}/v1/service-1.2.3.js`,
      integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    });
  });

  test('is at the address that browsers see', async () => {
    const { url } = await openBrowserOrigin({ publicUrl: 'https://js.example' });
    expect(await (await fetch(`${url}/v1/service.json`)).json()).toMatchObject({
      script: 'https://js.example/v1/service-1.2.3.js',
    });
  });
});

describe('the texts of a language', () => {
  test('are a script for any page, for ever at the address with its digest', async () => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(`${url}/js/v1/texts/de.js`);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    const digest = createHash('sha256')
      .update(await response.text())
      .digest('base64url')
      .slice(0, 8);
    const { headers } = await fetch(`${url}/js/v1/texts/de.js?v=${digest}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    expect((await fetch(`${url}/js/v1/texts/xx.js`)).status).toBe(404);
  });
});

describe('a font of the catalogue', () => {
  test.each(FONT_FAMILIES)('%s is one file of variable weight, for ever, for any page', async (family) => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(`${url}/js/v1/fonts/${family}.woff2`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.toString('latin1', 0, 4)]).toEqual([200, 'wOF2']);
    expect(bytes.length).toBeLessThan(60_000);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  test.each(['comic-sans', 'Inter', '', '..%2f..%2fservice', 'inter.woff2.'])('%j is not one', async (family) => {
    const { url } = await openBrowserOrigin();
    expect((await fetch(`${url}/js/v1/fonts/${family}.woff2`)).status).toBe(404);
  });
});

describe('the built files', () => {
  test('are read from their folders', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documents-'));
    const files = { sdk: folder, hostedFields: folder };
    await expect(readDocuments(files)).rejects.toThrow(/cannot be read; run `npm run build` first\.$/);
    for (const name of [
      'service.js',
      'service.mjs',
      'service.css',
      'field.html',
      'on-demand.js',
      'three-d-secure.js',
      'wallet.js',
      'appearance.js',
      'binding.js',
      'messages.js',
      'theme.js',
    ])
      await writeFile(join(folder, name), name);
    await expect(readDocuments(files)).rejects.toThrow(/texts.* cannot be read; run `npm run build` first\.$/);
    await mkdir(join(folder, 'texts'));
    await writeFile(join(folder, 'texts/de.js'), 'Karte');
    const { library, module, frame, texts } = await readDocuments(files);
    expect([...texts].map(([name, { identity }]) => [name, identity.toString()])).toEqual([['de.js', 'Karte']]);
    expect([library, module, frame].map(({ identity }) => identity.toString())).toEqual([
      'service.js',
      'service.mjs',
      'field.html',
    ]);
    await rm(folder, { recursive: true });
  });
});

test('a document without a script may run none', () => {
  expect(framePolicy('<p>', true)).toContain("script-src 'none'");
});
