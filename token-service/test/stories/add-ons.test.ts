import { beforeEach, expect, it } from 'vitest';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const usd = (cents: number) => `<unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents>`;
const tier = (ending: number | undefined, inner: string) =>
  `<tier>${ending === undefined ? '' : `<ending_quantity>${ending}</ending_quantity>`}${inner}</tier>`;
const tiered = (inner: string) => `<tier_type>tiered</tier_type><tiers type="array">${inner}</tiers>`;
const TIERS_KNOWN = { 'X-Api-Version': '2.26' };
const usage = (inner: string) => `<add_on_type>usage</add_on_type>${inner}`;
const isNil = (element: Element | undefined, name: string) => within(element, name)?.attributes.has('nil');

onBothEngines('add-ons', (service) => {
  let plan = '';
  let unit = '';
  const path = () => `/v2/plans/${plan}/add_ons`;
  const post = (inner: string, headers: Record<string, string> = TIERS_KNOWN) =>
    service().api('POST', path(), `<add_on>${inner}</add_on>`, headers);
  const put = (code: string, inner: string) =>
    service().api('PUT', `${path()}/${code}`, `<add_on>${inner}</add_on>`, TIERS_KNOWN);
  const offer = async (inner: string) => {
    const code = fresh('extra');
    const answer = await post(`<add_on_code>${code}</add_on_code><name>Extra</name>${inner}`);
    expect(answer.status, answer.text).toBe(201);
    return { code, ...answer };
  };

  beforeEach(async () => {
    plan = fresh('plan');
    await service().api('POST', '/v2/plans', `<plan><plan_code>${plan}</plan_code><name>T</name>${usd(1)}</plan>`);
    const made = await service().api(
      'POST',
      '/v2/measured_units',
      `<measured_unit><name>${fresh('readings')}</name><display_name>Readings</display_name></measured_unit>`,
    );
    unit = textOf(made.xml, 'id') ?? '';
  });
  const byUsage = (inner: string) => usage(`<measured_unit_id>${unit}</measured_unit_id>${inner}`);

  it('creates a fixed add-on with the documented defaults', async () => {
    const { code, xml, headers } = await offer(usd(250));
    const url = `${service().apiUrl}${path()}/${code}`;
    expect(headers.get('location')).toBe(url);
    expect(xml?.attributes.get('href')).toBe(url);
    expect(within(xml, 'plan')?.attributes.get('href')).toBe(`${service().apiUrl}/v2/plans/${plan}`);
    expect((await service().api('GET', `${path()}/${code}`, undefined, TIERS_KNOWN)).xml).toEqual(xml);
    expect(Object.fromEntries(xml?.children.map((child) => [child.name, child.text]) ?? [])).toMatchObject({
      add_on_type: 'fixed',
      default_quantity: '1',
      display_quantity_on_hosted_page: 'false',
      optional: 'true',
      tier_type: 'flat',
      accounting_code: code,
    });
    expect(textOf(xml, 'unit_amount_in_cents', 'USD')).toBe('250');
    expect(isNil(xml, 'tax_code')).toBe(true);
    for (const name of ['usage_type', 'usage_percentage', 'measured_unit_id', 'measured_unit', 'tiers']) {
      expect(within(xml, name), name).toBeUndefined();
    }
  });

  it('creates usage add-ons, by price and by percentage, with their measured unit', async () => {
    const priced = await offer(byUsage(`<usage_type>price</usage_type>${usd(5)}`));
    expect(within(priced.xml, 'measured_unit')?.attributes.get('href')).toBe(
      `${service().apiUrl}/v2/measured_units/${unit}`,
    );
    const share = await offer(
      byUsage(
        '<usage_type>percentage</usage_type><usage_percentage>2.3600</usage_percentage><display_quantity>true</display_quantity>',
      ),
    );
    expect(textOf(share.xml, 'usage_percentage')).toBe('2.36');
    expect(within(share.xml, 'usage_percentage')?.attributes.get('type')).toBe('float');
    expect(within(share.xml, 'unit_amount_in_cents')).toBeUndefined();
    expect(textOf(share.xml, 'display_quantity_on_hosted_page')).toBe('true');
    expect(within(share.xml, 'display_quantity')).toBeUndefined();
  });

  it.each(['tiered', 'volume', 'stairstep'])('creates a %s add-on whose last tier is unbounded', async (type) => {
    const sent = tiered(tier(10, usd(500)) + tier(undefined, usd(300))).replace('tiered', type);
    const { xml } = await offer(sent);
    expect(textOf(xml, 'tier_type')).toBe(type);
    expect(within(xml, 'tiers')?.attributes.get('type')).toBe('array');
    expect(
      within(xml, 'tiers')?.children.map((one) => [
        one.name,
        textOf(one, 'ending_quantity'),
        textOf(one, 'unit_amount_in_cents', 'USD'),
      ]),
    ).toEqual([
      ['tier', '10', '500'],
      ['tier', '999999999', '300'],
    ]);
  });

  it('has tiers from 2.26 on; older versions show no price of an add-on with tiers', async () => {
    const { code } = await offer(tiered(tier(undefined, usd(1))));
    const older = await service().api('GET', `${path()}/${code}`, undefined, { 'X-Api-Version': '2.25' });
    for (const name of ['tiers', 'tier_type', 'unit_amount_in_cents']) expect(within(older.xml, name)).toBeUndefined();
    expect((await post('<tier_type>flat</tier_type>', { 'X-Api-Version': '2.25' })).status).toBe(400);
    expect((await service().api('GET', `${path()}/${code}`, undefined, { 'X-Api-Version': '2.27' })).text).toContain(
      '<tiers type="array">',
    );
  });

  it.each<[string, () => string, string[]]>([
    ['nothing', () => '', ['unit_amount_in_cents blank']],
    [
      'a currency of no site',
      () => '<unit_amount_in_cents><CHF>1</CHF></unit_amount_in_cents>',
      ['unit_amount_in_cents.CHF inclusion'],
    ],
    [
      'usage without more',
      () => usage(''),
      ['usage_type blank', 'measured_unit_id blank', 'unit_amount_in_cents blank'],
    ],
    [
      'a unit that is not there',
      () => usage(`<usage_type>price</usage_type><measured_unit_id>987654</measured_unit_id>${usd(1)}`),
      ['measured_unit_id invalid'],
    ],
    ['a percentage that is none', () => byUsage('<usage_type>percentage</usage_type>'), ['usage_percentage blank']],
    [
      'more than all',
      () => byUsage('<usage_type>percentage</usage_type><usage_percentage>100.1</usage_percentage>'),
      ['usage_percentage less_than_or_equal_to'],
    ],
    [
      'a percentage and a price',
      () => byUsage(`<usage_type>percentage</usage_type><usage_percentage>1</usage_percentage>${usd(1)}`),
      ['unit_amount_in_cents present'],
    ],
    [
      'a price and a percentage',
      () => byUsage(`<usage_type>price</usage_type><usage_percentage>1</usage_percentage>${usd(1)}`),
      ['usage_percentage present'],
    ],
    [
      'usage of a fixed one',
      () => `<usage_type>price</usage_type><measured_unit_id>${unit}</measured_unit_id>${usd(1)}`,
      ['usage_type present', 'measured_unit_id present'],
    ],
    ['a type that is none', () => '<add_on_type>once</add_on_type>', ['add_on_type inclusion']],
    ['tiers of a flat one', () => `${usd(1)}<tiers>${tier(undefined, usd(1))}</tiers>`, ['tiers present']],
    ['tiers and a price', () => `${usd(1)}${tiered(tier(undefined, usd(1)))}`, ['unit_amount_in_cents present']],
    ['no tiers', () => '<tier_type>volume</tier_type>', ['tiers empty']],
    [
      'tiers that end at the same quantity',
      () => tiered(tier(10, usd(1)) + tier(undefined, usd(1)) + tier(10, usd(1))),
      ['tiers[2].ending_quantity taken'],
    ],
    [
      'two tiers without an end',
      () => tiered(tier(undefined, usd(1)) + tier(999_999_999, usd(1))),
      ['tiers[1].ending_quantity taken'],
    ],
    ['tiers that end', () => tiered(tier(10, usd(1)) + tier(20, usd(1))), ['tiers[1].ending_quantity equal_to']],
    [
      'a tier without a price',
      () => tiered(tier(10, usd(1)) + tier(undefined, '')),
      ['tiers[1].unit_amount_in_cents blank'],
    ],
    [
      'tiers that differ in currency',
      () =>
        tiered(
          tier(10, '<unit_amount_in_cents><USD>1</USD><EUR>1</EUR></unit_amount_in_cents>') + tier(undefined, usd(1)),
        ),
      ['tiers[1].unit_amount_in_cents blank'],
    ],
    [
      'a tier in a currency of no site',
      () => tiered(tier(undefined, '<unit_amount_in_cents><CHF>1</CHF></unit_amount_in_cents>')),
      ['tiers[0].unit_amount_in_cents.CHF inclusion'],
    ],
    [
      'a tier that cannot be read',
      () => tiered(tier(10, usd(1)).replace('10', 'ten') + tier(undefined, usd(1))),
      ['tiers[0].ending_quantity not_a_number'],
    ],
    [
      'a hundred and one tiers',
      () => tiered(Array.from({ length: 101 }, (_, n) => tier(n + 1, usd(1))).join('')),
      ['tiers too_many'],
    ],
    [
      'less than none',
      () => `<default_quantity>-1</default_quantity>${usd(1)}`,
      ['default_quantity greater_than_or_equal_to'],
    ],
  ])('rejects %s', async (_what, inner, expected) => {
    const refused = await post(`<add_on_code>${fresh('wrong')}</add_on_code><name>W</name>${inner()}`);
    expect(refused.status, refused.text).toBe(422);
    expect(findings(refused.xml)).toEqual(expected.map((finding) => `add_on.${finding}`));
  });

  it('rejects an add-on without a code or name, and a duplicate code', async () => {
    expect(findings((await post(usd(1))).xml)).toEqual(['add_on.add_on_code blank', 'add_on.name blank']);
    const { code } = await offer(usd(1));
    const again = await post(`<add_on_code>${code}</add_on_code><name>Again</name>${usd(1)}`);
    expect(findings(again.xml)).toEqual(['add_on.add_on_code taken']);
  });

  it('changes the fields sent, but never the type', async () => {
    const { code } = await offer(
      '<unit_amount_in_cents><USD>100</USD><EUR>90</EUR></unit_amount_in_cents><accounting_code>extras</accounting_code>',
    );
    const changed = await put(
      code,
      `<add_on_code>${code}</add_on_code><name>Renamed</name>${usd(120)}<accounting_code nil="nil"/>`,
    );
    expect(changed.status, changed.text).toBe(200);
    expect(textOf(changed.xml, 'name')).toBe('Renamed');
    expect(textOf(changed.xml, 'unit_amount_in_cents', 'USD')).toBe('120');
    expect(textOf(changed.xml, 'unit_amount_in_cents', 'EUR')).toBe('90');
    expect(textOf(changed.xml, 'accounting_code')).toBe(code);
    expect(findings((await put(code, '<add_on_code>other</add_on_code><add_on_type>usage</add_on_type>')).xml)).toEqual(
      expect.arrayContaining(['add_on.add_on_code immutable', 'add_on.add_on_type immutable']),
    );
    expect(findings((await put(code, '<unit_amount_in_cents nil="nil"/>')).xml)).toEqual([
      'add_on.unit_amount_in_cents blank',
    ]);
  });

  it('accepts tiers in any order, and shows them by their ends', async () => {
    const { code, xml } = await offer(tiered(tier(undefined, usd(300)) + tier(50, usd(400)) + tier(10, usd(500))));
    const shown = (of: typeof xml) =>
      within(of, 'tiers')?.children.map((one) => [
        textOf(one, 'ending_quantity'),
        textOf(one, 'unit_amount_in_cents', 'USD'),
      ]);
    expect(shown(xml)).toEqual([
      ['10', '500'],
      ['50', '400'],
      ['999999999', '300'],
    ]);
    const changed = await put(code, `<tiers>${tier(undefined, usd(2))}${tier(7, usd(3))}</tiers>`);
    expect(shown(changed.xml)).toEqual([
      ['7', '3'],
      ['999999999', '2'],
    ]);
  });

  it('replaces tiers as a whole', async () => {
    const { code } = await offer(tiered(tier(10, usd(500)) + tier(undefined, usd(300))));
    const changed = await put(code, `<tiers>${tier(undefined, usd(400))}</tiers>`);
    expect(within(changed.xml, 'tiers')?.children).toHaveLength(1);
    expect((await put(code, '<name>Same tiers</name>')).status).toBe(200);
  });

  it('returns 404 for a deleted add-on and frees its code', async () => {
    const { code } = await offer(usd(1));
    await offer(usd(2));
    expect((await service().api('HEAD', path())).headers.get('x-records')).toBe('2');
    expect((await service().api('DELETE', `${path()}/${code}`)).status).toBe(204);
    expect((await service().api('DELETE', `${path()}/${code}`)).status).toBe(404);
    const listed = await service().api('GET', path());
    expect(listed.xml?.name).toBe('add_ons');
    expect(listed.xml?.children).toHaveLength(1);
    expect((await post(`<add_on_code>${code}</add_on_code><name>Again</name>${usd(1)}`)).status).toBe(201);
  });

  it('is not reachable under another plan', async () => {
    const { code } = await offer(usd(1));
    const mine = path();
    plan = fresh('neighbour');
    await service().api('POST', '/v2/plans', `<plan><plan_code>${plan}</plan_code><name>T</name>${usd(1)}</plan>`);
    expect((await service().api('GET', `${path()}/${code}`)).status).toBe(404);
    expect((await service().api('GET', `${mine}/${code}`)).status).toBe(200);
  });
});

