import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const home = '<address1>1 Main St</address1><city>Paris</city><state>IDF</state><zip>75001</zip><country>FR</country>';
const shipping = (first: string) =>
  `<shipping_address><first_name>${first}</first_name><last_name>Curie</last_name>${home}</shipping_address>`;

onBothEngines('accounts', (service) => {
  const open = async (code: string, inner = '') => {
    const answer = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code>${inner}</account>`,
    );
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  const show = (code: string) => service().api('GET', `/v2/accounts/${encodeURIComponent(code)}`);

  it('opens an account and serves it at the URL in Location', async () => {
    const code = fresh('ada');
    const created = await open(
      code,
      '<email>ada@example.com</email><first_name>Ada</first_name><company_name>Smith &amp; Sons</company_name>' +
        '<tax_exempt>true</tax_exempt><address><city>London</city><country>GB</country></address><preferred_locale>en-GB</preferred_locale>',
    );

    expect(created.headers.get('location')).toBe(`${service().apiUrl}/v2/accounts/${code}`);
    const found = await service().api('GET', new URL(created.headers.get('location') ?? '').pathname);
    expect(found.xml).toEqual(created.xml);
    expect(found.xml?.attributes.get('href')).toBe(`${service().apiUrl}/v2/accounts/${code}`);
    expect(textOf(found.xml, 'state')).toBe('active');
    expect(textOf(found.xml, 'company_name')).toBe('Smith & Sons');
    expect(textOf(found.xml, 'tax_exempt')).toBe('true');
    expect(textOf(found.xml, 'address', 'city')).toBe('London');
    expect(within(found.xml, 'username')?.attributes.has('nil')).toBe(true);
    expect(textOf(found.xml, 'hosted_login_token')).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(textOf(found.xml, 'created_at')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(textOf(found.xml, 'has_live_subscription')).toBe('false');
    expect(within(found.xml, 'billing_info')).toBeUndefined();
  });

  it('accepts every character allowed in an account code', async () => {
    const code = fresh('Ada L. & Co <ü> + 100%');
    await open(code.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    const found = await show(code);
    expect(textOf(found.xml, 'account_code')).toBe(code);
    expect((await show(code.toUpperCase())).status).toBe(404);
  });

  it.each([
    ['', 'account.account_code blank'],
    ['   ', 'account.account_code blank'],
    ['x'.repeat(51), 'account.account_code too_long'],
    ['.ada', 'account.account_code invalid'],
    ['a/b', 'account.account_code invalid'],
    ['a;b', 'account.account_code invalid'],
  ])('rejects %j as an account code', async (code, finding) => {
    const refused = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code></account>`,
    );
    expect(refused.status).toBe(422);
    expect(findings(refused.xml)).toEqual([finding]);
  });

  it('reports every validation error at once and opens no account', async () => {
    const code = fresh('wrong');
    const refused = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><email>malformed</email><cc_emails>a@example.com, b</cc_emails><tax_exempt>maybe</tax_exempt>` +
        '<parent_account_code>no-such-account</parent_account_code><address><country>Germany</country></address>' +
        '<custom_fields><custom_field><name>shoe_size</name><value>9</value></custom_field></custom_fields></account>',
    );
    expect(refused.status).toBe(422);
    expect(findings(refused.xml).sort()).toEqual([
      'account.address.country inclusion',
      'account.cc_emails invalid_email',
      'account.custom_fields[0].name invalid',
      'account.email invalid_email',
      'account.parent_account_code not_found',
      'account.tax_exempt inclusion',
    ]);
    expect((await show(code)).status).toBe(404);
  });

  it('allows only one open account per code', async () => {
    const code = fresh('twin');
    await open(code);
    const again = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code></account>`,
    );
    expect(again.status).toBe(422);
    expect(findings(again.xml)).toEqual(['account.account_code taken']);
  });

  it('opens one account when two requests with the same code arrive at once', async () => {
    const code = fresh('race');
    const body = `<account><account_code>${code}</account_code></account>`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => service().api('POST', '/v2/accounts', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it('rejects a sign-up that loses the race while its card is verified, and leaves no pending intent', async () => {
    const code = fresh('overtaken');
    const account = (inner = '') => `<account><account_code>${code}</account_code>${inner}</account>`;
    service().whileAsked(async () => {
      service().whileAsked(async () => {});
      expect((await service().api('POST', '/v2/accounts', account())).status).toBe(201);
    });
    const card = '<number>4111111111111111</number><month>12</month><year>2030</year>';
    const overtaken = await service().api(
      'POST',
      '/v2/accounts',
      account(`<billing_info><first_name>A</first_name><last_name>B</last_name>${card}</billing_info>`),
    );
    expect(findings(overtaken.xml)).toEqual(['account.account_code taken']);
    const { sites, storage } = service().service.opened;
    const site = await sites.find('demo');
    expect(await storage.of(site?.id ?? '').intents.of(`code:${code}`)).toBeUndefined();
  });

  it('changes the fields sent, keeps the ones omitted and clears the ones that are nil', async () => {
    const code = fresh('change');
    await open(code, '<email>old@example.com</email><first_name>Ada</first_name><username>ada</username>');
    service().clock.advance({ minutes: 1 });
    const changed = await service().api(
      'PUT',
      `/v2/accounts/${code}`,
      `<account><account_code>${code}</account_code><email>new@example.com</email><username nil="nil"></username></account>`,
    );
    expect(changed.status).toBe(200);
    expect(textOf(changed.xml, 'email')).toBe('new@example.com');
    expect(textOf(changed.xml, 'first_name')).toBe('Ada');
    expect(within(changed.xml, 'username')?.attributes.has('nil')).toBe(true);
    expect(textOf(changed.xml, 'updated_at')).not.toBe(textOf(changed.xml, 'created_at'));
  });

  it('replaces an address as a whole', async () => {
    const code = fresh('moving');
    await open(code, `<address>${home}</address>`);
    const moved = await service().api(
      'PUT',
      `/v2/accounts/${code}`,
      '<account><address><city>Lyon</city></address></account>',
    );
    expect(textOf(moved.xml, 'address', 'city')).toBe('Lyon');
    expect(within(moved.xml, 'address', 'zip')?.attributes.has('nil')).toBe(true);
  });

  it('does not change an account code', async () => {
    const code = fresh('fixed');
    await open(code);
    const refused = await service().api(
      'PUT',
      `/v2/accounts/${code}`,
      '<account><account_code>other</account_code></account>',
    );
    expect(findings(refused.xml)).toEqual(['account.account_code immutable']);
  });

  it('merges custom fields by name and deletes those with an empty value', async () => {
    const code = fresh('custom');
    const field = (name: string, value: string) =>
      `<custom_field><name>${name}</name><value>${value}</value></custom_field>`;
    await open(code, `<custom_fields>${field('size', 'XL')}${field('favourite_colour', 'red')}</custom_fields>`);
    const changed = await service().api(
      'PUT',
      `/v2/accounts/${code}`,
      `<account><custom_fields>${field('size', '')}${field('favourite_colour', 'blue')}</custom_fields></account>`,
    );
    const fields = within(changed.xml, 'custom_fields')?.children.map((one) => [
      textOf(one, 'name'),
      textOf(one, 'value'),
    ]);
    expect(fields).toEqual([['favourite_colour', 'blue']]);
  });

  it('refuses a postal code that no place has, where the tax depends on it', async () => {
    const code = fresh('postal');
    const write = (country: string, zip: string) =>
      service().api(
        'POST',
        '/v2/accounts',
        `<account><account_code>${code}</account_code><address><country>${country}</country><zip>${zip}</zip></address></account>`,
      );
    expect(findings((await write('US', 'ABC')).xml)).toEqual(['account.address.zip invalid']);
    expect(findings((await write('CA', '94105')).xml)).toEqual(['account.address.zip invalid']);
    expect((await write('DE', 'ABC')).status).toBe(201);
    const moved = await service().api(
      'PUT',
      `/v2/accounts/${code}`,
      '<account><address><country>US</country><zip>94105-1420</zip></address></account>',
    );
    expect(moved.status, moved.text).toBe(200);
  });

  it('closes an account and reopens it by PUT reopen or by a new sign-up', async () => {
    const code = fresh('leaving');
    const before = await open(code, '<email>leaver@example.com</email>');
    service().clock.advance({ hours: 1 });

    expect((await service().api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
    const closed = await show(code);
    expect(textOf(closed.xml, 'state')).toBe('closed');
    expect(textOf(closed.xml, 'closed_at')).toMatch(/Z$/);
    expect(textOf(closed.xml, 'hosted_login_token')).not.toBe(textOf(before.xml, 'hosted_login_token'));
    const action = closed.xml?.children.find(({ name }) => name === 'a');
    expect(Object.fromEntries(action?.attributes ?? [])).toEqual({
      name: 'reopen',
      href: `${service().apiUrl}/v2/accounts/${code}/reopen`,
      method: 'put',
    });
    expect((await service().api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);

    const reopened = await service().api('PUT', `/v2/accounts/${code}/reopen`);
    expect(reopened.status).toBe(200);
    expect(textOf(reopened.xml, 'state')).toBe('active');
    expect(reopened.text).not.toContain('<a ');
    expect((await service().api('PUT', `/v2/accounts/${code}/reopen`)).status).toBe(200);

    await service().api('DELETE', `/v2/accounts/${code}`);
    const back = await open(code, '<first_name>Back</first_name>');
    expect(textOf(back.xml, 'state')).toBe('active');
    expect(textOf(back.xml, 'email')).toBe('leaver@example.com');
  });

  it('accepts up to twenty shipping addresses with the account or one at a time', async () => {
    const code = fresh('ships');
    const path = `/v2/accounts/${code}/shipping_addresses`;
    const many = (count: number) => `<shipping_addresses>${shipping('Marie').repeat(count)}</shipping_addresses>`;
    const tooMany = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code>${many(21)}</account>`,
    );
    expect(findings(tooMany.xml)).toEqual(['account.shipping_addresses too_many']);

    await open(code, many(19));
    expect((await service().api('HEAD', path)).headers.get('x-records')).toBe('19');
    const added = await service().api(
      'POST',
      `${path}/`,
      shipping('Irène').replace('</shipping_address>', '<company>Radium</company></shipping_address>'),
    );
    expect(added.status, added.text).toBe(201);
    expect(textOf(added.xml, 'company_name')).toBe('Radium');
    expect(textOf(added.xml, 'company')).toBe('Radium');
    expect((await service().api('POST', path, shipping('Eve'))).status).toBe(422);

    const one = new URL(added.headers.get('location') ?? '').pathname;
    const changed = await service().api('PUT', one, '<shipping_address><nickname>lab</nickname></shipping_address>');
    expect(textOf(changed.xml, 'nickname')).toBe('lab');
    expect(textOf(changed.xml, 'first_name')).toBe('Irène');
    const cleared = await service().api('PUT', one, '<shipping_address><city></city></shipping_address>');
    expect(findings(cleared.xml)).toEqual(['shipping_address.city blank']);
    expect((await service().api('DELETE', one)).status).toBe(204);
    expect((await service().api('GET', one)).status).toBe(404);
  });

  it('names the missing fields of a shipping address', async () => {
    const code = fresh('lacking');
    await open(code);
    const refused = await service().api(
      'POST',
      `/v2/accounts/${code}/shipping_addresses`,
      '<shipping_address><city>Paris</city></shipping_address>',
    );
    expect(findings(refused.xml)).toEqual(
      ['first_name', 'last_name', 'address1', 'state', 'zip', 'country'].map(
        (name) => `shipping_address.${name} blank`,
      ),
    );
  });

  it('limits account hierarchies to two generations', async () => {
    const [parent, child, stranger] = [fresh('parent'), fresh('child'), fresh('stranger')];
    await open(parent);
    await open(child, `<parent_account_code>${parent}</parent_account_code>`);
    await open(stranger);
    const adopt = (code: string, by: string) =>
      service().api(
        'PUT',
        `/v2/accounts/${code}`,
        `<account><parent_account_code>${by}</parent_account_code></account>`,
      );

    expect(findings((await adopt(stranger, child)).xml)).toEqual(['account.parent_account_code invalid']);
    expect(findings((await adopt(parent, stranger)).xml)).toEqual(['account.parent_account_code invalid']);
    expect(findings((await adopt(stranger, stranger)).xml)).toEqual(['account.parent_account_code invalid']);

    const found = await show(parent);
    expect(within(found.xml, 'child_accounts')?.attributes.get('href')).toBe(
      `${service().apiUrl}/v2/accounts/${parent}/child_accounts`,
    );
    const children = await service().api('GET', `/v2/accounts/${parent}/child_accounts`);
    expect(children.xml?.children.map((one) => textOf(one, 'account_code'))).toEqual([child]);
    const seen = await show(child);
    expect(within(seen.xml, 'parent_account')?.attributes.get('href')).toBe(
      `${service().apiUrl}/v2/accounts/${parent}`,
    );

    const kept = await service().api('DELETE', `/v2/accounts/${parent}`);
    expect(kept.status).toBe(422);
    expect(textOf(kept.xml, 'symbol')).toBe('account_has_open_children');

    const alone = await adopt(child, '');
    expect(within(alone.xml, 'parent_account')).toBeUndefined();
    expect((await service().api('DELETE', `/v2/accounts/${parent}`)).status).toBe(204);
  });

  it('supports account hierarchies from 2.19 on only', async () => {
    const code = fresh('family');
    await open(code);
    const older = { 'X-Api-Version': '2.18' };
    expect((await service().api('GET', `/v2/accounts/${code}/child_accounts`, undefined, older)).status).toBe(400);
    const refused = await service().api(
      'PUT',
      `/v2/accounts/${code}`,
      '<account><parent_account_code/></account>',
      older,
    );
    expect(refused.status).toBe(400);
    expect(textOf(refused.xml, 'details')).toBe(
      'Unacceptable tag <parent_account_code>: it needs X-Api-Version 2.19 or later',
    );
  });

  it('stores the acquisition details of an account', async () => {
    const code = fresh('won');
    const path = `/v2/accounts/${code}/acquisition`;
    await open(code);
    expect((await service().api('GET', path)).status).toBe(404);
    const priceless = await service().api(
      'PUT',
      path,
      '<account_acquisition><cost_in_cents>199</cost_in_cents></account_acquisition>',
    );
    expect(findings(priceless.xml)).toEqual(['account_acquisition.currency blank']);
    const body =
      '<account_acquisition><cost_in_cents>199</cost_in_cents><currency>USD</currency><channel>blog</channel></account_acquisition>';
    expect((await service().api('PUT', path, body)).status).toBe(201);
    const changed = await service().api(
      'PUT',
      path,
      '<account_acquisition><campaign>spring</campaign></account_acquisition>',
    );
    expect(changed.status).toBe(200);
    expect(textOf(changed.xml, 'channel')).toBe('blog');
    expect((await service().api('DELETE', path)).status).toBe(204);
    expect((await service().api('DELETE', path)).status).toBe(404);
  });

  it('starts with a zero balance', async () => {
    const code = fresh('even');
    await open(code);
    const balance = await service().api('GET', `/v2/accounts/${code}/balance`);
    expect(balance.xml?.name).toBe('account_balance');
    expect(textOf(balance.xml, 'past_due')).toBe('false');
    expect(textOf(balance.xml, 'balance_in_cents', 'USD')).toBe('0');
  });

  it('contains only links that resolve', async () => {
    const code = fresh('links');
    await open(code);
    const { xml } = await show(code);
    const links = (xml?.children ?? []).flatMap(({ attributes }) => attributes.get('href') ?? []);
    expect(links.length).toBeGreaterThan(3);
    for (const href of links) {
      const { pathname } = new URL(href);
      expect((await service().api('GET', pathname)).status, pathname).toBe(200);
    }
  });

  it('lists open and closed accounts separately', async () => {
    const [staying, leaving] = [fresh('stay'), fresh('leave')];
    await open(staying);
    await open(leaving);
    await service().api('DELETE', `/v2/accounts/${leaving}`);
    const codes = async (query: string) => {
      const { xml } = await service().api('GET', `/v2/accounts?per_page=200&${query}`);
      return xml?.children.map((one) => textOf(one, 'account_code')) ?? [];
    };
    expect(await codes('state=active')).toContain(staying);
    expect(await codes('state=active')).not.toContain(leaving);
    expect(await codes('state=closed')).toContain(leaving);
    expect(await codes('state=non_subscriber')).toContain(staying);
    expect(await codes('state=subscriber')).toEqual([]);
    expect((await service().api('GET', '/v2/accounts?state=sleeping')).status).toBe(400);
  });
});
