import { expect, it } from 'vitest';
import { findings, fresh, type TestService, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

const CARDS = { visa: '4111111111111111', mastercard: '5555555555554444', amex: '378282246310005' } as const;

onBothEngines('payment methods of an account', (service) => {
  const api: TestService['api'] = (method, path, body, headers) =>
    service().api(method, path, body, { 'X-Api-Version': '2.29', ...headers });
  const account = async (inner = '') => {
    const code = fresh('wallet');
    const body = `<account><account_code>${code}</account_code>${inner}</account>`;
    const answer = await api('POST', '/v2/accounts', body);
    expect(answer.status, answer.text).toBe(201);
    return code;
  };
  const card = (number: string, extra = '') =>
    `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>${number}</number><month>1</month><year>2035</year>${extra}</billing_info>`;
  const wallet = (code: string, rest = '') => `/v2/accounts/${code}/billing_infos${rest}`;
  const add = async (code: string, number: string, extra = '') => {
    const answer = await api('POST', wallet(code), card(number, extra));
    expect(answer.status, answer.text).toBe(201);
    return textOf(answer.xml, 'uuid') ?? '';
  };
  /** Returns the last digits of each method, with P for the primary and B for the backup. */
  const methods = async (code: string): Promise<string[]> => {
    const { xml } = await api('GET', wallet(code));
    return (xml?.children ?? []).map((one) => {
      const is = (name: string) => textOf(one, `${name}_payment_method`) === 'true';
      return `${textOf(one, 'last_four')}${is('primary') ? ' P' : ''}${is('backup') ? ' B' : ''}`;
    });
  };
  const put = (code: string, uuid: string, inner: string) =>
    api('PUT', wallet(code, `/${uuid}`), `<billing_info>${inner}</billing_info>`);
  const PRIMARY = '<primary_payment_method type="boolean">true</primary_payment_method>';
  const BACKUP = '<backup_payment_method type="boolean">true</backup_payment_method>';

  it('adds methods: the first is the primary, and a later one if it says so', async () => {
    const code = await account();
    const first = await add(code, CARDS.visa);
    expect(await methods(code)).toEqual(['1111 P']);
    const second = await add(code, CARDS.mastercard, BACKUP);
    expect(await methods(code)).toEqual(['1111 P', '4444 B']);
    await add(code, CARDS.amex, PRIMARY);
    expect(new Set(await methods(code))).toEqual(new Set(['0005 P', '1111', '4444 B']));
    expect((await methods(code))[0]).toBe('0005 P');

    const shown = await api('GET', wallet(code, `/${second}`));
    expect(shown.xml?.attributes.get('href')).toBe(`${service().apiUrl}${wallet(code, `/${second}`)}`);
    expect(shown.xml?.children.map(({ name }) => name).slice(0, 2)).toEqual(['account', 'uuid']);
    expect(first).toMatch(/^[0-9a-z]{12}$/);
    // The singular is the primary.
    const singular = await api('GET', `/v2/accounts/${code}/billing_info`);
    expect(textOf(singular.xml, 'last_four')).toBe('0005');
    expect((await api('HEAD', wallet(code))).headers.get('x-records')).toBe('3');
  });

  it('changes roles alone, replaces one method, and leaves the others', async () => {
    const code = await account();
    const visa = await add(code, CARDS.visa);
    const other = await add(code, CARDS.mastercard);
    expect((await put(code, other, BACKUP)).status).toBe(200);
    expect(await methods(code)).toEqual(['1111 P', '4444 B']);
    // The backup that becomes the primary is no longer the backup.
    expect((await put(code, other, PRIMARY)).status).toBe(200);
    expect(await methods(code)).toEqual(['4444 P', '1111']);
    const replaced = await api('PUT', wallet(code, `/${visa}`), card(CARDS.amex));
    expect([replaced.status, textOf(replaced.xml, 'uuid')]).toEqual([200, visa]);
    expect(await methods(code)).toEqual(['4444 P', '0005']);
    // The singular replaces the primary.
    expect((await api('PUT', `/v2/accounts/${code}/billing_info`, card(CARDS.visa))).status).toBe(200);
    expect(await methods(code)).toEqual(['1111 P', '0005']);
  });

  it('has exactly one primary, which is no backup and is removed last', async () => {
    const code = await account();
    const visa = await add(code, CARDS.visa);
    const other = await add(code, CARDS.mastercard);
    const noPrimary = await put(code, visa, PRIMARY.replace('true<', 'false<'));
    expect([noPrimary.status, findings(noPrimary.xml)]).toEqual([422, ['billing_info.primary_payment_method invalid']]);
    const both = await put(code, other, `${PRIMARY}${BACKUP}`);
    expect([both.status, findings(both.xml)]).toEqual([422, ['billing_info.backup_payment_method invalid']]);
    for (const path of [wallet(code, `/${visa}`), `/v2/accounts/${code}/billing_info`]) {
      const refused = await api('DELETE', path);
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['billing_info.primary_payment_method invalid']]);
    }
    expect(await methods(code)).toEqual(['1111 P', '4444']);
    expect((await api('DELETE', wallet(code, `/${other}`))).status).toBe(204);
    expect((await api('DELETE', wallet(code, `/${visa}`))).status).toBe(204);
    expect(await methods(code)).toEqual([]);
    expect((await api('GET', `/v2/accounts/${code}/billing_info`)).status).toBe(404);
  });

  it('names the primary exactly once when two requests name one at once', async () => {
    const code = await account();
    await add(code, CARDS.visa);
    const rivals = [await add(code, CARDS.mastercard), await add(code, CARDS.amex)];
    const answers = await Promise.all(rivals.map((uuid) => put(code, uuid, PRIMARY)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await methods(code)).filter((one) => one.endsWith(' P'))).toHaveLength(1);
    expect((await methods(code))[0]).not.toBe('1111 P');
  });

  it('keeps at most twenty', async () => {
    const code = await account();
    for (let n = 0; n < 20; n += 1) await add(code, CARDS.visa);
    const more = await api('POST', wallet(code), card(CARDS.amex));
    expect([more.status, findings(more.xml)]).toEqual([422, ['billing_info.base too_many']]);
    expect(await methods(code)).toHaveLength(20);
  });

  it('answers 404 for unknown methods, 400 before version 2.29, and keeps the wallet after a decline', async () => {
    const [code, stranger] = [await account(), await account()];
    const visa = await add(code, CARDS.visa);
    for (const path of [wallet(code, '/0123456789ab'), wallet(stranger, `/${visa}`), wallet('unknown')]) {
      const answer = await api('GET', path);
      expect([answer.status, textOf(answer.xml, 'symbol')], path).toEqual([404, 'not_found']);
    }
    expect((await api('DELETE', wallet(stranger, `/${visa}`))).status).toBe(404);
    expect((await put(stranger, visa, PRIMARY)).status).toBe(404);
    const early = await api('GET', wallet(code), undefined, { 'X-Api-Version': '2.28' });
    expect([early.status, textOf(early.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
    const declined = await api('POST', wallet(code), card('4000000000000002', PRIMARY));
    expect(declined.status).toBe(422);
    expect(await methods(code)).toEqual(['1111 P']);
  });

  it('verifies one of them, and its security code', async () => {
    const code = await account();
    await add(code, CARDS.visa);
    const other = await add(code, CARDS.mastercard);
    const verified = await api('POST', wallet(code, `/${other}/verify`));
    expect([verified.status, textOf(verified.xml, 'action')]).toEqual([200, 'verify']);
    expect(verified.text).toContain('4444');
    const body = '<billing_info><verification_value>123</verification_value></billing_info>';
    const matched = await api('POST', wallet(code, `/${other}/verify_cvv`), body);
    expect([matched.status, textOf(matched.xml, 'last_four')]).toEqual([200, '4444']);
  });

  it('adds or replaces with a purchase, as the purchase says', async () => {
    const code = await account();
    await add(code, CARDS.visa);
    const buy = (number: string, extra: string) =>
      api(
        'POST',
        '/v2/purchases',
        `<purchase><collection_method>automatic</collection_method><currency>USD</currency><account><account_code>${code}</account_code>${card(number, extra)}</account><adjustments><adjustment><unit_amount_in_cents type="integer">500</unit_amount_in_cents></adjustment></adjustments></purchase>`,
      );
    const added = await buy(CARDS.mastercard, `${PRIMARY.replace('true<', 'false<')}${BACKUP}`);
    expect(added.status, added.text).toBe(200);
    expect(added.text).toContain('4444');
    expect(await methods(code)).toEqual(['1111 P', '4444 B']);
    expect((await buy(CARDS.amex, BACKUP)).status).toBe(422);
    expect((await buy(CARDS.amex, '')).status).toBe(200);
    expect(await methods(code)).toEqual(['0005 P', '4444 B']);
  });
});
