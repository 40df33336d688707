import type Stripe from 'stripe';
import { type Call, type Route, route } from '../http/router.ts';

/** The account of every key. */
const ACCOUNT = 'acct_simulator0000000';

const account = (): Stripe.Account => ({
  id: ACCOUNT,
  object: 'account',
  business_type: 'company',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'merchant@example.com',
  payouts_enabled: true,
  settings: {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: 'SIMULATOR',
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: 'Gateway simulator', timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: 'GATEWAY SIMULATOR',
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
  },
  type: 'standard',
});

const balance = ({ world }: Call): Stripe.Balance => {
  const sums = new Map<string, { available: number; pending: number }>();
  for (const row of world.state.balanceTransactions.newest()) {
    const sum = sums.get(row.currency) ?? { available: 0, pending: 0 };
    sums.set(row.currency, sum);
    sum[row.available_on <= world.clock.seconds() ? 'available' : 'pending'] += row.net;
  }
  const of = (kind: 'available' | 'pending') =>
    (sums.size > 0 ? [...sums] : ([['usd', { available: 0, pending: 0 }]] as const)).map(([currency, sum]) => ({
      amount: sum[kind],
      currency,
      source_types: { card: sum[kind] },
    }));
  return { object: 'balance', available: of('available'), livemode: false, pending: of('pending') };
};

export const stripeAccountRoutes: readonly Route[] = [
  route('GET', '/v1/account', account),
  route('GET', '/v1/accounts/:id', account),
  route('GET', '/v1/balance', balance),
  route('GET', '/v1/balance_transactions/:id', ({ world, ids }) => world.state.balanceTransactions.need(ids[0]!)),
  route('GET', '/v1/mandates/:id', ({ world, ids }) => world.state.mandates.need(ids[0]!)),
];
