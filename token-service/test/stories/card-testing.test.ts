import { randomBytes } from 'node:crypto';
import { newSite } from '@service/billing/domain/sites/site-rules.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { describe, expect, it } from 'vitest';
import { describeWithRedis, REDIS_URL } from '../../src/adapters/redis/redis.fixture.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { type ApiResponse, fresh, type OtherSite, type TestService, textOf } from '../service.ts';
import { card, SALES } from './card-requests.ts';
import { onPostgres, onSqlite } from './engines.ts';

const DECLINED = '4000000000000002';
const APPROVED = '4111111111111111';
const TIMES_OUT = '4000000000000309';
const MANY = 200;

const charge = '<adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents></adjustment></adjustments>';
const purchase = (account: string, number = DECLINED, more = '') =>
  `<purchase><account><account_code>${account}</account_code><billing_info>${card(number, '123')}${more}</billing_info></account>` +
  `<currency>USD</currency>${charge}</purchase>`;
const all = (count: number, ask: (index: number) => Promise<ApiResponse>): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
const reason = ({ xml }: ApiResponse): string | undefined => textOf(xml, 'transaction_error', 'error_code');

/** Returns `within an hour` if `Retry-After` says so, else its value. */
const waitOf = ({ headers }: ApiResponse): string | null => {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return seconds > 0 && seconds <= 3600 ? 'within an hour' : headers.get('Retry-After');
};

/** Declined cards, ten attempts each. */
const declinedNumber = (index: number): string => (index < 10 ? DECLINED : '4000000000000077');
const plan =
  '<plan><plan_code>tideline</plan_code><name>Tideline</name><unit_amount_in_cents><USD>1000</USD></unit_amount_in_cents></plan>';

/** The limits of a production site. */
const { attempts_per_card, attempts_per_address } = newSite('production');

