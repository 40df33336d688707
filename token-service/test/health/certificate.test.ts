import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '../mail-server.ts';
import { startTestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

const DAY = 86_400;

/** Makes a certificate of this machine that lasts so many days. */
const certificate = (folder: string, days: number) => {
  const [key, cert] = [join(folder, `${days}.key`), join(folder, `${days}.pem`)];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-subj', '/CN=localhost', '-days', String(days), '-keyout', key, '-out', cert];
  execFileSync('openssl', [...made, ...files], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

test('a certificate of the proxy that is about to end is named by health, metrics and log until it is renewed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const proxy = createServer(certificate(folder, 90)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const METRICS_TOKEN = 'a-token-of-thirty-two-characters';
  const mail = await startMailServer();
  onTestFinished(() => mail.close());
  const service = await startTestService({
    env: { SMTP_URL: mail.url, PUBLIC_URL: `https://localhost:${port}`, METRICS_TOKEN },
  });
  onTestFinished(() => service.close());
  const { apiUrl, clock, logged } = service;
  const left = async () =>
    (await samples(apiUrl, 'billing_certificate_expires_seconds', METRICS_TOKEN))['origin="api"'];

  // The certificate is valid from now on, and the clock of the test is at a date of its own.
  clock.jump({ seconds: (Date.now() - clock.now()) / 1000 });
  await ask(`${apiUrl}/health`);
  await expect.poll(left).toBeGreaterThan(89 * DAY);
  await untilHealth(apiUrl, 'ok');
  clock.advance({ days: 80 });
  expect((await untilHealth(apiUrl, 'degraded')).body).toMatchObject({
    degraded: ['certificate'],
    reasons: { certificate: 'The certificate at PUBLIC_URL ends in 9 days: renew it and reload the proxy.' },
  });
  expect(await samples(apiUrl, 'billing_health', METRICS_TOKEN)).toMatchObject({
    'part="certificate"': 0,
    'part="serving"': 1,
  });
  expect(logged.some((line) => line.includes('health has changed') && line.includes('certificate'))).toBe(true);

  const shop = await service.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
  clock.advance({ seconds: 61 });
  await service.service.mail?.idle();
  expect(mail.received.map(({ to, subject }) => [to, subject])).toEqual([
    [['ops@shop.example'], `A certificate is about to end: ${shop.site.subdomain}`],
  ]);

  proxy.setSecureContext(certificate(folder, 365));
  clock.advance({ minutes: 11 });
  await untilHealth(apiUrl, 'ok');
});
