import { expect, it } from 'vitest';
import { findings, fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

const INVALID = '000 000 000';
const address = (country: string) => `<address><city>Somewhere</city><country>${country}</country></address>`;
const number = (written: string) => `<vat_number>${written}</vat_number>`;

onBothEngines('VAT numbers', (service) => {
  const post = (inner: string) => service().api('POST', '/v2/accounts', `<account>${inner}</account>`);
  const put = (code: string, inner: string) =>
    service().api('PUT', `/v2/accounts/${code}`, `<account>${inner}</account>`);
  const open = async (inner = '') => {
    const code = fresh('business');
    const opened = await post(`<account_code>${code}</account_code>${inner}`);
    expect(opened.status, opened.text).toBe(201);
    return code;
  };

  it.each([
    ['DE', INVALID],
    ['GR', 'EL000000000'],
    ['AU', '51 824 753 555'],
  ])('rejects an account in %s with the number %s', async (country, written) => {
    const refused = await post(
      `<account_code>${fresh('business')}</account_code>${number(written)}${address(country)}`,
    );
    expect([refused.status, ...findings(refused.xml)]).toEqual([422, 'account.vat_number invalid']);
    expect(textOf(refused.xml, 'error')).toMatch(/^is invalid: this is not a VAT number of the country/);
  });

  it('stores a number as it was written, and validates it again when the number or the country changes', async () => {
    const code = await open(number('de 123.456.789') + address('DE'));
    expect(textOf((await service().api('GET', `/v2/accounts/${code}`)).xml, 'vat_number')).toBe('de 123.456.789');
    expect(findings((await put(code, number(INVALID))).xml)).toEqual(['account.vat_number invalid']);

    const abroad = await open(number(INVALID) + address('US'));
    expect((await put(abroad, '<first_name>Ada</first_name>')).status).toBe(200);
    expect(findings((await put(abroad, address('FR'))).xml)).toEqual(['account.vat_number invalid']);
    expect((await put(abroad, `${number('')}${address('FR')}`)).status).toBe(200);
  });

  it('accepts any number when the country is unknown', async () => {
    await open(number(INVALID));
  });

  const CARD = '<number>4111111111111111</number><month>1</month><year>2030</year>';
  const NAMED = '<first_name>Ada</first_name><last_name>Lovelace</last_name>';
  const payment = (written: string) => `${NAMED}<country>FR</country>${number(written)}${CARD}`;

  it('rejects billing info before calling a gateway', async () => {
    const path = `/v2/accounts/${await open()}/billing_info`;
    const before = service().gatewayCalls.length;
    const refused = await service().api('PUT', path, `<billing_info>${payment(INVALID)}</billing_info>`);
    expect([refused.status, ...findings(refused.xml)]).toEqual([422, 'billing_info.vat_number invalid']);
    expect(service().gatewayCalls.length).toBe(before);
    expect((await service().api('PUT', path, `<billing_info>${payment('FR12345678901')}</billing_info>`)).status).toBe(
      201,
    );
  });

  it('rejects a token with an invalid number and keeps the token valid', async () => {
    const path = `/v2/accounts/${await open()}/billing_info`;
    const token = await service().token({ country: 'FR', vat_number: INVALID });
    const body = `<billing_info><token_id>${token}</token_id></billing_info>`;
    for (const time of ['once', 'twice']) {
      const refused = await service().api('PUT', path, body);
      expect([time, refused.status, ...findings(refused.xml)]).toEqual([time, 422, 'billing_info.vat_number invalid']);
    }
  });

  it('names both fields when an account is wrong in both', async () => {
    const both = `${number(INVALID)}${address('DE')}<billing_info>${payment(INVALID)}</billing_info>`;
    const refused = await post(`<account_code>${fresh('business')}</account_code>${both}`);
    expect(findings(refused.xml)).toEqual(['account.vat_number invalid', 'account.billing_info.vat_number invalid']);
  });

  it('requires only the format of the country’s numbers on production sites', async () => {
    const site = await service().openSite({ mode: 'production' });
    const body = (written: string) =>
      `<account><account_code>${fresh('business')}</account_code>${number(written)}${address('DE')}</account>`;
    expect(findings((await site.api('POST', '/v2/accounts', body('mine'))).xml)).toEqual([
      'account.vat_number invalid',
    ]);
    expect((await site.api('POST', '/v2/accounts', body('DE123456789'))).status).toBe(201);
  });
});
