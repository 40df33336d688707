import { expect, test } from 'vitest';
import { findings, fresh } from '../service.ts';
import { onBothEngines } from './engines.ts';

const NUMBER = '4111 1111 1111 1111';

onBothEngines('card numbers in free text', (service) => {
  const account = (code: string) => `<account><account_code>${code}</account_code>
    <first_name>${NUMBER}</first_name><address><address1>1 Pier, card ${NUMBER}, 12/30</address1><phone>+4915123456787</phone></address>
    </account>`;

  test('are refused by a production site, which names the fields and stores nothing', async () => {
    const { api } = await service().openSite({ mode: 'production' });
    const code = fresh('number');
    const refused = await api('POST', '/v2/accounts', account(code));
    expect(refused.status).toBe(422);
    expect(findings(refused.xml)).toEqual([
      'account.first_name contains_card_number',
      'account.address.address1 contains_card_number',
    ]);
    expect(refused.text).toContain('>must not contain a card number<');
    expect(refused.text).not.toContain('1111');
    expect((await api('GET', `/v2/accounts/${code}`)).status).toBe(404);
  });

  test('are refused in a purchase and in an account update', async () => {
    const { api } = await service().openSite({ mode: 'production' });
    const purchase = `<purchase><account><account_code>${fresh('number')}</account_code></account><currency>USD</currency>
      <adjustments><adjustment><unit_amount_in_cents>100</unit_amount_in_cents><description>${NUMBER}</description></adjustment></adjustments>
      <customer_notes>Paid with ${NUMBER}</customer_notes></purchase>`;
    expect(findings((await api('POST', '/v2/purchases', purchase)).xml)).toEqual([
      'purchase.adjustments[0].description contains_card_number',
      'purchase.customer_notes contains_card_number',
    ]);

    const code = fresh('number');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    const change = `<account><username>${NUMBER}</username></account>`;
    expect((await api('PUT', `/v2/accounts/${code}`, change)).status).toBe(422);
  });

  test('are accepted as a code chosen by the merchant', async () => {
    const { api } = await service().openSite({ mode: 'production' });
    const code = '4111111111111111';
    expect((await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`)).status).toBe(
      201,
    );
  });

  test.each([
    ['sandbox', 'by_mode', 201],
    ['sandbox', 'refuse', 422],
    ['production', 'accept', 201],
  ] as const)('at a %s site that is set to %s: %i', async (mode, card_numbers_in_text, status) => {
    const { api } = await service().openSite({ mode, card_numbers_in_text });
    expect((await api('POST', '/v2/accounts', account(fresh('number')))).status).toBe(status);
  });
});
