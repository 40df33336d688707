/** A gateway that is slow, at a simulator that takes its time: what metrics, health and the alert show of it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '@service/gateway-simulator/src/index.ts';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { runTool } from '../../src/cli/tool.ts';
import { startProcess } from '../process.ts';
import { hasPrometheus, startPrometheus } from '../prometheus.ts';
import { GOOD_CARD } from '../service.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from '../stories/stripe-shop.ts';
import { ask } from './ask.ts';
import { samples } from './scrape.ts';

const RULES = new URL('../../../deploy/billing.rules.yml', import.meta.url);

/** Milliseconds that the simulator takes for each request, of which a payment has several. */
const SLOW = 2_000;

const slowGateway = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'slow-gateway-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const simulator = await startSimulator({});
  onTestFinished(() => simulator.stop());
  const env = { DATA_DIR: join(folder, 'data'), SECRETS_KEY: randomBytes(32).toString('base64'), RATE_LIMIT: 'off' };
  const service = await startProcess({ env });
  onTestFinished(service.stop);
  const credentials = join(folder, 'credentials');
  writeFileSync(credentials, JSON.stringify({ secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }));
  const account = ['--adapter', 'stripe', '--credentials-file', credentials, '--endpoint', simulator.url];
  const added = await runTool(gatewayTool, ['add', 'demo', 'main', ...account], env);
  expect(added.status, added.text).toBe(0);

  let buyers = 0;
  const buy = async (): Promise<number> => {
    buyers += 1;
    const code = `slow-${buyers}`;
    const fields = { key: DEMO_KEYS.public, version: '0.1.0', ...GOOD_CARD };
    const made = await fetch(`${service.browserUrl}/js/v1/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    const { id } = (await made.json()) as { readonly id: string };
    const sold = await fetch(`${service.apiUrl}/v2/purchases`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${DEMO_KEYS.private}:`)}`,
        Accept: 'application/xml',
        'Content-Type': 'application/xml',
        'X-Api-Version': '2.19',
      },
      body: `<purchase><currency>USD</currency><account><account_code>${code}</account_code>
        <billing_info><token_id>${id}</token_id></billing_info></account>
        <adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    });
    return sold.status;
  };
  const buyThree = () => Promise.all([buy(), buy(), buy()]);

  expect(await buy()).toBe(200);
  // What the alert waits for is tested with made-up series; here it fires as soon as the scrapes say so.
  const prometheus = await startPrometheus({
    targets: [service.apiUrl],
    rules: readFileSync(RULES, 'utf8').replaceAll(/for: \w+/g, 'for: 0s'),
  });
  onTestFinished(prometheus.stop);
  await prometheus.scraped(2);
  const fires = async () =>
    (await prometheus.alerts())
      .filter(({ labels, state }) => labels.alertname === 'GatewaySlow' && state === 'firing')
      .map(({ labels: { site, account } }) => `${site}/${account}`);
  expect(await fires()).toEqual([]);

  const plan = JSON.stringify({ probability: 1, kinds: ['slow'], milliseconds: SLOW });
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(`${simulator.url}/simulator/faults`, { method: 'POST', headers, body: plan })).ok).toBe(true);
  expect(await buyThree()).toEqual([200, 200, 200]);

  const health = async () => (await ask(`${service.apiUrl}/health`)).body;
  await expect.poll(health).toMatchObject({
    degraded: ['gateway:demo/main'],
    reasons: { 'gateway:demo/main': expect.stringContaining('more than five seconds') },
  });
  expect(await samples(service.apiUrl, 'billing_health')).toMatchObject({ 'part="gateway:demo/main"': 0 });
  const took = 'billing_gateway_request_duration_seconds';
  const [sum, count] = [await samples(service.apiUrl, `${took}_sum`), await samples(service.apiUrl, `${took}_count`)];
  const [labels = '', slow = 0] = Object.entries(sum).find(([each]) => each.includes('operation="purchase"')) ?? [];
  expect([labels, count[labels]]).toEqual([expect.stringContaining('site="demo",account="main"'), 4]);
  expect(slow).toBeGreaterThan(4 * 5);
  await expect.poll(fires).toEqual(['demo/main']);

  await fetch(`${simulator.url}/simulator/faults`, { method: 'DELETE' });
  expect(await buy()).toBe(200);
  await expect.poll(health).toMatchObject({ status: 'ok' });
};

test.skipIf(!hasPrometheus())('a gateway that is slow is named by metrics, health and the alert', slowGateway);
