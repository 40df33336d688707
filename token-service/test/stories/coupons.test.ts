import { describe, expect, it } from 'vitest';
import { findings, fresh, type TestService, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const PERCENT = '<discount_type>percent</discount_type><discount_percent>15</discount_percent>';
const DOLLARS =
  '<discount_type>dollars</discount_type><discount_in_cents><USD>500</USD><EUR>450</EUR></discount_in_cents>';

onBothEngines('coupons', (service) => {
  const api: TestService['api'] = (...asked) => service().api(...asked);
  const at = (code: string, action = '') => `/v2/coupons/${encodeURIComponent(code)}${action}`;
  const coupon = (code: string, inner = PERCENT) =>
    `<coupon><coupon_code>${code}</coupon_code><name>Spring</name>${inner}</coupon>`;
  const create = (code: string, inner?: string) => api('POST', '/v2/coupons', coupon(code, inner));
  const change = (code: string, inner: string, action = '') =>
    api('PUT', at(code, action), `<coupon>${inner}</coupon>`);
  const stateOf = async (code: string) => textOf((await api('GET', at(code))).xml, 'state');
  const actions = (xml: Awaited<ReturnType<typeof create>>['xml']) =>
    (xml?.children ?? []).filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('name'));

  const openAccount = async (): Promise<string> => {
    const code = fresh('account');
    const opened = await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    expect(opened.status).toBe(201);
    return code;
  };
  const redeem = (code: string, account: string, inner = '<currency>USD</currency>') =>
    api('POST', at(code, '/redeem'), `<redemption><account_code>${account}</account_code>${inner}</redemption>`);

  describe('creation', () => {
    it('answers 201 with every field, and finds the coupon case-insensitively', async () => {
      const code = fresh('Spring');
      const made = await create(
        code,
        `${PERCENT}<hosted_description>For you</hosted_description><applies_for_months>3</applies_for_months>
         <redeem_by_date>2026-12-31</redeem_by_date><max_redemptions nil="nil"/>`,
      );
      expect(made.status, made.text).toBe(201);
      expect(made.headers.get('location')).toBe(`${service().apiUrl}${at(code)}`);
      const shown = await api('GET', at(code.toUpperCase()));
      expect(shown.text).toBe(made.text);
      const elements = shown.xml?.children.map(({ name, text }) => [name, text.trim()]) ?? [];
      expect(Object.fromEntries(elements.filter(([name]) => name !== 'id' && name !== 'a'))).toEqual({
        redemptions: '',
        coupon_code: code,
        name: 'Spring',
        state: 'redeemable',
        description: 'For you',
        discount_type: 'percent',
        discount_percent: '15',
        invoice_description: '',
        redeem_by_date: '2026-12-31T00:00:00Z',
        single_use: 'false',
        applies_for_months: '3',
        duration: 'temporal',
        temporal_unit: 'month',
        temporal_amount: '3',
        max_redemptions: '',
        applies_to_all_plans: 'true',
        applies_to_non_plan_charges: 'false',
        redemption_resource: 'account',
        max_redemptions_per_account: '',
        coupon_type: 'single_code',
        unique_code_template: '',
        created_at: expect.any(String),
        updated_at: expect.any(String),
        deleted_at: '',
        plan_codes: '',
      });
      expect(actions(shown.xml)).toEqual(['redeem', 'update', 'delete']);
    });

    it('accepts an amount per currency, or free days', async () => {
      const emptied = await create(
        fresh('percent'),
        `${PERCENT}<discount_in_cents><USD nil="nil"/></discount_in_cents>`,
      );
      expect(within(emptied.xml, 'discount_in_cents')).toBeUndefined();
      const fixed = await create(fresh('fixed'), `${DOLLARS}<duration>single_use</duration>`);
      expect(within(fixed.xml, 'discount_in_cents')?.children.map(({ name, text }) => `${name} ${text}`)).toEqual([
        'USD 500',
        'EUR 450',
      ]);
      expect(textOf(fixed.xml, 'single_use')).toBe('true');
      expect(within(fixed.xml, 'discount_percent')).toBeUndefined();

      const trial = await create(
        fresh('trial'),
        '<discount_type>free_trial</discount_type><free_trial_amount>2</free_trial_amount><free_trial_unit>week</free_trial_unit>',
      );
      expect([textOf(trial.xml, 'free_trial_amount'), textOf(trial.xml, 'free_trial_unit')]).toEqual(['2', 'week']);
      expect(actions(trial.xml)).toEqual(['update', 'delete']);
    });

    it.each<[string, string[]]>([
      ['', ['coupon.discount_type blank']],
      ['<discount_type>percent</discount_type>', ['coupon.discount_percent blank']],
      [
        `<discount_type>percent</discount_type><discount_percent>101</discount_percent>`,
        ['coupon.discount_percent less_than_or_equal_to'],
      ],
      [
        `<discount_type>percent</discount_type><discount_percent>0</discount_percent>`,
        ['coupon.discount_percent greater_than_or_equal_to'],
      ],
      ['<discount_type>dollars</discount_type>', ['coupon.discount_in_cents blank']],
      [
        '<discount_type>dollars</discount_type><discount_in_cents><CHF>1</CHF></discount_in_cents>',
        ['coupon.discount_in_cents.CHF inclusion'],
      ],
      ['<discount_type>free_trial</discount_type>', ['coupon.free_trial_amount blank', 'coupon.free_trial_unit blank']],
      [`${PERCENT}<free_trial_amount>1</free_trial_amount>`, ['coupon.free_trial_amount present']],
      [`${PERCENT}<duration>temporal</duration>`, ['coupon.temporal_unit blank', 'coupon.temporal_amount blank']],
      [`${PERCENT}<temporal_amount>1</temporal_amount>`, ['coupon.temporal_amount present']],
      [`${PERCENT}<coupon_type>bulk</coupon_type>`, ['coupon.unique_code_template blank']],
      [
        `${PERCENT}<coupon_type>bulk</coupon_type><unique_code_template>'a'999</unique_code_template>`,
        ['coupon.unique_code_template invalid'],
      ],
      [`${PERCENT}<applies_to_all_plans>false</applies_to_all_plans>`, ['coupon.plan_codes blank']],
      [
        `${PERCENT}<applies_to_all_plans>false</applies_to_all_plans><plan_codes><plan_code>no such plan</plan_code></plan_codes>`,
        ['coupon.plan_codes[0] invalid'],
      ],
      [
        `${PERCENT}<plan_codes><plan_code>gold</plan_code></plan_codes>`,
        ['coupon.plan_codes present', 'coupon.plan_codes[0] invalid'],
      ],
    ])('reports every validation error: %s', async (inner, expected) => {
      const refused = await create(fresh('wrong'), inner);
      expect(refused.status).toBe(422);
      expect(findings(refused.xml)).toEqual(expected);
    });

    it.each(['..', 'a b', 'a/b', 'a'.repeat(51), ''])('rejects %j as a code', async (code) => {
      const symbol = code === '' ? 'blank' : code.length > 50 ? 'too_long' : 'invalid';
      expect(findings((await create(code)).xml)).toEqual([`coupon.coupon_code ${symbol}`]);
    });

    it.each(['a@b.c', 'rock+roll', 'Größe_15', '-'])(
      'accepts %j as a code and finds the coupon by it',
      async (name) => {
        const code = fresh(name);
        expect((await create(code)).status).toBe(201);
        expect((await api('GET', at(code.toUpperCase()))).status).toBe(200);
      },
    );

    it('applies to the plans named in the request', async () => {
      const plan = fresh('plan');
      await api(
        'POST',
        '/v2/plans',
        `<plan><plan_code>${plan}</plan_code><name>P</name><unit_amount_in_cents><USD>100</USD></unit_amount_in_cents></plan>`,
      );
      const made = await create(
        fresh('plans'),
        `${PERCENT}<applies_to_all_plans>false</applies_to_all_plans><plan_codes type="array"><plan_code>${plan}</plan_code></plan_codes>`,
      );
      expect(made.status, made.text).toBe(201);
      expect(within(made.xml, 'plan_codes')?.attributes.get('type')).toBe('array');
      expect(textOf(made.xml, 'plan_codes', 'plan_code')).toBe(plan);
      const many = await create(
        fresh('plans'),
        `${PERCENT}<applies_to_all_plans>false</applies_to_all_plans><plan_codes>${`<plan_code>${plan}</plan_code>`.repeat(600)}</plan_codes>`,
      );
      expect(many.status, many.text.slice(0, 500)).toBe(201);
    });

    it('reuses a code only once the earlier coupon is no longer redeemable; look-ups then return the new one', async () => {
      const code = fresh('again');
      await create(code);
      expect(findings((await create(code.toUpperCase())).xml)).toEqual(['coupon.coupon_code taken']);
      expect((await api('DELETE', at(code))).status).toBe(204);
      expect((await create(code, DOLLARS)).status).toBe(201);
      expect(textOf((await api('GET', at(code))).xml, 'discount_type')).toBe('dollars');
    });

    it('offers actions only on the newest coupon of a reused code, to which the URL belongs', async () => {
      const other = await service().openSite();
      const made = () => other.api('POST', '/v2/coupons', coupon('AGAIN'));
      await made();
      await other.api('DELETE', at('AGAIN'));
      await made();
      await other.api('DELETE', at('AGAIN'));
      const listed = await other.api('GET', '/v2/coupons?state=inactive&order=asc');
      expect(listed.xml?.children.map(actions)).toEqual([[], ['restore']]);
    });

    it('returns an id from 2.5 on', async () => {
      const code = fresh('numbered');
      await create(code);
      expect(within((await api('GET', at(code), undefined, { 'X-Api-Version': '2.5' })).xml, 'id')).toBeDefined();
      expect(within((await api('GET', at(code), undefined, { 'X-Api-Version': '2.4' })).xml, 'id')).toBeUndefined();
    });
  });

  it('allows only a few fields to change', async () => {
    const code = fresh('edit');
    await create(code);
    const changed = await change(
      code,
      '<name>Summer</name><description>New</description><invoice_description>15 % off</invoice_description><max_redemptions>9</max_redemptions><max_redemptions_per_account>2</max_redemptions_per_account><redeem_by_date/>',
    );
    expect(changed.status, changed.text).toBe(200);
    expect(
      ['name', 'description', 'invoice_description', 'max_redemptions'].map((name) => textOf(changed.xml, name)),
    ).toEqual(['Summer', 'New', '15 % off', '9']);
    for (const inner of ['<discount_percent>20</discount_percent>', `<coupon_code>${code}-2</coupon_code>`]) {
      const refused = await change(code, inner);
      expect([refused.status, textOf(refused.xml, 'symbol')], inner).toEqual([400, 'attributes_not_allowed']);
    }
    expect(textOf((await change(code, '<state>expired</state>')).xml, 'state')).toBe('redeemable');
    expect(findings((await change(code, '<name/>')).xml)).toEqual(['coupon.name blank']);
  });

  describe('state', () => {
    it('follows the date and changes at the end of that day in Pacific time', async () => {
      const code = fresh('dated');
      const other = await service().openSite({ clock_offset: 0 });
      await other.api('POST', '/v2/coupons', coupon(code, `${PERCENT}<redeem_by_date>2026-11-25</redeem_by_date>`));
      const travel = (to: string) => other.api('PUT', '/v2/sandbox/clock', `<clock><now>${to}</now></clock>`);
      const state = async () => textOf((await other.api('GET', at(code))).xml, 'state');
      await travel('2026-11-26T07:59:59Z');
      expect(await state()).toBe('redeemable');
      await travel('2026-11-26T08:00:00Z');
      expect(await state()).toBe('expired');

      const change = (inner: string) => other.api('PUT', at(code, '/restore'), inner);
      expect((await other.api('PUT', at(code), '<coupon><name>Late</name></coupon>')).status).toBe(422);
      expect(findings((await change('')).xml)).toEqual(['coupon.redeem_by_date in_past']);
      const restored = await change('<coupon><redeem_by_date nil="nil"/></coupon>');
      expect([restored.status, textOf(restored.xml, 'state')]).toEqual([200, 'redeemable']);
      expect(textOf((await change('<coupon/>')).xml, 'symbol')).toBe('active_coupon');
    });

    it('is inactive after a manual expiry until the coupon is restored', async () => {
      const code = fresh('gone');
      await create(code);
      expect((await api('DELETE', at(code))).status).toBe(204);
      const gone = await api('GET', at(code));
      expect(textOf(gone.xml, 'state')).toBe('inactive');
      expect(textOf(gone.xml, 'deleted_at')).toMatch(/Z$/);
      expect(actions(gone.xml)).toEqual(['restore']);
      for (const refused of [
        await api('DELETE', at(code)),
        await change(code, '<name>X</name>'),
        await redeem(code, await openAccount()),
      ]) {
        expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'coupon_not_redeemable']);
      }
      expect((await change(code, '<name>Back</name>', '/restore')).status).toBe(200);
      expect(await stateOf(code)).toBe('redeemable');
    });

    it('filters the list', async () => {
      const other = await service().openSite();
      const made = async (code: string, inner = '') => other.api('POST', '/v2/coupons', coupon(code, PERCENT + inner));
      await made('open');
      await made('past', '<redeem_by_date>2020-01-01</redeem_by_date>');
      await made('full', '<max_redemptions>1</max_redemptions>');
      await made('off');
      await other.api('POST', '/v2/accounts', '<account><account_code>a</account_code></account>');
      expect(
        (await other.api('POST', at('full', '/redeem'), '<redemption><account_code>a</account_code></redemption>'))
          .status,
      ).toBe(201);
      await other.api('DELETE', at('off'));
      const codes = async (state: string) => {
        const listed = await other.api('GET', `/v2/coupons?state=${state}&order=asc`);
        const counted = await other.api('HEAD', `/v2/coupons?state=${state}`);
        expect(counted.headers.get('x-records')).toBe(String(listed.xml?.children.length));
        return listed.xml?.children.map((one) => textOf(one, 'coupon_code'));
      };
      expect(await codes('redeemable')).toEqual(['open']);
      expect(await codes('expired')).toEqual(['past']);
      expect(await codes('maxed_out')).toEqual(['full']);
      expect(await codes('inactive')).toEqual(['off']);
      expect(await codes('')).toEqual(['open', 'past', 'full', 'off']);
      expect((await other.api('GET', '/v2/coupons?state=dead')).status).toBe(400);
      expect(
        findings(
          (await other.api('PUT', at('full', '/restore'), '<coupon><max_redemptions>1</max_redemptions></coupon>')).xml,
        ),
      ).toEqual(['coupon.max_redemptions too_low']);
    });
  });

  describe('a bulk coupon', () => {
    const bulk = async (inner = ''): Promise<string> => {
      const code = fresh('bulk');
      const made = await create(
        code,
        `${PERCENT}<coupon_type>bulk</coupon_type><unique_code_template>'tide-'xxxx99</unique_code_template>${inner}`,
      );
      expect(made.status, made.text).toBe(201);
      expect(textOf(made.xml, 'max_redemptions_per_account')).toBe('1');
      return code;
    };
    const generate = (code: string, number: number | string) =>
      api('POST', at(code, '/generate'), `<coupon><number_of_unique_codes>${number}</number_of_unique_codes></coupon>`);
    const codesAt = async (address: string | null) => {
      const page = await api('GET', String(address).replace(service().apiUrl, ''));
      expect(page.status, page.text).toBe(200);
      expect(page.xml?.name).toBe('unique_coupon_codes');
      return {
        codes: (page.xml?.children ?? []).map((one) => textOf(one, 'coupon_code') ?? ''),
        link: page.headers.get('link'),
      };
    };

    it('generates codes and links to the new ones', async () => {
      const code = await bulk();
      const first = await generate(code, 3);
      expect(first.status, first.text).toBe(201);
      const second = await generate(code, 120);
      const [three, two] = [
        await codesAt(first.headers.get('location')),
        await codesAt(second.headers.get('location')),
      ];
      expect(three.codes).toHaveLength(3);
      expect(two.codes).toHaveLength(120);
      expect(two.link ?? '').not.toContain('next');
      expect(new Set([...three.codes, ...two.codes]).size).toBe(123);
      for (const one of three.codes) expect(one).toMatch(/^tide-[A-Z]{4}\d\d$/);
      const shown = await api('GET', at(code));
      expect(textOf(shown.xml, 'unique_coupon_codes_count')).toBe('123');
      expect(within(shown.xml, 'unique_coupon_codes')?.attributes.get('href')).toBe(
        `${service().apiUrl}${at(code, '/unique_coupon_codes')}`,
      );
      expect(actions(shown.xml)).toEqual(['generate', 'update', 'delete']);
      expect((await api('HEAD', at(code, '/unique_coupon_codes'))).headers.get('x-records')).toBe('123');
    });

    it('generates at most 200 codes in a request, and only for bulk coupons', async () => {
      const single = fresh('single');
      await create(single, PERCENT);
      for (const refused of [await generate(await bulk(), 201), await generate(single, 1)]) {
        expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'number_of_unique_codes']);
      }
    });

    it.each([
      ['0', 'coupon.number_of_unique_codes greater_than'],
      ['', 'coupon.number_of_unique_codes blank'],
    ])('refuses to generate %s codes', async (number, finding) => {
      const refused = await generate(await bulk(), number);
      expect([refused.status, findings(refused.xml)]).toEqual([422, [finding]]);
    });

    it('is redeemed once per unique code and never by its own code', async () => {
      const code = await bulk();
      const { codes } = await codesAt((await generate(code, 3)).headers.get('location'));
      const [one = '', two = '', three = ''] = codes;
      const account = await openAccount();
      expect(textOf((await redeem(code, account)).xml, 'symbol')).toBe('coupon_not_redeemable');
      const made = await redeem(one.toLowerCase(), account);
      expect([made.status, textOf(made.xml, 'coupon_code')]).toEqual([201, one]);
      const again = await redeem(one, await openAccount());
      expect(textOf(again.xml, 'symbol')).toBe('coupon_not_redeemable');
      expect(textOf(again.xml, 'description')).toMatch(/ Restore it, or send another code\.$/);
      expect(findings((await redeem(two, account)).xml)).toEqual(['coupon.base maxed_out_for_account']);
      expect((await redeem(two, await openAccount())).status).toBe(201);

      const shown = await api('GET', at(one));
      expect(['coupon_type', 'state', 'max_redemptions'].map((name) => textOf(shown.xml, name))).toEqual([
        'unique_code',
        'maxed_out',
        '1',
      ]);
      expect((await api('GET', at(one, '/redemptions'))).xml?.children).toHaveLength(1);
      expect((await api('GET', at(code, '/redemptions'))).xml?.children).toHaveLength(2);
      expect([await stateOf(code), await stateOf(three)]).toEqual(['redeemable', 'redeemable']);
      expect((await create(one)).status).toBe(422);
    });

    it('expires and restores its codes with it, except those expired individually', async () => {
      const code = await bulk();
      const { codes } = await codesAt((await generate(code, 2)).headers.get('location'));
      const [one = '', two = ''] = codes;
      expect((await api('DELETE', at(one))).status).toBe(204);
      expect([await stateOf(one), await stateOf(two)]).toEqual(['inactive', 'redeemable']);
      await api('DELETE', at(code));
      expect(await stateOf(two)).toBe('inactive');
      expect(textOf((await change(one, '', '/restore')).xml, 'symbol')).toBe('coupon_not_redeemable');
      expect((await generate(code, 1)).status).toBe(422);
      await change(code, '', '/restore');
      expect([await stateOf(one), await stateOf(two)]).toEqual(['inactive', 'redeemable']);
      expect(actions((await api('GET', at(one))).xml)).toEqual(['restore']);
      expect((await change(one, '', '/restore')).status).toBe(200);
      expect(await stateOf(one)).toBe('redeemable');
      expect(findings((await change(one, '<name>Mine</name>')).xml)).toEqual(['coupon.base invalid']);
    });
  });

  describe('under load', () => {
    it('fifty concurrent redemptions never exceed a limit', async () => {
      const [code, bulkCode] = [fresh('few'), fresh('bulk')];
      await create(code, `${PERCENT}<max_redemptions>7</max_redemptions>`);
      await create(
        bulkCode,
        `${PERCENT}<coupon_type>bulk</coupon_type><unique_code_template>'one-'999999</unique_code_template>`,
      );
      const generated = await api(
        'POST',
        at(bulkCode, '/generate'),
        '<coupon><number_of_unique_codes>1</number_of_unique_codes></coupon>',
      );
      const page = await api('GET', String(generated.headers.get('location')).replace(service().apiUrl, ''));
      const unique = textOf(page.xml?.children[0], 'coupon_code') ?? '';

      const accounts = await Promise.all(Array.from({ length: 50 }, openAccount));
      for (const [limited, limit] of [
        [code, 7],
        [unique, 1],
      ] as const) {
        const answers = await Promise.all(accounts.map((account) => redeem(limited, account)));
        const refused = answers.filter(({ status }) => status !== 201);
        expect(answers.length - refused.length).toBe(limit);
        expect(new Set(refused.map(({ status, xml }) => `${status} ${textOf(xml, 'symbol')}`))).toEqual(
          new Set(['422 coupon_not_redeemable']),
        );
        expect((await api('HEAD', at(limited, '/redemptions'))).headers.get('x-records')).toBe(String(limit));
        expect(await stateOf(limited)).toBe('maxed_out');
      }
    });

    it('an account never exceeds its own limit', async () => {
      const code = fresh('twice');
      await create(code, `${PERCENT}<max_redemptions_per_account>2</max_redemptions_per_account>`);
      const account = await openAccount();
      const take = async () => {
        const { status, xml } = await redeem(code, account);
        if (status === 201) await api('DELETE', `/v2/accounts/${account}/redemptions/${textOf(xml, 'uuid')}`);
        return status;
      };
      await Promise.all(Array.from({ length: 10 }, take));
      while ((await take()) === 201);
      expect((await api('GET', at(code, '/redemptions'))).xml?.children).toHaveLength(2);
      expect(findings((await redeem(code, account)).xml)).toEqual(['coupon.base maxed_out_for_account']);
    });
  });
});
