import type { GatewayResult } from '@service/billing/domain/payments/gateway-result.ts';
import { describe, expect, test } from 'vitest';
import { openTestGateway, sandbox } from '../gateway.fixture.ts';

const AMOUNT = { amount_in_cents: 1000, merchant_reason_code: null };

const approved = (answer: GatewayResult) => {
  if (answer.outcome !== 'succeeded') throw new Error(`expected an approval, got ${answer.error_code}`);
  return answer;
};

const marks = ({ avs, avs_street, avs_postal, cvv }: GatewayResult): string =>
  [avs?.code, avs_street, avs_postal, cvv?.code].map((mark) => mark ?? '-').join('');

describe('a card that is put on file', () => {
  test.each([
    '4111111111111111',
    '4222222222222220',
    '4000000000002024',
    '4012888888881881',
    '4222222222222',
    '378282246310005',
    '371449635398431',
    '378734493671000',
    '30569309025904',
    '38520000023237',
    '6011000990139424',
    '3530111333300000',
    '3566002020360505',
    '5555555555554444',
    '5105105105105100',
    '2223000048400011',
    '4000008400001629',
    '4000000000000341',
    '4242424242424242',
  ])('%s is approved', async (number) => {
    const { gateways, card, request, log } = openTestGateway();
    const answer = approved(await gateways.verify({ ...request(), method: { presented: card(number) } }));
    expect(marks(answer)).toBe('DYYM');
    expect(answer).toMatchObject({ gateway_type: 'test', test: true, amount_in_cents: 0 });
    expect(log.calls.map(({ movements }) => movements)).toEqual([['authorize', 'void']]);
  });

  test.each([
    ['4000000000003220', 'waiting'],
    ['4000000000003063', 'confirmed'],
    ['4000000000003097', 'failed'],
  ])('%s has to be confirmed by the customer, and the challenge is %s at first', async (number, state) => {
    const { gateways, card, request, log } = openTestGateway();
    const answer = await gateways.verify({ ...request(), method: { presented: card(number) } });
    if (answer.outcome !== 'action_required') throw new Error(`expected a challenge, got ${answer.outcome}`);
    const { action_token, method_reference } = answer;
    expect(await gateways.challenge({ ...request(), action_token })).toMatchObject({ state });
    const method = { reference: method_reference };
    const completed = await gateways.verify({ ...request(), method, confirmed_action: action_token });
    expect(completed.outcome).toBe(state === 'confirmed' ? 'succeeded' : 'declined');
    expect(log.calls[0]?.movements).toEqual([]);
  });

  test('whose renewals have to be confirmed is approved when it is presented, and challenged when it is stored', async () => {
    const { gateways, card, request } = openTestGateway();
    const presented = { ...request(), method: { presented: card('4000008400001629') }, ...AMOUNT };
    const { method_reference } = approved((await gateways.purchase(presented)) as GatewayResult);
    for (const initiator of ['customer', 'merchant'] as const) {
      const stored = { ...request(), method: { reference: method_reference }, ...AMOUNT, initiator };
      const answer = await gateways.purchase(stored);
      if (answer.outcome !== 'action_required') throw new Error(`expected a challenge, got ${answer.outcome}`);
      const { action_token } = answer;
      // At a renewal there is no browser to show anything.
      const state = initiator === 'customer' ? 'waiting' : 'failed';
      expect(await gateways.challenge({ ...request(), action_token })).toMatchObject({ state });
    }
  });

  test.each([
    ['4000000000000002', 'declined', 'DYYM'],
    ['4000000000000010', 'fraud_address', 'NNNM'],
    ['4000000000000028', 'fraud_address', 'ZNYM'],
    ['4000000000000036', 'fraud_address', 'AYNM'],
    ['4000000000000044', 'fraud_advanced_verification', 'DYYM'],
    ['4000000000000051', 'declined_card_number', 'DYYM'],
    ['4000000000000069', 'declined_expiration_date', 'DYYM'],
    ['4000000000000077', 'insufficient_funds', 'DYYM'],
    ['4000000000000085', 'fraud_gateway', 'DYYM'],
    ['4000000000000093', 'fraud_ip_address', 'DYYM'],
    ['4000000000001190', 'fraud_risk_check', 'DYYM'],
    ['4000000000000101', 'fraud_security_code', 'DYYN'],
    ['4000000000000119', 'call_issuer', 'DYYM'],
    ['4000000000000200', 'invalid_data', '----'],
    ['4000000000000226', 'declined_expiration_date', '----'],
    ['4000000000000317', 'duplicate_transaction', '----'],
    ['4000000000000325', 'card_type_not_accepted', '----'],
  ])('%s is declined: %s, AVS and CVV %s', async (number, error_code, expected) => {
    const { gateways, card, request, log } = openTestGateway();
    const answer = await gateways.verify({ ...request(), method: { presented: card(number) } });
    expect(answer).toMatchObject({ outcome: 'declined', error_code, gateway_error_code: number.slice(-4) });
    expect(marks(answer)).toBe(expected);
    expect(log.calls.map(({ movements }) => movements)).toEqual([[]]);
  });

  test('has its security code checked only when one was sent', async () => {
    const { gateways, card, request } = openTestGateway();
    const verify = (number: string) => gateways.verify({ ...request(), method: { presented: card(number, '') } });
    expect(marks(await verify('4111111111111111'))).toBe('DYY-');
    expect(marks(await verify('4000000000000101'))).toBe('DYY-');
  });

  test('may need a review', async () => {
    const { gateways, card, request } = openTestGateway();
    const answer = await gateways.verify({ ...request(), method: { presented: card('4222222222222220') } });
    expect(approved(answer).approval_code).toBe('approved_fraud_review');
  });

  test('in a currency that the gateway does not accept is declined', async () => {
    const { gateways, card, account, request } = openTestGateway();
    const inCurrency = async (currency: string, presented: ReturnType<typeof card>) =>
      (await gateways.verify({ ...request(), currency, method: { presented } })).outcome;
    expect(await inCurrency('EUR', card('4111111111111111'))).toBe('succeeded');
    expect(await inCurrency('XAU', card('4111111111111111'))).toBe('declined');
    expect(await inCurrency('EUR', account('111111111'))).toBe('declined');
  });
});

