import type { RawMethod } from '@service/billing/domain/billing-info/payment-method.ts';
import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { FollowUpRequest } from '@service/billing/ports/gateway.ts';
import type { Presented } from '@service/billing/ports/vault.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { describe, expect, it } from 'vitest';
import { type Behaviour, gatewayContract } from '../gateway.contract.ts';
import { openTestGateway, sandbox } from '../gateway.fixture.ts';
import { testBank } from './test-challenges.ts';
import { testGateway } from './test-gateway.ts';
import { NOTIFICATIONS } from './test-notifications.fixture.ts';
import { testNotification } from './test-notifications.ts';
import { testResults } from './test-results.ts';

const DAY = 86_400;

const DEBITS = {
  sepa: { type: 'sepa', iban: new Secret('DE89 3704 0044 0532 0130 00') },
  bacs: { type: 'bacs', sort_code: new Secret('200000'), account_number: new Secret('55779911') },
  becs: { type: 'becs', bsb_code: new Secret('062000'), account_number: new Secret('123456') },
} as const satisfies Record<string, RawMethod>;

gatewayContract('test', () => {
  const { vault, log, ids, card, account, present } = openTestGateway();
  const signing = new Secret('a secret that signs notifications');
  const clock = { now: () => 0 };
  const bank = testBank({ log, clock, ...testResults(ids) });
  const credentials = { notification_secret: signing };
  const methods: Record<Behaviour, () => Presented> = {
    succeeds: () => card('4111111111111111'),
    'is declined': () => card('4000000000000002'),
    'is declined for good': () => card('4000000000009987'),
    'is not answered': () => card('4000000000000309'),
    'is challenged': () => card('4000000000003220'),
    'settles later': () => account('111111111'),
  };
  return {
    gateway: testGateway({ vault, log, clock, ids }, { credentials, currencies: null, endpoint: null }),
    site: sandbox,
    currency: 'USD',
    at: Date.parse('2026-03-15T00:00:00Z') / 1000,
    cardSettles: DAY,
    bankSettles: 3 * DAY,
    confirm: async (action_token) => void (await bank.decide(action_token, 'confirm')),
    refuse: async (action_token) => void (await bank.decide(action_token, 'refuse')),
    present: (behaviour) => methods[behaviour](),
    debit: (type) => (type === 'bank_account' ? account('111111111') : present(DEBITS[type])),
    vaulted: async () => ({ token: 'test-token-approved-42', customer: 'test-customer' }),
    messages: () => NOTIFICATIONS.map((means) => ({ means, ...testNotification(means, signing) })),
  };
});

const START = Date.parse('2026-03-15T12:00:00Z') / 1000;

const open = () => {
  const time = { at: START };
  const gateway = openTestGateway({}, undefined, () => time.at);
  const { gateways, request } = gateway;
  const take = (presented: Presented, amount_in_cents: number, more: object = {}): Promise<PaymentResult> =>
    gateways.purchase({ ...request(), method: { presented }, amount_in_cents, merchant_reason_code: null, ...more });
  const pay = (number: string, amount: number, more?: object) => take(gateway.card(number), amount, more);
  const debit = (number: string) => take(gateway.account(number), 5000);
  const about = ({ reference }: PaymentResult, amount_in_cents: number): FollowUpRequest => ({
    ...request(),
    reference: reference ?? '',
    amount_in_cents,
  });
  const settlement = async ({ reference }: PaymentResult) => {
    const { site, gateway_code, at, correlation } = request();
    const found = await gateways.lookup({ site, gateway_code, at, correlation, reference: reference ?? '' });
    return found.outcome === 'found' ? found.settlement : found.outcome;
  };
  return { ...gateway, time, pay, debit, about, settlement };
};

const reason = (result: PaymentResult): string => ('error_code' in result ? result.error_code : result.outcome);

describe('payments at the test gateway', () => {
  it.each([
    ['4000000000000341', 'declined_saveable', null],
    ['4000000000009979', 'declined_card_number', null],
    ['4000000000005126', 'gateway_error', null],
    ['4000000000009987', 'declined_saveable', 'do_not_retry'],
  ])('verify %s and decline its payments: %s', async (number, error_code, network_advice) => {
    const { gateways, card, request, pay } = open();
    expect((await gateways.verify({ ...request(), method: { presented: card(number) } })).outcome).toBe('succeeded');
    expect(await pay(number, 100)).toMatchObject({ outcome: 'declined', error_code, network_advice });
  });

  it('decline a card without funds, and a currency that is not accepted', async () => {
    const { pay } = open();
    expect(reason(await pay('4000000000000077', 100))).toBe('insufficient_funds');
    expect(reason(await pay('4111111111111111', 100, { currency: 'TRY' }))).toBe('currency_not_supported');
  });

  it('decline to refund the card whose refunds are declined', async () => {
    const { gateways, pay, about } = open();
    const taken = await pay('4000000000002024', 1000);
    expect(reason(await gateways.refund(about(taken, 1)))).toBe('transaction_cannot_be_refunded');
  });

  it.each([
    ['111111111', ['scheduled', 'processing', 'settled', 'settled']],
    ['111111112', ['scheduled', 'processing', 'returned', 'returned']],
    ['111111114', ['scheduled', 'processing', 'settled', 'charged_back']],
  ])('settle a debit from account %s in its time: %j', async (number, expected) => {
    const { debit, settlement, time } = open();
    const result = await debit(number);
    const seen = [];
    for (const days of [0, 1, 3, 10]) {
      time.at = START + days * DAY;
      seen.push(await settlement(result));
    }
    expect(seen).toEqual(expected);
  });

  it('return the refund of a debit that its bank does not accept', async () => {
    const { gateways, debit, about, settlement, time } = open();
    const refund = await gateways.refund(about(await debit('111111116'), 5000));
    expect(refund.outcome).toBe('pending');
    time.at = START + 3 * DAY;
    expect(await settlement(refund)).toBe('returned');
  });

  it('log the initiator and the statement descriptor, but no address', async () => {
    const { pay, log } = open();
    await pay('4111111111111111', 100, {
      initiator: 'merchant',
      network_transaction_id: 'network-1',
      ip_address: '192.0.2.7',
    });
    expect(log.calls[0]).toMatchObject({
      initiator: 'merchant',
      network_transaction_id: 'network-1',
      descriptor: 'Example',
    });
    expect(JSON.stringify(log.calls)).not.toMatch(/Lovelace|192\.0\.2\.7|4111111111111111/);
  });
});
