/** The image is built from its Dockerfile without a registry of images, and runs. Its isolation is that of chroot. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../e2e/fixtures/free-ports.ts';
import { healthy } from '../tools/healthy.ts';
import { readSource } from '../tools/repository.ts';
import { buildImage, missingForImage } from './trial/built-image.ts';

const missing = missingForImage();
const name = 'the image is built without a registry, says what it is, and serves';
/** Milliseconds on a machine with other work. */
const LONGEST = 40 * 60_000;
const COMMIT = 'f'.repeat(40);

test.skipIf(missing !== '')(missing === '' ? name : `${name}: ${missing}`, { timeout: LONGEST }, async () => {
  const image = buildImage({ COMMIT });
  onTestFinished(image.remove);
  const { version } = JSON.parse(readSource('package.json').text) as { version: string };
  expect(image.inspect()).toMatchObject({
    User: '10001:10001',
    Labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.revision': COMMIT },
    Healthcheck: { Test: ['CMD', 'node', 'deploy/image/live.ts'] },
  });
  expect(image.run({}, 'billing', '--version').stdout.trim()).toBe(version);
  expect(image.run({}, 'pg_dump', '--version').stdout).toMatch(/PostgreSQL/);
  // Its user writes only where it has to.
  expect(image.run({}, 'sh', '-c', 'touch /opt/billing/x').status).not.toBe(0);
  expect(image.run({}, 'sh', '-c', 'touch /var/lib/billing/x /var/backups/billing/x').status).toBe(0);

  const [api, browser, console] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = { PORT: String(api), BROWSER_PORT: String(browser), CONSOLE_PORT: String(console) };
  const args = image.running({ ...ports, HOST: '127.0.0.1' }, 'node', 'token-service/src/main.ts');
  const service = spawn('buildah', [...args], { stdio: 'ignore', detached: true });
  const gone = once(service, 'exit');
  onTestFinished(async () => {
    if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid, 'SIGTERM');
    await gone;
  });
  const ended = new AbortController();
  service.once('exit', () => ended.abort(new Error('The service of the image ended while it started.')));
  await healthy(`http://127.0.0.1:${api}`, ended.signal);
  expect(image.run(ports, 'node', 'deploy/image/live.ts').status).toBe(0);
  expect(image.run({ PORT: '1' }, 'node', 'deploy/image/live.ts').status).not.toBe(0);
  expect((await fetch(`http://127.0.0.1:${browser}/v1/service.js`)).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${api}/metrics`)).text();
  expect(metrics).toContain(`billing_build_info{version="${version}",commit="${COMMIT}"`);
});
