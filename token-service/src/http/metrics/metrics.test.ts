import Koa from 'koa';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type HttpServer, listen } from '../listen.ts';
import { openMetrics } from './metrics.ts';
import { metricsPage } from './metrics-page.ts';

const TOKEN = 'a-token-of-thirty-two-characters';

const BUILD = { version: '1.2.3', commit: 'abc', serve: 'all', schema: 114 };

let server: HttpServer | undefined;
afterEach(() => server?.close(0));

const ask = async (
  token: string | null,
  headers: Record<string, string> = {},
  { proxy = false, path = '/metrics', proxied }: { proxy?: boolean; path?: string; proxied?: string } = {},
) => {
  const opened = openMetrics(BUILD);
  onTestFinished(opened.stop);
  const app = new Koa({ proxy });
  app.use(metricsPage({ metrics: opened, token, proxied }));
  server = await listen(app.callback(), { host: '127.0.0.1', port: 0, setting: 'PORT' });
  const response = await fetch(new URL(path, server.url), { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('/metrics', () => {
  test('answers this machine in Prometheus text', async () => {
    const { status, headers, text } = await ask(null);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('no-store');
    const node = process.versions.node;
    expect(text).toContain(
      `billing_build_info{version="1.2.3",commit="abc",node="${node}",serve="all",schema="114"} 1`,
    );
    expect(text).toMatch(/^billing_start_time_seconds [\d.e-]+$/m);
    // Gauges that a scrape resets would show each of two monitors a part.
    expect(text.match(/^# TYPE nodejs_eventloop_lag.*$/gm)).toEqual(['# TYPE nodejs_eventloop_lag_seconds histogram']);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  test.each([
    [{ 'X-Forwarded-For': '203.0.113.7' }],
    [{ 'X-Forwarded-For': '127.0.0.1' }],
    [{ 'X-Forwarded-Proto': 'https' }],
    [{ Forwarded: 'for=203.0.113.7' }],
  ] as Record<string, string>[][])(
    'does not answer another machine through a proxy on this one: %j',
    async (headers) => {
      for (const proxy of [true, false]) {
        const refused = await ask(null, headers, { proxy });
        expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('METRICS_TOKEN')]);
      }
    },
  );

  test('answers whatever machine sends the token', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' };
    expect((await ask(TOKEN, { ...forwarded, Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    for (const Authorization of ['', 'Bearer', 'Bearer no', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      const refused = await ask(TOKEN, { ...forwarded, Authorization });
      expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="metrics"']);
      expect(refused.text).not.toContain('billing_');
    }
  });

  test.each(['PUBLIC_URL', 'BROWSER_URL', 'TRUST_PROXY'])(
    'asks for the token on this machine too where %s is set, as a proxy need not add a header',
    async (proxied) => {
      const refused = await ask(null, {}, { proxied });
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(`${proxied} is set`)]);
      expect((await ask(TOKEN, {}, { proxied })).status).toBe(401);
      expect((await ask(TOKEN, { Authorization: `Bearer ${TOKEN}` }, { proxied })).status).toBe(200);
    },
  );

  test('asks no token of this machine, and is the only path that it answers', async () => {
    expect((await ask(TOKEN)).status).toBe(200);
    expect((await ask(TOKEN, {}, { path: '/metrics/more' })).status).toBe(404);
  });
});

test('the delay of the event loop is measured, and a scrape leaves it as it is', async () => {
  const opened = openMetrics(BUILD);
  onTestFinished(opened.stop);
  const countIn = async (): Promise<number> =>
    Number(/^nodejs_eventloop_lag_seconds_count (\d+)$/m.exec(await opened.text())?.[1]);
  await expect.poll(countIn).toBeGreaterThan(1);
  const before = await countIn();
  expect(await countIn()).toBeGreaterThanOrEqual(before);
});