describe('a reference', () => {
  test.each([
    ['4111111111111111', 'approved'],
    ['4222222222222220', 'fraud-review'],
    ['4000000000002024', 'refund-declined'],
    ['4000000000000341', 'saveable'],
  ])('of %s contains the scenario of the card: %s', async (number, scenario) => {
    const { gateways, card, request } = openTestGateway();
    const { method_reference } = approved(await gateways.verify({ ...request(), method: { presented: card(number) } }));
    expect(method_reference).toMatch(new RegExp(`^test-${scenario}-[0-9a-f]{32}$`));
    const again = await gateways.verify({
      ...request(),
      method: { reference: method_reference, changed: { month: 1, year: 2031 } },
    });
    expect(approved(again)).toMatchObject({ method_reference, cvv: null });
  });

  test.each([
    ['111111111', 'settles'],
    ['111111112', 'returned'],
    ['111111113', 'returned'],
    ['111111114', 'charged-back'],
    ['111111115', 'settles'],
    ['111111116', 'bank-refund-declined'],
    ['987654321', 'settles'],
  ])('of the bank account %s does too: %s', async (number, scenario) => {
    const { gateways, account, request } = openTestGateway();
    const answer = approved(await gateways.verify({ ...request(), method: { presented: account(number) } }));
    expect(answer.method_reference).toContain(`test-${scenario}-`);
    expect(marks(answer)).toBe('----');
  });

  test.each([
    ['B-approved-4fG7', 'wallet'],
    ['B-saveable-4fG7', 'wallet-saveable'],
  ])('of the agreement %s does too: %s', async (id, scenario) => {
    const { gateways, agreement, request } = openTestGateway();
    const answer = approved(await gateways.verify({ ...request(), method: { presented: agreement(id) } }));
    expect(answer.method_reference).toMatch(new RegExp(`^test-${scenario}-[0-9a-f]{32}$`));
    expect(marks(answer)).toBe('----');
  });

  test('that the gateway never issued is declined', async () => {
    const { gateways, request } = openTestGateway();
    for (const reference of ['', 'test-approved', 'test-nothing-abc', 'someone-elses']) {
      const answer = await gateways.verify({ ...request(), method: { reference } });
      expect(answer).toMatchObject({ outcome: 'declined', error_code: 'gateway_token_not_found' });
    }
  });
});

test.each([
  ['B-declined-4fG7', 'paypal_declined_use_alternate'],
  ['B-toString-4fG7', 'billing_agreement_not_found'],
  ['B-4fG7', 'billing_agreement_not_found'],
])('the agreement %s is declined: %s', async (id, error_code) => {
  const { gateways, agreement, request } = openTestGateway();
  const answer = await gateways.verify({ ...request(), method: { presented: agreement(id) } });
  expect(answer).toMatchObject({ outcome: 'declined', error_code });
});

describe('a security code checked later', () => {
  test('matches unless it is 000', async () => {
    const { gateways, card, code, request, log } = openTestGateway();
    const stored = approved(await gateways.verify({ ...request(), method: { presented: card('4111111111111111') } }));
    const reference = stored.method_reference;
    expect(
      await gateways.verify({ ...request(), method: { reference, verification_value: code('123') } }),
    ).toMatchObject({
      outcome: 'succeeded',
      cvv: { code: 'M', text: 'matches' },
      method_reference: reference,
    });
    expect(
      await gateways.verify({ ...request(), method: { reference, verification_value: code('000') } }),
    ).toMatchObject({
      outcome: 'declined',
      error_code: 'fraud_security_code',
      cvv: { code: 'N', text: 'does not match' },
    });
    expect(log.calls.map(({ action }) => action)).toEqual(['verify', 'verify', 'verify']);
  });
});

test('a slow gateway has logged the call before it answers', async () => {
  const line = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const { gateways, card, request, log } = openTestGateway({
    latency: () => {
      arrived.resolve();
      return line.promise;
    },
  });
  const answer = gateways.verify({ ...request(), method: { presented: card('4111111111111111') } });
  await arrived.promise;
  expect(log.calls).toHaveLength(1);
  line.resolve();
  expect((await answer).outcome).toBe('succeeded');
});

test('a token is consumed by a gateway call, approved or declined', async () => {
  const { gateways, vault, card, request } = openTestGateway();
  for (const number of ['4111111111111111', '4000000000000002', '4000000000000309']) {
    const id = await vault.keep(sandbox, card(number), {});
    const presented = await vault.hold(sandbox, id);
    await gateways.verify({ ...request(), method: { presented } });
    await presented.release();
    await expect(vault.hold(sandbox, id)).rejects.toMatchObject({ symbol: 'token_invalid' });
  }
});
