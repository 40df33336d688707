/** Alerts and dashboards read metrics that a running service shows, by labels that these have. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPostgres } from '../token-service/test/database.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from '../token-service/test/prometheus.ts';
import { startTestService } from '../token-service/test/service.ts';
import { redisServer } from '../tools/test/install.ts';
import { startRedis } from '../tools/test/redis.ts';
import { filesIn, readDeployed, yamlIn } from './checks.ts';

/** Names of metrics, with the names of the labels that each has. */
type Scrape = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads Prometheus text, and the declared labels of metrics that have no series yet. */
const scrapeIn = (text: string): Scrape => {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const series = type === 'histogram' ? ['_count', '_sum', '_bucket'].map((ending) => `${name}${ending}`) : [name];
    for (const each of series) if (!found.has(each)) found.set(each, new Set());
  }
  return found;
};

/** Labels that Prometheus adds, or that it makes of a histogram. */
const ADDED: readonly string[] = ['job', 'instance', 'le'];

/** Returns what a query names that a scrape does not have: metrics, and labels of metrics that have series. */
const missingIn = (query: string, scrape: Scrape): string[] => {
  const names = [...new Set(query.match(/\b(?:billing|process|nodejs)_\w+/g))];
  const unknown = names.filter((name) => !scrape.has(name));
  const shown = names.filter((name) => (scrape.get(name)?.size ?? 0) > 0);
  const labels = [
    ...[...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
    ...[...query.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label),
  ];
  const all = new Set(shown.flatMap((name) => [...(scrape.get(name) ?? [])]));
  const lacking =
    shown.length < names.length ? [] : labels.filter((label) => !ADDED.includes(label) && !all.has(label));
  return [...unknown, ...lacking];
};

/** Panels of what this service does not have, or what has not happened to it. */
const QUIET: readonly string[] = [
  'Billing: Billing and due work, Past due, in the smallest unit',
  'Billing: Billing and due work, Due work',
  'Billing: Billing and due work, Oldest due work',
  'Billing: Mail and webhooks, Mail that waits',
  'Billing: Mail and webhooks, Attempts to send mail, per minute',
  'Billing: Mail and webhooks, Webhook deliveries that wait',
  'Billing: Mail and webhooks, Oldest delivery that waits',
  'Billing: Mail and webhooks, Paused endpoints',
  'Billing: Mail and webhooks, Deliveries per second',
  'Billing: Overview, Share of requests that fail',
  'Billing: Overview, Refused requests per second, by reason',
  'Billing: Overview, Parts that do not work',
  'Billing: Overview, Oldest due work',
  'Billing: Payments, Gateways that are not called',
  'Billing: Payments, 3-D Secure per hour',
  'Billing: Payments, Reversals per hour',
  'Billing: Processes, Leases taken over per hour',
  'Billing: Processes, Certificates end in',
  'Billing: Processes, Sign-ins at the console per hour',
];

interface Dashboard {
  readonly title: string;
  readonly templating: { readonly list: readonly { readonly query: string }[] };
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const dashboards = filesIn('grafana/dashboards').map((path): Dashboard => JSON.parse(readDeployed(path)));
const panels = dashboards.flatMap((dashboard) =>
  dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ name: `${dashboard.title}, ${title}`, expr })),
  ),
);
/** The lists from which those who read a dashboard choose, as queries. */
const choices = dashboards.flatMap(({ title, templating: { list } }) =>
  list.flatMap(({ query }) => {
    const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? [];
    return metric ? [{ name: `${title}, the choice of ${label}`, expr: `count by (${label}) (${metric})` }] : [];
  }),
);
const [rules] = yamlIn(readDeployed('billing.rules.yml')) as [
  { groups: readonly { rules: readonly { alert: string; expr: string }[] }[] },
];
const alerts = rules.groups.flatMap((group) => group.rules).map(({ alert, expr }) => ({ name: alert, expr }));

