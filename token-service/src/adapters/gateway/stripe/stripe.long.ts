/**
 * The contract of gateway adapters against Stripe's own test mode, by hand: `STRIPE_TEST_KEY=sk_test_… npm run
 * test:long -- stripe`. The account needs access to raw card data. Each run makes a few dozen test payments.
 */
import type { Presented } from '@service/billing/ports/vault.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { test } from 'vitest';
import { type Behaviour, gatewayContract } from '../gateway.contract.ts';
import { notificationsFor } from './notifications.fixture.ts';
import { START, signed } from './start.fixture.ts';
import { openStripe } from './stripe.fixture.ts';

const key = process.env.STRIPE_TEST_KEY ?? '';
const DAY = 86_400;

if (!/^(sk|rk)_test_/.test(key)) {
  test.skip('needs STRIPE_TEST_KEY, a test key of an account at Stripe', () => {});
} else {
  gatewayContract('Stripe in its test mode', () => {
    const { gateway, site, card, account, debit, vaulted } = openStripe(null, null, { secret_key: new Secret(key) });
    const methods: Record<Behaviour, () => Presented> = {
      succeeds: () => card('4242424242424242'),
      'is declined': () => card('4000000000000002'),
      'is declined for good': () => card('4000000000009979'),
      'is not answered': () => card('4242424242424242'),
      'is challenged': () => card('4000002500003155'),
      'settles later': () => account('000123456789'),
    };
    const byHand = async () => {
      throw new Error('A page of Stripe is left to people.');
    };
    return {
      gateway,
      site,
      currency: 'USD',
      at: START,
      cardSettles: DAY,
      bankSettles: 5 * DAY,
      present: (behaviour) => methods[behaviour](),
      debit,
      vaulted: () => vaulted(),
      confirm: byHand,
      refuse: byHand,
      messages: () => notificationsFor(site.id).map(({ event, means }) => ({ means, ...signed(event) })),
    };
  }, ['lets time pass', 'shows the page of a bank', 'loses answers']);
}
