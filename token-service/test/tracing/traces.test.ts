import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { startTestService, type TestService } from '../service.ts';
import { hook, WITH_SECRETS } from '../webhooks/hooked.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { type Collector, openCollector, type SentSpan } from './collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** A purchase is followed through its spans, which a collector has received once the service is closed. */
describe('a trace', () => {
  let collector: Collector;
  let receiver: Receiver;
  let mail: MailServer;
  let service: TestService;

  const purchase = async (code: string, headers: Readonly<Record<string, string>> = {}) =>
    service.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code><email>ada.lovelace@example.com</email>` +
        `<billing_info><token_id>${await service.token()}</token_id></billing_info></account><currency>USD</currency>` +
        '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>',
      headers,
    );
  const spanOf = (name: string, of: (span: SentSpan) => boolean = () => true): SentSpan => {
    const found = collector.spans.find((span) => span.name === name && of(span));
    if (!found) throw new Error(`No span ${name} among ${collector.spans.map((each) => each.name).join(', ')}`);
    return found;
  };

  beforeAll(async () => {
    collector = await openCollector();
    receiver = await openReceiver();
    mail = await startMailServer();
    const traced = { RATE_LIMIT: 'off', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const env = { ...WITH_SECRETS, ...traced, SMTP_URL: mail.url };
    service = await startTestService({ env });
    await hook(service, receiver.url, {}, 'demo');
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'X-Request-Id': 'request-of-ada' };
    expect((await purchase('ada-of-the-test', headers)).status).toBe(200);
    await service.service.webhooks?.idle();
    await service.service.mail?.idle();
    await fetch(`${service.apiUrl}/account/${'a'.repeat(32)}`);
    await fetch(`${service.browserUrl}/js/v1/plans/tideline?key=demo-public-key`);
    await fetch(`${service.consoleUrl}/sign-in`);
    // The next renewal is due work.
    service.clock.advance({ days: 32 });
    await service.dueWork();
    await service.service.webhooks?.idle();
    await service.close();
  });
  afterAll(async () => {
    await receiver.close();
    await mail.close();
    await collector.close();
  });

  it('continues that of the merchant, from the request to the gateway', () => {
    const request = spanOf('POST create_purchase');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    expect(request.attributes).toMatchObject({
      'http.route': 'create_purchase',
      'http.response.status_code': 200,
      'billing.origin': 'api',
      'billing.site': 'demo',
      'billing.correlation_id': 'request-of-ada',
    });
    const useCase = spanOf('usecase create_purchase');
    expect(useCase).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId });
    const inside = collector.spans.filter(({ parentSpanId }) => parentSpanId === useCase.spanId);
    expect(new Set(inside.map(({ name }) => name))).toEqual(new Set(['transaction', 'gateway purchase']));
    expect(spanOf('gateway purchase').attributes).toMatchObject({
      'billing.gateway': 'test',
      'billing.outcome': 'succeeded',
      'billing.correlation_id': 'request-of-ada',
    });
  });

  it('has a span for the operation of each surface, within that of its request', () => {
    const operations = collector.spans.filter(({ name }) => /^(usecase|query) /.test(name));
    const named = operations.map(({ name, parentSpanId }) => {
      const request = collector.spans.find(({ spanId }) => spanId === parentSpanId);
      return `${request?.name}: ${name}`;
    });
    expect(new Set(named)).toEqual(
      new Set([
        'POST create_purchase: usecase create_purchase',
        'POST card token: usecase card token',
        'GET plan: query plan',
        'GET account sign-in: query account sign-in',
        'GET console sign-in: query console sign-in',
      ]),
    );
  });

  it('leads to the webhooks of the request by its correlation id, and its endpoint gets the traceparent', () => {
    const delivery = spanOf('delivery', ({ attributes }) => attributes['billing.correlation_id'] === 'request-of-ada');
    expect(delivery.attributes).toMatchObject({ 'http.response.status_code': 204 });
    expect(receiver.received.map(({ headers }) => headers.traceparent)).toContain(
      `00-${delivery.traceId}-${delivery.spanId}-01`,
    );
  });

  it('leads to the mail of the request by its correlation id, with the outcome', () => {
    const sent = spanOf('mail order_confirmation');
    expect(sent.parentSpanId).toBeFalsy();
    expect(sent.attributes).toMatchObject({
      'billing.site': 'demo',
      'billing.correlation_id': 'request-of-ada',
      'billing.outcome': 'delivered',
    });
    expect(mail.received.map(({ to }) => to)).toContainEqual(['ada.lovelace@example.com']);
  });

  it('begins anew with each item of due work', () => {
    const due = spanOf('due subscription_boundary');
    expect(due.parentSpanId).toBeFalsy();
    const renewal = collector.spans.find(({ name, traceId }) => name === 'gateway purchase' && traceId === due.traceId);
    expect(renewal?.attributes).toMatchObject({ 'billing.site': 'demo' });
  });

  it('begins anew at the browser origin, where strangers would choose it', async () => {
    expect(spanOf('POST card token').traceId).not.toBe(TRACE);
  });

  it('is named by the log lines of what it covers', () => {
    const lines = service.logged.map((line) => JSON.parse(line));
    expect(lines.find(({ request_id }) => request_id === 'request-of-ada')).toMatchObject({
      route: 'create_purchase',
      trace_id: TRACE,
    });
    expect(lines.filter(({ route }) => route === 'card token').every(({ trace_id }) => trace_id)).toBe(true);
  });

  it('has no body, no personal data and no code of an account', () => {
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'billing', 'billing.serve': 'all' });
    const sent = collector.bodies.join('\n');
    // Four digits of the card number are in some id or moment by chance.
    for (const secret of ['ada-of-the-test', 'lovelace', '41111111', '4111 1111', '19.99', 'purchase>'])
      expect(sent).not.toContain(secret);
  });
});

it('a collector that is down costs traces, not requests, and the log says it once', async () => {
  const collector = await openCollector();
  collector.answer(400);
  const service = await startTestService({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  expect((await service.api('GET', '/v2/accounts')).status).toBe(200);
  await service.close();
  await collector.close();
  const lines = service.logged.filter((line) => line.includes('does not take traces'));
  expect(lines).toHaveLength(1);
});

it('without a collector no SDK is loaded, and lines of the log have no trace', async () => {
  const tracing = new URL('../../src/composition/tracing/open-tracing.ts', import.meta.url).href;
  const program = `
    const { createRequire } = await import('node:module');
    const { openTracing } = await import(${JSON.stringify(tracing)});
    const loaded = () => Object.keys(createRequire(${JSON.stringify(tracing)}).cache).some((file) => file.includes('sdk-trace'));
    const open = (otlpEndpoint) => openTracing({ config: { otlpEndpoint, serve: 'all' }, version: '1', log: console });
    await open(null);
    const before = loaded();
    await (await open('http://127.0.0.1:9')).close();
    console.log(before, loaded());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout.trim()).toBe('false true');
  const sources = new URL('../../src/', import.meta.url);
  const importing = (await readdir(sources, { recursive: true })).filter(
    (file) =>
      file.endsWith('.ts') &&
      /from '@opentelemetry|from '.*\/otlp\.ts'/.test(readFileSync(new URL(file, sources), 'utf8')),
  );
  expect(importing).toEqual(['composition/tracing/otlp.ts']);

  const service = await startTestService();
  await service.api('GET', '/v2/accounts');
  await service.close();
  expect(service.logged.join('')).not.toContain('trace_id');
});
