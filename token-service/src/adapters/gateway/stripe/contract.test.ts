import type { Presented } from '@service/billing/ports/vault.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Behaviour, gatewayContract } from '../gateway.contract.ts';
import { notificationsFor } from './notifications.fixture.ts';
import { START, signed } from './start.fixture.ts';
import { openStripe, openStripeGround, type StripeGround, silentOn } from './stripe.fixture.ts';
import { undescribed } from './undescribed.fixture.ts';

const DAY = 86_400;

/** A card whose confirmation is never answered, although Stripe carries it out. */
const SILENT = '4000056655665556';

let ground: StripeGround;
beforeAll(async () => {
  ground = await openStripeGround({ delays: { debit: 2 * DAY * 1000 } });
  ground.line.fail(silentOn(SILENT));
});
afterAll(() => ground.stop());

gatewayContract('Stripe', () => {
  const { gateway, site, card, account, debit, vaulted } = openStripe(ground.line.url);
  const methods: Record<Behaviour, () => Presented> = {
    succeeds: () => card('4242424242424242'),
    'is declined': () => card('4000000000000002'),
    'is declined for good': () => card('4000000000009979'),
    'is not answered': () => card(SILENT),
    'is challenged': () => card('4000002500003155'),
    'settles later': () => account('000123456789'),
  };
  return {
    gateway,
    site,
    currency: 'USD',
    at: START,
    cardSettles: DAY,
    bankSettles: 3 * DAY,
    present: (behaviour) => methods[behaviour](),
    debit,
    vaulted: () => vaulted(),
    pass: (seconds) => ground.simulator.advance(seconds * 1000),
    confirm: (action_token) => ground.decide(action_token, 'confirm'),
    refuse: (action_token) => ground.decide(action_token, 'fail'),
    messages: () => notificationsFor(site.id).map(({ event, means }) => ({ means, ...signed(event) })),
  };
});

test('every request and answer above is as Stripe describes it', async () => {
  expect(await undescribed(ground.line)).toEqual([]);
});