onBothEngines('measured units', (service) => {
  const post = (inner: string) =>
    service().api('POST', '/v2/measured_units', `<measured_unit>${inner}</measured_unit>`);
  const make = async (name = fresh('miles')) => {
    const made = await post(
      `<name>${name}</name><display_name>Miles</display_name><description>Sea miles</description>`,
    );
    expect(made.status, made.text).toBe(201);
    return { ...made, path: `/v2/measured_units/${textOf(made.xml, 'id')}` };
  };

  it('are created, looked up, updated and deleted', async () => {
    const made = await make();
    expect(made.headers.get('location')).toBe(`${service().apiUrl}${made.path}`);
    expect(within(made.xml, 'id')?.attributes.get('type')).toBe('integer');
    expect((await service().api('GET', made.path)).xml).toEqual(made.xml);
    const changed = await service().api(
      'PUT',
      made.path,
      '<measured_unit><display_name>Nautical miles</display_name><description nil="nil"/></measured_unit>',
    );
    expect(textOf(changed.xml, 'display_name')).toBe('Nautical miles');
    expect(isNil(changed.xml, 'description')).toBe(true);
    expect((await service().api('DELETE', made.path)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await service().api(method, made.path)).status).toBe(404);
    expect((await service().api('GET', '/v2/measured_units/none')).status).toBe(404);
  });

  it('have unique names, which deletion frees', async () => {
    const name = fresh('knots');
    const made = await make(name);
    const other = await make();
    expect(findings((await post(`<name>${name}</name>`)).xml)).toEqual([
      'measured_unit.display_name blank',
      'measured_unit.name taken',
    ]);
    const rename = `<measured_unit><name>${name}</name></measured_unit>`;
    expect(findings((await service().api('PUT', other.path, rename)).xml)).toEqual(['measured_unit.name taken']);
    expect((await service().api('PUT', made.path, rename)).status).toBe(200);
    await service().api('DELETE', made.path);
    await make(name);
  });

  it('cannot be deleted while an active add-on uses them', async () => {
    const { path, xml } = await make();
    const plan = fresh('counted');
    await service().api('POST', '/v2/plans', `<plan><plan_code>${plan}</plan_code><name>T</name>${usd(1)}</plan>`);
    const added = await service().api(
      'POST',
      `/v2/plans/${plan}/add_ons`,
      `<add_on><add_on_code>c</add_on_code><name>C</name>${usage(`<usage_type>price</usage_type><measured_unit_id>${textOf(xml, 'id')}</measured_unit_id>${usd(1)}`)}</add_on>`,
    );
    expect(added.status, added.text).toBe(201);
    const kept = await service().api('DELETE', path);
    expect([kept.status, textOf(kept.xml, 'symbol')]).toEqual([422, 'measured_unit_in_use']);
    await service().api('DELETE', `/v2/plans/${plan}/add_ons/c`);
    expect((await service().api('DELETE', path)).status).toBe(204);
  });

  it('are listed and counted', async () => {
    const site = await service().openSite();
    for (const name of ['a', 'b']) {
      service().clock.advance({ seconds: 1 });
      await site.api(
        'POST',
        '/v2/measured_units',
        `<measured_unit><name>${name}</name><display_name>${name}</display_name></measured_unit>`,
      );
    }
    const listed = await site.api('GET', '/v2/measured_units');
    expect(listed.xml?.name).toBe('measured_units');
    expect(listed.xml?.children.map((one) => [textOf(one, 'id'), textOf(one, 'name')])).toEqual([
      ['2', 'b'],
      ['1', 'a'],
    ]);
    expect((await site.api('HEAD', '/v2/measured_units')).headers.get('x-records')).toBe('2');
  });
});
