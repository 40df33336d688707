import { expect, test } from 'vitest';
import { startTestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { withRoutes } from './routes.ts';

test('e2e/tests/console-routes.txt has all addresses that the console shows (-u writes it)', async () => {
  const { service, routes } = await withRoutes(() => startTestService({ env: WITH_CONSOLE }));
  try {
    const shown = routes.filter(({ method }) => method === 'get').map(({ path }) => path);
    expect(shown.length).toBeGreaterThan(100);
    const list = `${[...new Set(shown)].sort().join('\n')}\n`;
    await expect(list).toMatchFileSnapshot('../../../e2e/tests/console-routes.txt');
  } finally {
    await service.close();
  }
});

test('the scripts of the console have at most 40 kB as they are served', async () => {
  const service = await startTestService({ env: WITH_CONSOLE });
  try {
    const origin = service.service.console?.url ?? '';
    const page = await (await fetch(new URL('/sign-in', origin))).text();
    const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => src);
    expect(scripts.length).toBeGreaterThan(0);
    let bytes = 0;
    for (const src of new Set(
      [...scripts, '/assets/console.js', '/assets/passkeys.js'].map((one) => one.split('?')[0]),
    )) {
      const response = await fetch(new URL(src ?? '', origin), { headers: { 'Accept-Encoding': 'identity' } });
      expect([response.status, response.headers.get('content-encoding')], src).toEqual([200, null]);
      bytes += (await response.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(40_000);
  } finally {
    await service.close();
  }
});
