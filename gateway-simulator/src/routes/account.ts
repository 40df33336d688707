import type Stripe from 'stripe';
import { type Call, type Route, route } from '../http/router.ts';

/** The account of every key. */
const ACCOUNT = 'acct_simulator0000000';

const account = () => ({
  id: ACCOUNT,
  object: 'account' as const,
  business_type: 'company' as const,
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'merchant@example.com',
  payouts_enabled: true,
  settings: { dashboard: { display_name: 'Gateway simulator', timezone: 'Etc/UTC' } },
  type: 'standard' as const,
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

export const accountRoutes: readonly Route[] = [
  route('GET', '/v1/account', account),
  route('GET', '/v1/accounts/:id', account),
  route('GET', '/v1/balance', balance),
  route('GET', '/v1/balance_transactions/:id', ({ world, ids }) => world.state.balanceTransactions.need(ids[0]!)),
  route('GET', '/v1/mandates/:id', ({ world, ids }) => world.state.mandates.need(ids[0]!)),
];