test('there are five dashboards', () => {
  expect(dashboards.map(({ title }) => title.replace('Billing: ', '')).sort()).toEqual([
    'Billing and due work',
    'Mail and webhooks',
    'Overview',
    'Payments',
    'Processes',
  ]);
});

test('a query that names what no service shows is found', () => {
  const scrape = scrapeIn('# TYPE billing_x gauge\nbilling_x{site="a"} 1\n# TYPE billing_y histogram\n');
  expect(missingIn('max by (site) (billing_x)', scrape)).toEqual([]);
  expect(missingIn('max by (account) (billing_x{kind="b"}) / billing_z', scrape)).toEqual(['billing_z']);
  expect(missingIn('max by (account, site) (billing_x{kind="b"})', scrape)).toEqual(['account', 'kind']);
  expect(missingIn('rate(billing_y_bucket[5m])', scrape)).toEqual([]);
});

describe.runIf(redisServer())('a service on PostgreSQL and Redis that has sold something', () => {
  let scrape: Scrape;
  let prometheus: Prometheus | undefined;
  let close = async (): Promise<void> => {};

  beforeAll(async () => {
    const database = await testPostgres();
    const redis = await startRedis();
    if (!redis) throw new Error('Redis does not start.');
    const service = await startTestService({
      databaseUrl: database.url,
      env: {
        RATE_LIMIT: 'off',
        TOKEN_STORE_URL: redis.url,
        TOKEN_STORE_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
      },
    });
    close = async () => {
      await prometheus?.stop();
      await service.close();
      await redis.stop();
      await database.close();
    };
    const buy = async (account: string, what: string, card = {}) =>
      service.api(
        'POST',
        '/v2/purchases',
        `<purchase><currency>USD</currency><account><account_code>${account}</account_code>
        <billing_info><token_id>${await service.token(card)}</token_id></billing_info></account>${what}</purchase>`,
        { 'Idempotency-Key': account },
      );
    const charge =
      '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments>';
    const subscription = '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>';
    for (const [account, what] of [
      ['scraped', charge],
      ['renewed', subscription],
    ] as const) {
      const sold = await buy(account, what);
      expect(sold.status, sold.text).toBe(200);
    }
    expect((await buy('declined', charge, { number: '4000000000000002' })).status).toBe(422);
    expect((await service.api('GET', '/v2/accounts/unknown')).status).toBe(404);
    service.clock.advance({ days: 32 });
    await service.dueWork();
    await service.service.mail?.idle();
    scrape = scrapeIn(await (await fetch(`${service.apiUrl}/metrics`)).text());
    if (!hasPrometheus()) return;
    prometheus = await startPrometheus({ targets: [service.apiUrl], rules: readDeployed('billing.rules.yml') });
    await prometheus.scraped(3);
  });
  afterAll(() => close());

  test.each([...alerts, ...panels, ...choices])('shows what $name reads', ({ expr }) => {
    expect(missingIn(expr.replaceAll(/^up\b/g, 'process_resident_memory_bytes'), scrape)).toEqual([]);
  });

  describe.skipIf(!hasPrometheus())('and a Prometheus that reads it', () => {
    const evaluated = (expr: string) =>
      prometheus?.query(expr.replaceAll('$site', '.*').replaceAll('$__rate_interval', '1m'));

    test.each([...alerts, ...panels, ...choices])('evaluates $name', async ({ expr }) => {
      expect(await evaluated(expr)).toBeInstanceOf(Array);
    });

    test('shows something on each panel but those of what has not happened', async () => {
      const empty: string[] = [];
      for (const { name, expr } of [...panels, ...choices]) if ((await evaluated(expr))?.length === 0) empty.push(name);
      expect(empty).toEqual(QUIET);
    });

    test('evaluates every rule', async () => {
      expect(await prometheus?.ruleErrors()).toEqual({});
    });
  });
});
