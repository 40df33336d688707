import { REQUIRED_ADDRESS } from '@service/billing/domain/billing-info/required-address.ts';
import { describe, expect, test } from 'vitest';
import { openTestGateway, production, sandbox } from '../gateway.fixture.ts';
import { testWallet } from './test-wallet.ts';

const open = () => {
  const { ids, ...rest } = openTestGateway();
  return { ...rest, wallet: testWallet({ secret: ids.secret }) };
};

describe('the sandbox wallet', () => {
  test('serves sandbox sites that enable it', () => {
    const { wallet } = open();
    expect(wallet.serves(sandbox)).toBe(true);
    expect(wallet.serves({ ...sandbox, wallet: false })).toBe(false);
    expect(wallet.serves(production)).toBe(false);
  });

  test.each([
    ['ada', 'succeeded'],
    ['grace', 'succeeded'],
    ['blaise', 'paypal_declined_use_alternate'],
  ])('makes an agreement with %s, which the gateway finds %s', async (buyer, expected) => {
    const { wallet, gateways, agreement, request } = open();
    const made = await wallet.agree(buyer);
    const presented = agreement(made?.description.paypal_billing_agreement_id ?? '');
    const answer = await gateways.verify({ ...request(), method: { presented } });
    expect('error_code' in answer ? answer.error_code : answer.outcome).toBe(expected);
    // Enough for the site with the most required fields.
    for (const part of REQUIRED_ADDRESS.full) expect(made?.holder[part], part).toMatch(/./);
  });

  test('fails for one buyer, and rejects unknown ones', async () => {
    const { wallet } = open();
    expect(await wallet.agree('charles')).toBeUndefined();
    for (const stranger of ['', 'unknown', '__proto__']) {
      expect(await wallet.agree(stranger)).toBeUndefined();
    }
    expect(wallet.buyers.map(({ id }) => id)).toEqual(['ada', 'grace', 'blaise', 'charles']);
  });

  test('never makes the same agreement twice', async () => {
    const { wallet } = open();
    expect(await wallet.agree('ada')).not.toEqual(await wallet.agree('ada'));
  });
});