const story = (service: () => TestService): void => {
  /** A site that counts like one in production. */
  const open = (changes: Partial<Site> = {}): Promise<OtherSite> =>
    service().openSite({ attempts_per_card, attempts_per_address, ...changes });
  const attempts = ({ site }: OtherSite): number =>
    service().gatewayCalls.filter(({ key }) => key.startsWith(site.id)).length;
  const buy = (site: OtherSite, account: string, number?: string, more?: string) =>
    site.api('POST', '/v2/purchases', purchase(account, number, more));

  it('by security code: 200 concurrent guesses reach the gateway 5 times', async () => {
    const site = await open();
    const code = fresh('guessed');
    const account = `<account><account_code>${code}</account_code><billing_info>${card(APPROVED, '')}</billing_info></account>`;
    expect((await site.api('POST', '/v2/accounts', account)).status).toBe(201);
    const before = attempts(site);
    const guess = (value: string) =>
      site.api(
        'POST',
        `/v2/accounts/${code}/billing_info/verify_cvv`,
        `<billing_info><verification_value>${value}</verification_value></billing_info>`,
      );
    const answers = await all(MANY, () => guess('000'));
    expect(attempts(site) - before).toBe(5);
    expect(answers.filter((answer) => reason(answer) === 'fraud_security_code')).toHaveLength(5);

    const refused = await guess('123');
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'cvv_verify_locked']);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    service().clock.advance({ hours: 23 });
    expect(textOf((await guess('123')).xml, 'symbol')).toBe('cvv_verify_locked');
    service().clock.advance({ hours: 1 });
    expect((await guess('123')).status).toBe(200);
  });

  it('by security code across many accounts counts as attempts on one card', async () => {
    const site = await open();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const code = fresh('guessed');
      const account = `<account><account_code>${code}</account_code><billing_info>${card(APPROVED, '')}</billing_info></account>`;
      await site.api('POST', '/v2/accounts', account);
      const guess = '<billing_info><verification_value>000</verification_value></billing_info>';
      statuses.push((await site.api('POST', `/v2/accounts/${code}/billing_info/verify_cvv`, guess)).status);
    }
    expect(statuses).toEqual([...Array(5).fill(422), ...Array(7).fill(400)]);
  });

  for (const path of ['/v2/purchases', '/v2/purchases/authorize']) {
    it(`by ${path} with one card: 200 concurrent requests reach the gateway 10 times, whatever the accounts`, async () => {
      const site = await open();
      await all(MANY, (index) => site.api('POST', path, purchase(`account-${index}`)));
      expect(attempts(site)).toBe(10);
      const refused = await site.api('POST', path, purchase('another'));
      expect([reason(refused), waitOf(refused)]).toEqual(['fraud_too_many_attempts', 'within an hour']);
      expect((await buy(site, 'honest', APPROVED)).status).toBe(200);
    });

    it(`by ${path} with an unknown account: 50 concurrent requests reach the gateway 20 times`, async () => {
      const site = await open({ attempts_per_card: null });
      await all(50, () => site.api('POST', path, purchase('missing')));
      expect(attempts(site)).toBe(20);
      expect(reason(await site.api('POST', path, purchase('missing', APPROVED)))).toBe('fraud_too_many_attempts');
      expect(attempts(site)).toBe(20);
    });
  }

  it('by billing info reaches the gateway only as often as the site allows', async () => {
    const site = await open({ attempts_per_hour: 3, attempts_per_card: null });
    await site.api('POST', '/v2/accounts', '<account><account_code>ada</account_code></account>');
    await all(20, () =>
      site.api('PUT', '/v2/accounts/ada/billing_info', `<billing_info>${card(DECLINED, '123')}</billing_info>`),
    );
    expect(attempts(site)).toBe(3);
  });

  it('from the IP address of one customer reaches the gateway only as often as the site allows', async () => {
    const site = await open({ attempts_per_address: 5, attempts_per_card: null });
    const from = (address: string) => `<ip_address>${address}</ip_address>`;
    await all(20, (index) => buy(site, `account-${index}`, DECLINED, from('203.0.113.7')));
    expect(attempts(site)).toBe(5);
    expect(reason(await buy(site, 'another', APPROVED, from('203.0.113.7')))).toBe('fraud_too_many_attempts');
    expect((await buy(site, 'neighbour', APPROVED, from('203.0.113.8'))).status).toBe(200);
    // The merchant’s own server, which sends its own address for every customer.
    for (let index = 0; index < 6; index += 1) {
      expect(reason(await buy(site, `shared-${index}`, DECLINED, from('127.0.0.1')))).toBe('declined');
    }
  });

  it('is blocked on every request that would reach a gateway', async () => {
    const site = await open({ attempts_per_card: 1 });
    expect((await site.api('POST', '/v2/plans', plan)).status).toBe(201);
    expect(reason(await buy(site, 'first'))).toBe('declined');
    for (const { path, body, asks } of SALES) {
      if (!asks) continue;
      const answer = await site.api('POST', path, body(card(DECLINED, '123')));
      expect([path, reason(answer), waitOf(answer)]).toEqual([path, 'fraud_too_many_attempts', 'within an hour']);
    }
    const account = `<account><account_code>new</account_code><billing_info>${card(DECLINED, '123')}</billing_info></account>`;
    expect(reason(await site.api('POST', '/v2/accounts', account))).toBe('fraud_too_many_attempts');
    expect(attempts(site)).toBe(1);
  });

  it('leaves no transaction and alerts the technical contact', async () => {
    const site = await open({ attempts_per_card: 2 });
    for (let index = 0; index < 6; index += 1) await buy(site, 'tested');
    const { xml } = await site.api('GET', '/v2/transactions');
    expect(xml?.children).toHaveLength(2);
    const alerts = service()
      .logged.map((line) => JSON.parse(line))
      .filter(({ alert, site: name }) => alert === 'card_testing' && name === site.site.subdomain);
    expect(alerts).toMatchObject([{ level: 40, setting: 'attempts_per_card', limit: 2 }]);
  });

  it('releases a token when no gateway was called', async () => {
    const codes = [fresh('tested'), fresh('honest')];
    for (let index = 0; index < 20; index += 1) {
      await service().api('POST', '/v2/purchases', purchase(codes[0] ?? '', declinedNumber(index)));
    }
    const token = await service().token();
    const withToken = (code = '') =>
      service().api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency>${charge}</purchase>`,
      );
    expect(reason(await withToken(codes[0]))).toBe('fraud_too_many_attempts');
    expect((await withToken(codes[1])).status).toBe(200);
  });

  it('with a documented card at a sandbox that sets no limit: every attempt reaches the gateway', async () => {
    const site = await service().openSite();
    const here = '<ip_address>203.0.113.9</ip_address>';
    const answers = await all(attempts_per_address! + 10, (index) => buy(site, `tested-${index}`, DECLINED, here));
    expect(new Set(answers.map(reason))).toEqual(new Set(['declined']));
    expect(attempts(site)).toBe(answers.length);
    expect((await buy(site, 'after', APPROVED, here)).status).toBe(200);
  });

  it('is answered by a test card without any attempt before', async () => {
    const site = await service().openSite();
    const answer = await buy(site, 'limited', '4000000000000135');
    expect([answer.status, reason(answer)]).toEqual([422, 'fraud_too_many_attempts']);
  });

  describe('does not count', () => {
    it('approved payments, sequential or concurrent', async () => {
      const site = await open();
      for (let index = 0; index < 30; index += 1) expect((await buy(site, 'regular', APPROVED)).status).toBe(200);
      const answers = await all(40, (index) => buy(site, `account-${index}`, APPROVED));
      expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    });

    it('payments with an unknown outcome', async () => {
      const site = await open({ attempts_per_hour: 2, attempts_per_card: 2 });
      for (let index = 0; index < 3; index += 1) {
        expect(reason(await buy(site, fresh('slow'), TIMES_OUT))).toBe('gateway_timeout');
      }
    });
  });
};

/** Waiting requests behave as in production but never time out: the clock stands still. */
const { pause } = openWorld(machineClock);

onSqlite('card testing, counted in memory', story, { pause });

await describeWithRedis('card testing', () => {
  const env = { TOKEN_STORE_URL: REDIS_URL, TOKEN_STORE_KEY: randomBytes(32).toString('base64') };
  onPostgres('counted in Redis', story, { env, pause, redisTimeout: 60_000 });
});
