import { beforeAll, describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { NEWEST, usageShop } from './usage-shop.ts';

onBothEngines('usage', (service) => {
  const { api, get, plan, subscribe } = usageShop(service);
  let uuid = '';
  let path = '';
  const log = (inner: string, headers: Record<string, string> = NEWEST, to = path) =>
    api('POST', to, `<usage>${inner}</usage>`, headers);
  const change = (url: string, inner: string) => api('PUT', new URL(url).pathname, `<usage>${inner}</usage>`, NEWEST);
  const amount = (of: string | number) => `<amount>${of}</amount>`;
  const iso = (days: number) => new Date(service().clock.now() + days * 86_400_000).toISOString();

  beforeAll(async () => {
    const code = await plan([
      { code: 'archive', inner: '<usage_type>price</usage_type>', usd: 5 },
      {
        code: 'fees',
        inner: '<usage_type>percentage</usage_type><usage_percentage>2.36</usage_percentage>',
      },
      { code: 'charts', usd: 100 },
    ]);
    uuid = await subscribe(code, ['archive', 'fees', 'charts']);
    path = `/v2/subscriptions/${uuid}/add_ons/archive/usage`;
  });

  it('is recorded with the agreed price, now unless dated', async () => {
    const made = await log('<amount>12</amount><merchant_tag>Order 7</merchant_tag>');
    expect(made.status, made.text).toBe(201);
    expect(made.headers.get('location')).toBe(made.xml?.attributes.get('href'));
    expect(made.xml?.attributes.get('href')).toBe(`${service().apiUrl}${path}/${textOf(made.xml, 'id')}`);
    expect(Object.fromEntries(made.xml?.children.map(({ name, text }) => [name, text]) ?? [])).toMatchObject({
      amount: '12',
      amount_decimal: '12',
      merchant_tag: 'Order 7',
      recording_timestamp: '2026-11-20T12:00:00Z',
      usage_timestamp: '2026-11-20T12:00:00Z',
      usage_type: 'price',
      unit_amount_in_cents: '5',
    });
    for (const nil of ['updated_at', 'billed_at', 'usage_percentage'])
      expect(within(made.xml, nil)?.attributes.has('nil'), nil).toBe(true);
    const unit = within(made.xml, 'measured_unit')?.attributes.get('href') ?? '';
    expect((await api('GET', new URL(unit).pathname)).status).toBe(200);
    expect(await get(new URL(made.headers.get('location') ?? '').pathname)).toEqual(made.xml);
  });

  it('is linked from the usage add-ons of its subscription, and from no other', async () => {
    const addOns = within(await get(`/v2/subscriptions/${uuid}`), 'subscription_add_ons')?.children ?? [];
    expect(addOns.map((one) => [textOf(one, 'add_on_code'), within(one, 'usage')?.attributes.get('href')])).toEqual([
      ['archive', `${service().apiUrl}${path}`],
      ['fees', `${service().apiUrl}${path.replace('archive', 'fees')}`],
      ['charts', undefined],
    ]);
  });

  it('has fractions from 2.29 on; older versions show and accept whole amounts', async () => {
    const made = await log('<amount_decimal>10.57874</amount_decimal>');
    expect([textOf(made.xml, 'amount'), textOf(made.xml, 'amount_decimal')]).toEqual(['10', '10.57874']);
    const older = { 'X-Api-Version': '2.28' };
    const shown = await api('GET', new URL(made.headers.get('location') ?? '').pathname, undefined, older);
    expect([textOf(shown.xml, 'amount'), within(shown.xml, 'amount_decimal')]).toEqual(['10', undefined]);
    expect((await log('<amount_decimal>1</amount_decimal>', older)).status).toBe(400);
    expect(findings((await log(amount('10.5'))).xml)).toEqual(['usage.amount not_an_integer']);
  });

  it.each([
    ['nothing', '', ['usage.amount blank']],
    ['a nil amount', '<amount nil="nil"/>', ['usage.amount blank']],
    ['a word', amount('many'), ['usage.amount not_a_number']],
    ['ten places', '<amount_decimal>0.0000000001</amount_decimal>', ['usage.amount_decimal invalid']],
    ['more than ten million', amount(10_000_001), ['usage.amount less_than_or_equal_to']],
    ['less than minus ten million', amount(-10_000_001), ['usage.amount greater_than_or_equal_to']],
    [
      'a moment before the subscription',
      `${amount(1)}<usage_timestamp>2020-01-01</usage_timestamp>`,
      ['usage.usage_timestamp invalid'],
    ],
    [
      'a moment that cannot be read',
      `${amount(1)}<usage_timestamp>soon</usage_timestamp>`,
      ['usage.usage_timestamp invalid'],
    ],
  ])('rejects %s', async (_what, inner, expected) => {
    const before = (await api('HEAD', path)).headers.get('x-records');
    const refused = await log(inner);
    expect(refused.status, refused.text).toBe(422);
    expect(findings(refused.xml)).toEqual(expected);
    expect((await api('HEAD', path)).headers.get('x-records')).toBe(before);
  });

  it('may be dated a few minutes ahead, because clocks differ, and no further', async () => {
    const ahead = (minutes: number) => log(`${amount(1)}<usage_timestamp>${iso(minutes / 1440)}</usage_timestamp>`);
    expect((await ahead(4)).status).toBe(201);
    expect(findings((await ahead(6)).xml)).toEqual(['usage.usage_timestamp invalid']);
    const recorded = await log(`${amount(1)}<recording_timestamp>${iso(1)}</recording_timestamp>`);
    expect(findings(recorded.xml)).toEqual(['usage.recording_timestamp invalid']);
  });

  it('of a percentage is an amount in cents', async () => {
    const fees = path.replace('archive', 'fees');
    const made = await log(amount(50_000), NEWEST, fees);
    expect(textOf(made.xml, 'usage_percentage')).toBe('2.36');
    expect(within(made.xml, 'unit_amount_in_cents')?.attributes.has('nil')).toBe(true);
    expect(findings((await log('<amount_decimal>1.5</amount_decimal>', NEWEST, fees)).xml)).toEqual([
      'usage.amount_decimal not_an_integer',
    ]);
    expect((await log(amount(100_000_000), NEWEST, fees)).status).toBe(201);
  });

  it('is not recorded on fixed, unknown or other subscriptions’ add-ons', async () => {
    const fixed = path.replace('archive', 'charts');
    for (const method of ['GET', 'POST'])
      expect(
        textOf(
          (await api(method, fixed, method === 'POST' ? '<usage><amount>1</amount></usage>' : undefined)).xml,
          'symbol',
        ),
      ).toBe('add_on_not_usage');
    for (const missing of [path.replace('archive', 'none'), path.replace(uuid, 'f'.repeat(32))]) {
      expect((await log(amount(1), {}, missing)).status).toBe(404);
      expect((await api('GET', missing)).status).toBe(404);
    }
    const stranger = await service().openSite();
    for (const method of ['GET', 'HEAD']) expect((await stranger.api(method, path)).status).toBe(404);
  });

  it('is changed and deleted while it is not billed', async () => {
    const made = await log(`${amount(3)}<merchant_tag>x</merchant_tag>`);
    const url = made.headers.get('location') ?? '';
    service().clock.advance({ seconds: 60 });
    const changed = await change(url, `${amount(-4)}<merchant_tag nil="nil"/><usage_timestamp nil="nil"/>`);
    expect(changed.status, changed.text).toBe(200);
    expect([textOf(changed.xml, 'amount'), textOf(changed.xml, 'amount_decimal')]).toEqual(['-4', '-4']);
    expect(within(changed.xml, 'merchant_tag')?.attributes.has('nil')).toBe(true);
    expect(textOf(changed.xml, 'usage_timestamp')).toBe(textOf(made.xml, 'usage_timestamp'));
    expect(textOf(changed.xml, 'updated_at')).not.toBe(textOf(made.xml, 'created_at'));
    expect(findings((await change(url, '<amount nil="nil"/>')).xml)).toEqual(['usage.amount blank']);
    // A client that sends the record back cannot bill it: it can still be deleted.
    expect((await change(url, '<billed_at>2026-11-20</billed_at>')).status).toBe(200);
    expect((await api('DELETE', new URL(url).pathname)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await api(method, new URL(url).pathname)).status).toBe(404);
  });

  describe('in a list', () => {
    const listed = async (query: string) => {
      const answer = await api('GET', `${path}?order=asc&${query}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.xml?.name).toBe('usages');
      return answer.xml?.children.map((one) => textOf(one, 'merchant_tag')) ?? [];
    };
    beforeAll(async () => {
      const code = await plan([{ code: 'archive', inner: '<usage_type>price</usage_type>', usd: 5 }]);
      const earlier = await subscribe(code, ['archive']);
      path = `/v2/subscriptions/${earlier}/add_ons/archive/usage`;
      service().clock.advance({ days: 3 });
      const dated = (tag: string, used: number, recorded: number) =>
        log(
          `${amount(1)}<merchant_tag>${tag}</merchant_tag><recording_timestamp>${iso(recorded)}</recording_timestamp>` +
            `<usage_timestamp>${iso(used)}</usage_timestamp>`,
        );
      for (const [tag, used, recorded] of [
        ['one', -2, 0],
        ['two', -1, -2],
        ['three', 0, -1],
      ] as const)
        expect((await dated(tag, used, recorded)).status).toBe(201);
    });

    it('is filtered by usage date, recording date and status', async () => {
      expect(await listed('')).toEqual(['one', 'two', 'three']);
      expect(await listed(`start_datetime=${iso(-1.5)}`)).toEqual(['two', 'three']);
      expect(await listed(`datetime_type=recording&start_datetime=${iso(-1.5)}`)).toEqual(['one', 'three']);
      expect(await listed(`datetime_type=usage&end_datetime=${iso(-1.5)}`)).toEqual(['one']);
      expect(await listed('billing_status=unbilled')).toHaveLength(3);
      expect(await listed('billing_status=billed')).toEqual([]);
      expect((await api('HEAD', `${path}?end_datetime=${iso(-1.5)}`)).headers.get('x-records')).toBe('1');
    });

    it('is paged with its filters', async () => {
      const first = await api('GET', `${path}?per_page=1&datetime_type=recording&end_datetime=${iso(-0.5)}`);
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      expect(next).toContain('datetime_type=recording');
      const url = new URL(next);
      expect(textOf((await get(url.pathname + url.search))?.children[0], 'merchant_tag')).toBe('two');
    });

    it.each(['datetime_type=other', 'billing_status=paid', 'start_datetime=soon'])('rejects %s', async (query) => {
      const refused = await api('GET', `${path}?${query}`);
      expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'bad_request']);
    });
  });

  it('is refused for a subscription that has not started', async () => {
    const code = await plan([{ code: 'archive', inner: '<usage_type>price</usage_type>', usd: 5 }]);
    const future = await subscribe(code, ['archive'], `<starts_at>${iso(10)}</starts_at>`);
    const refused = await log(amount(1), {}, `/v2/subscriptions/${future}/add_ons/archive/usage`);
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'usage_not_recordable']);
  });

  it('is recorded once for a repeated request with an idempotency key', async () => {
    const key = { 'Idempotency-Key': fresh('key') };
    const [one, two] = [await log(amount(1), key), await log(amount(1), key)];
    expect([one.status, two.status, two.text]).toEqual([201, 201, one.text]);
  });
});
